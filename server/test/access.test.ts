import { type Call, calls } from 'contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { ACCESS, type Cells, type Row } from '../../test/accessMatrix.ts'
import { as } from '../../test/as.ts'
import { recordId } from '../../test/callRecords.ts'
import { type CallName, inputFor, makeWorld, sessionId, type Who, type World } from '../../test/everyCall.ts'
import { startPortal } from '../../test/portal.ts'
import { type Recorded, recordedBy, recordOf } from '../../test/recordedLines.ts'
import { users } from '../src/db/people.table.ts'

const portal = startPortal({ REGISTRATIONS_PER_ADDRESS: '100' })
let world: World
beforeAll(async () => {
  world = await makeWorld(portal)
})

/** The lines in the journal and the history are read only where the call should succeed. */
async function answers(name: CallName, who: Who, expected: readonly number[]): Promise<{ statuses: number[]; refusals: string[] }> {
  const { companies, users: people, password_hash } = world
  const statuses: number[] = []
  const refusals: string[] = []
  for (const [place, company] of companies.entries()) {
    const id = name === 'endSession' ? await sessionId(portal, world, place, who) : await recordId(portal, name, company, place < 2)
    // The call before has changed the password.
    if (name === 'changePassword' || name === 'beginTwoStep') await portal.db.update(users).set({ password_hash })
    const { input, headers } = inputFor(name, id, company)
    const send = () => as(portal, people[who]).send<Call>(calls[name], input as never, headers)
    const { answer, recorded } = Number(expected[place]) < 300 ? await recordedBy(portal, send) : { answer: await send() }
    statuses.push(answer.status)
    if (answer.status === 404) refusals.push(answer.raw.payload)
    if (answer.status >= 300 || !recorded) continue
    expectSaid(calls[name], answer.headers)
    expectRecorded(ACCESS[name].journal, recorded, { actor_id: people[who]?.id, record_id: recordOf(calls[name], answer.reply, id) })
  }
  return { statuses, refusals }
}

/** A list comes with its counts, a record with the ETag of its state; nothing else does. */
function expectSaid({ answers }: Call, headers: object): void {
  expect({ list: 'x-total-count' in headers, record: 'etag' in headers }).toEqual({
    list: answers === 'list',
    record: answers === 'record',
  })
}

/** A success leaves a line about the record it shows: in the history where it changed something, else in the journal. An archive leaves one of each document too. */
function expectRecorded(journal: Row['journal'], recorded: Recorded, of: { actor_id: string | undefined; record_id: string | null }): void {
  const changed = recorded.changes.filter((line) => line.record_type === journal && line.record_id === of.record_id)
  for (const line of recorded.changes) expect(line.actor_id).toBe(of.actor_id)
  const own = journal === 'document' ? recorded.accesses : recorded.accesses.filter(({ record_type }) => record_type !== 'document')
  const lines = [...own, ...changed.slice(0, 1)]
  if (journal === 'none') expect(lines).toEqual([])
  else
    expect(lines).toMatchObject([
      { record_type: journal, record_id: of.record_id, ...(journal !== 'sign_in' && { actor_id: of.actor_id }) },
    ])
}

describe.each(Object.keys(ACCESS) as CallName[])('%s', (name) => {
  const row = ACCESS[name]

  it.each(Object.entries(row.answers) as [Who, Cells][])('as %s', async (who, cells) => {
    const expected = typeof cells === 'number' ? [cells, cells, cells] : [...cells]
    const { statuses, refusals } = await answers(name, who, expected)
    expect(statuses).toEqual(expected)
    expect(new Set(refusals).size, 'a foreign record is answered as an unknown one (V2)').toBeLessThan(2)
  })

  it(`is kept in the journal as: ${row.journal}`, () => {
    const call: Call = calls[name]
    expect(call.journal ?? 'none').toBe(row.journal)
  })
})
