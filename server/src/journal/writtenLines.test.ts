import { AccessOutcome, type Input, JournalEntry, listJournal, MAX_COUNTED, RecordKind } from 'contract'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { v7 } from 'uuid'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { anyMoment, anyText, sample, textOrNull } from '../../../test/anyText.ts'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { history } from '../db/history.table.ts'
import { accesses } from '../db/journal.table.ts'

const portal = startPortal()
const make = given(portal)

const change = fc.record({ field: anyText, from: textOrNull, to: textOrNull })
const line = fc.record({ happened_at: anyMoment, actor: fc.constantFrom('known', 'gone', null) })
const changed = fc.record({ line, actor_name: textOrNull, subject: textOrNull, changes: fc.array(change, { maxLength: 3 }) })
const seen = fc.record({
  ...{ line, record_type: fc.constantFrom(...RecordKind.options), outcome: fc.constantFrom(...AccessOutcome.options) },
  ...{ call: anyText, address: anyText, isOfRecord: fc.boolean() },
})

it('the journal is written as the schema would write it', async () => {
  const admin = await make.user('admin', { full_name: 'نادية "Rahman"' })
  const actors = { known: admin.id, gone: v7() }
  const [named, unnamed] = [await make.application(await make.company(), { employee_name: 'فاطمة \\ الزهراء' }), { id: v7() }]
  const expected: z.input<typeof JournalEntry>[] = []
  for (const { line, ...rest } of sample(changed, 30)) {
    const of = expected.length % 2 === 0 ? named : unnamed
    const row = { id: v7(), happened_at: line.happened_at, actor_id: line.actor && actors[line.actor], record_id: of.id, ...rest }
    const kind = { record_type: 'application', action: 'changed' } as const
    await portal.db.insert(history).values({ ...row, ...kind })
    const record_name = of === named ? named.employee_name : null
    expected.push({ ...row, ...kind, record_name, outcome: 'changed', call: null, request_id: null, address: null })
  }
  const lastName = expected
    .filter(({ actor_id }) => actor_id === actors.gone)
    .toSorted((one, other) => (one.happened_at < other.happened_at ? 1 : -1))[0]?.actor_name
  for (const { line, isOfRecord, ...rest } of sample(seen, 30)) {
    const record_id = isOfRecord ? (rest.record_type === 'application' ? named.id : unnamed.id) : null
    const row = {
      id: v7(),
      happened_at: line.happened_at,
      actor_id: line.actor && actors[line.actor],
      record_id,
      request_id: v7(),
      ...rest,
    }
    await portal.db.insert(accesses).values(row)
    const actor_name = line.actor === 'known' ? admin.full_name : line.actor === 'gone' ? (lastName ?? null) : null
    const record_name = record_id === named.id ? named.employee_name : null
    expected.push({ ...row, actor_name, record_name, action: null, subject: null, changes: [] })
  }
  const inOrder = expected.toSorted((one, other) => (`${one.happened_at} ${one.id}` < `${other.happened_at} ${other.id}` ? 1 : -1))
  const { raw, headers } = await as(portal, admin).send(listJournal, { query: { limit: 200, to: '2031-01-01' } })
  expect(headers).toMatchObject({ 'x-total-count': '60', 'x-unfiltered-count': '60' })
  expect(raw.payload).toBe(JSON.stringify(z.array(JournalEntry).parse(inOrder)))
})

it('counts all lines beside those that fit', async () => {
  const admin = as(portal, await make.user('admin'))
  const counted = async (query: NonNullable<Input<typeof listJournal>['query']>) => {
    await portal.journal.flush()
    const lines = [await portal.db.$count(history), await portal.db.$count(accesses)]
    const { total, unfiltered } = await admin.list(listJournal, { query })
    return { changed: lines[0], all: (lines[0] ?? 0) + (lines[1] ?? 0), total, unfiltered }
  }
  const changed = await counted({ outcome: 'changed' })
  expect([changed.total, changed.unfiltered]).toEqual([changed.changed, changed.all])
  for (const query of [{ outcome: 'seen' }, { outcome: 'changed', actor_id: v7() }, { outcome: 'changed', to: '2031-01-01' }] as const) {
    const { total, unfiltered, all } = await counted(query)
    expect(unfiltered).toBe(all)
    expect(total).toBeLessThan(all)
  }
  await portal.db.execute(sql`insert into ${history} (id, happened_at, record_type, record_id, action, changes)
    select gen_random_uuid(), now(), 'application', gen_random_uuid(), 'changed', '[]' from generate_series(1, ${MAX_COUNTED + 1})`)
  expect(await counted({ outcome: 'changed' })).toMatchObject({ total: MAX_COUNTED + 1, unfiltered: MAX_COUNTED + 1 })
})
