import { type ApplicationFilters, countFacets, FacetCounts, listApplications, type Role, STAGE_NAMES, StageStatus } from 'contract'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'

const portal = startPortal()
const make = given(portal)
const EMAIL = 'sara.khan@people.example'
const DAY_MS = 86_400_000
const SAMPLES = Number(process.env.FACET_SAMPLES ?? 2)
const people: Partial<Record<Role, ReturnType<typeof as>>> = {}
const ago = (days: number) => new Date(portal.clock.moment.getTime() - days * DAY_MS).toISOString()
const day = (days: number) => ago(-days).slice(0, 10)

/** Two companies with cases of every kind; the first is the customer's. */
beforeAll(async () => {
  const companies = [await make.company(), await make.company({ name: 'Oryx Foods FZE' })]
  for (let n = 0; n < 90; n++) {
    const company = companies[n % 3 === 0 ? 1 : 0]
    if (!company) continue
    const { id } = await make.application(company, {
      employee_name: n % 2 ? 'Sara Khan' : 'Omar Ali',
      passport_number: `N${n}`,
      nationality: ['India', 'Indian', 'هندي', 'Filipina', 'Martian'][n % 5] ?? '',
      email: n % 5 ? EMAIL : null,
      priority: n % 4 ? 'normal' : 'fast_track',
      submitted_at: ago(40),
      expiry_date: n % 6 ? null : day(n - 40),
    })
    if (n % 7 === 0) continue
    const stage = await make.stage({ id }, STAGE_NAMES[n % 7] ?? 'Offer Letter', StageStatus.options[n % 4])
    await portal.db.execute(sql`update visa_applications set stage_since = ${ago(n % 30)}, current_stage = ${stage.stage_name},
      stage_status = ${stage.status}, due_fils = ${n % 8 ? 0 : 650_000} where id = ${id}`)
  }
  await portal.db.execute(sql`update visa_applications set status = 'completed', submitted_at = submitted_at - interval '200 days',
    completed_at = ${ago(1)}::timestamptz - 20 * n * interval '1 day' from (select id as of, row_number() over (order by id) as n
    from visa_applications where passport_number like '%4' or passport_number like '%6') numbered where id = of`)
  const [own] = companies
  const verified = { email: EMAIL, email_verified_at: ago(1) }
  const [boss, other] = [await make.user('admin'), await make.user('admin')]
  await portal.db.execute(sql`update visa_applications set assignee_id = case when passport_number like '%1' then ${boss.id}::uuid else ${other.id}::uuid end
    where passport_number like '%1' or passport_number like '%2'`)
  people.admin = as(portal, boss)
  people.company_admin = as(portal, await make.user('company_admin', { of: own ? [own] : [] }))
  people.employee = as(portal, await make.user('employee', { of: own ? [own] : [], ...verified }))
})

const COMPLETED = [1, 25, 45, 900].map((days) => ago(days).slice(0, 7))

const anyFilters: fc.Arbitrary<ApplicationFilters & { q?: string }> = fc.record(
  {
    status: fc.constantFrom('active', 'completed'),
    stage: fc.constantFrom(...STAGE_NAMES),
    stage_status: fc.constantFrom('waiting', 'not_begun', 'Submitted', 'In Process', 'Rejected'),
    priority: fc.constantFrom('normal', 'fast_track'),
    pace: fc.constantFrom('late'),
    expires: fc.constantFrom('expired', '30', '60', '90'),
    completed: fc.constantFrom(...COMPLETED),
    nationality: fc.constantFrom('indian', 'الفلبين', 'martian', 'thai'),
    q: fc.constantFrom('sara', 'oryx'),
  },
  { requiredKeys: [] },
) as never

const roles = ['admin', 'company_admin', 'employee'] as const

describe('GET /visa-applications/facets', () => {
  it.each(roles)('counts what the list would answer with each value beside the other filters, for: %s', async (role) => {
    const send = people[role]?.send
    if (!send) throw new Error('nobody')
    const { reply, status, raw } = await send(countFacets, {})
    expect(status, raw.payload).toBe(200)
    expect(
      Object.values(reply)
        .flat()
        .some(({ count }) => count > 0),
    ).toBe(true)
    const sampled = fc.sample(anyFilters, { numRuns: SAMPLES, seed: 7 })
    const assigned =
      role === 'admin'
        ? sampled.slice(0, Math.max(2, SAMPLES / 2)).map((filters, place) => ({ ...filters, assignee: place % 2 ? 'me' : 'nobody' }))
        : []
    const samples: (ApplicationFilters & { q?: string })[] = [{}, ...sampled, ...assigned]
    for (const query of samples) {
      const answer = await send(countFacets, { query })
      expect(answer.status, `${JSON.stringify(query)} ${answer.raw.payload}`).toBe(200)
      const counts = FacetCounts.parse(answer.reply)
      expect(counts.assignee.map(({ value }) => value).slice(0, 2)).toEqual(role === 'admin' ? ['me', 'nobody'] : [])
      for (const [facet, values] of Object.entries(counts) as [keyof FacetCounts, { value: string; count: number }[]][])
        for (const { value, count } of values) {
          const { headers } = await send(listApplications, { query: { ...query, [facet]: value, documents: 'link', limit: 1 } })
          if (facet !== 'unpaid')
            expect(`${facet} ${value}: ${headers['x-total-count']}`, JSON.stringify(query)).toBe(`${facet} ${value}: ${count}`)
        }
    }
  })

  it('shows a person what is due only where they see payments (V4)', async () => {
    const unpaid = async (role: Role) => (await people[role]?.send(countFacets, { query: { q: 'a' } }))?.reply.unpaid[0]?.count
    expect([await unpaid('admin'), await unpaid('company_admin'), await unpaid('employee')]).toEqual([
      expect.any(Number),
      expect.any(Number),
      0,
    ])
    expect(await unpaid('admin')).toBeGreaterThan(Number(await unpaid('company_admin')))
  })

  it('tells administrators alone who carries a case', async () => {
    const { reply } = (await people.admin?.send(countFacets, {})) ?? {}
    expect(reply?.assignee.map(({ count, more }) => [count, more])).toEqual([
      [9, false],
      [expect.any(Number), false],
      [9, false],
    ])
    for (const role of ['company_admin', 'employee'] as const)
      for (const call of [listApplications, countFacets]) {
        const { status, raw } = (await people[role]?.send(call, { query: { assignee: 'me' } })) ?? {}
        expect([status, JSON.parse(raw?.payload ?? '').errors]).toEqual([
          422,
          [{ field: 'assignee', detail: 'Only administrators see who carries a case' }],
        ])
      }
  })

  it('refuses a value that a facet does not have', async () => {
    for (const query of [
      { stage: 'Lunch' },
      { pace: 'slow' },
      { expires: '31' },
      { completed: '2026-13' },
      { unpaid: 'false' },
      { stage_status: 'Approved' },
      { assignee: 'you' },
    ])
      expect((await people.admin?.send(countFacets, { query: query as never }))?.status).toBe(422)
  })
})

describe('what is unpaid in one company', () => {
  it('is found without the payments of others', async () => {
    const [mine, other] = [await make.company(), await make.company()]
    const customer = as(portal, await make.user('company_admin', { of: [mine] }))
    await portal.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(sql`insert into transactions (id, company_id, application_id, type, status, amount_fils, direction, created_at, charged_fils)
        select gen_random_uuid(), ${other.id}::uuid, gen_random_uuid(), 'visa_payment', 'pending', 100, 'debit', now(), 100 from generate_series(1, 20000)`)
    })
    const { id } = await make.application(mine)
    await portal.db.execute(sql`update visa_applications set due_fils = 650000 where id = ${id}`)
    await portal.db.execute(sql`vacuum analyze transactions`)
    const settled = () => portal.db.execute(sql`select pg_stat_force_next_flush(), pg_stat_clear_snapshot()`)
    const pages = async () => {
      await settled()
      const { rows } = await portal.db.execute<{ n: string }>(
        sql`select (heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit) as n from pg_statio_user_tables where relname = 'transactions'`,
      )
      return Number(rows[0]?.n)
    }
    for (const read of [
      () => customer.send(listApplications, { query: { unpaid: 'true', documents: 'link' } }),
      () => customer.send(countFacets, { query: { unpaid: 'true' } }),
      () => people.admin?.send(listApplications, { query: { unpaid: 'true', company_id: mine.id, documents: 'link' } }),
    ]) {
      await read()
      const before = await pages()
      expect((await read())?.status).toBe(200)
      expect((await pages()) - before).toBeLessThan(50)
    }
  })
})
