import {
  countEmployeeFacets,
  EmployeeFacetCounts,
  type EmployeeFilters,
  EmployeeStatus,
  listEmployees,
  MAX_FACET_COUNT,
  searchable,
} from 'contract'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'

const portal = startPortal()
const make = given(portal)
const SAMPLES = Number(process.env.FACET_SAMPLES ?? 2)
/** START is a day of November 2026; so many days from it. */
const day = (after: number) => new Date(Date.UTC(2026, 10, 20) + after * 86_400_000).toISOString().slice(0, 10)
const people: Partial<Record<'admin' | 'company_admin', ReturnType<typeof as>>> = {}
const companies: { id: string }[] = []

beforeAll(async () => {
  for (const name of ['Oryx Trading', 'Dune Foods']) companies.push(await make.company({ name }))
  for (let n = 0; n < 30; n++) {
    const [one, other] = companies
    const company = (n % 3 ? one : other) ?? { id: '' }
    const employee_name = n % 2 ? 'Sara Khan' : 'Omar Ali'
    const passport_number = `N${n}`
    const asked = n % 10 === 3
    const { id } = await make.employee(company, {
      employee_name,
      passport_number,
      nationality: ['India', 'Indian', 'هندي', 'Filipina', 'Martian'][n % 5] ?? '',
      search_text: `${searchable(employee_name)}\nn${n}`,
      visa_expiry_date: n % 7 ? day(n * 8 - 60) : null,
      status: n % 10 === 9 ? 'cancelled' : asked ? 'cancellation_requested' : 'active',
      ...(asked && { cancellation_reason: 'Left', cancellation_requested_at: '2026-11-19T06:00:00.000Z' }),
    })
    if (n % 4 === 0) await make.application(company, { application_type: 'renewal', employee_id: id, employee_name, passport_number })
  }
  people.admin = as(portal, await make.user('admin'))
  people.company_admin = as(portal, await make.user('company_admin', { of: companies.slice(0, 1) }))
})

const anyFilters: fc.Arbitrary<EmployeeFilters & { q?: string }> = fc.record(
  {
    status: fc.constantFrom(...EmployeeStatus.options),
    expires: fc.constantFrom('30', '60', '90'),
    renewal: fc.constantFrom('running', 'none'),
    nationality: fc.constantFrom('indian', 'الفلبين', 'martian', 'thai'),
    q: fc.constantFrom('sara', 'n1', 'dune'),
  },
  { requiredKeys: [] },
) as never

describe('GET /employees/facets', () => {
  it.each(['admin', 'company_admin'] as const)(
    'counts what the list would answer with each value beside the other filters, for: %s',
    async (role) => {
      const send = people[role]?.send
      if (!send) throw new Error('nobody')
      const company_id = role === 'admin' ? companies[1]?.id : undefined
      const samples: (EmployeeFilters & { q?: string })[] = [{}, { renewal: 'none' }, ...(company_id ? [{ company_id }] : [])]
      for (const query of [...samples, ...fc.sample(anyFilters, { numRuns: SAMPLES, seed: 7 })]) {
        const answer = await send(countEmployeeFacets, { query })
        expect(answer.status, `${JSON.stringify(query)} ${answer.raw.payload}`).toBe(200)
        const counts = EmployeeFacetCounts.parse(answer.reply)
        if (Object.keys(query).length === 0)
          expect(Object.values(counts).every((values) => values.some(({ count }) => count > 0))).toBe(true)
        for (const [facet, values] of Object.entries(counts))
          for (const { value, count, more } of values) {
            const { headers, reply } = await send(listEmployees, {
              query: { ...query, [facet]: value, limit: 1, sort: 'visa_expiry_date' },
            })
            expect(`${facet} ${value}: ${count} ${more}`, JSON.stringify(query)).toBe(
              `${facet} ${value}: ${headers['x-total-count']} false`,
            )
            expect(reply).toHaveLength(Math.min(count, 1))
          }
      }
    },
  )

  it('tells nothing of others: not that many are being renewed elsewhere, for a company of others and for nobody’s', async () => {
    const [own, foreign] = companies
    const nobodys = as(portal, await make.user('company_admin', { of: [] }))
    await portal.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(sql`insert into visa_applications
        select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'person_id', gen_random_uuid()))).*
        from visa_applications a, generate_series(1, ${MAX_FACET_COUNT + 1}::int)
        where a.id = (select id from visa_applications where company_id = ${foreign?.id} and application_type = 'renewal' and status = 'active' limit 1)`)
    })
    const renewalsOf = async (send: ReturnType<typeof as>['send'] | undefined, company_id?: string) =>
      (await send?.(countEmployeeFacets, { query: company_id ? { company_id } : {} }))?.reply.renewal
    try {
      const none = ['running', 'none'].map((value) => ({ value, count: 0, more: false }))
      expect((await renewalsOf(people.admin?.send, foreign?.id))?.[0]?.more).toBe(true)
      expect(await renewalsOf(people.company_admin?.send, foreign?.id)).toEqual(none)
      expect(await renewalsOf(nobodys.send)).toEqual(none)
      expect((await renewalsOf(people.company_admin?.send, own?.id))?.map(({ more }) => more)).toEqual([false, false])
    } finally {
      await portal.db.transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`)
        await tx.execute(sql`delete from visa_applications where person_id not in (select id from persons)`)
      })
    }
  })

  it('lists those who are being renewed by each sort over all pages, each once', async () => {
    const found = await people.admin?.send(listEmployees, { query: { renewal: 'running' } })
    expect(found?.reply).toHaveLength(8)
    expect(found?.reply.every(({ renewal_application_id }) => renewal_application_id !== null)).toBe(true)
    const [first] = found?.reply ?? []
    const sorted = await people.admin?.send(listEmployees, { query: { renewal: 'running', sort: '-employee_name', limit: 4 } })
    const cursor = /cursor=([^>&]+)/.exec(String(sorted?.headers.link ?? ''))?.[1]
    const next = await people.admin?.send(listEmployees, { query: { renewal: 'running', sort: '-employee_name', limit: 4, cursor } })
    const ids = [...(sorted?.reply ?? []), ...(next?.reply ?? [])].map(({ id }) => id)
    expect(new Set(ids).size).toBe(8)
    expect(ids).toContain(first?.id)
  })

  it('refuses a value that a facet does not have, and an employee', async () => {
    for (const query of [{ status: 'lost' }, { expires: '31' }, { renewal: 'yes' }])
      expect((await people.admin?.send(countEmployeeFacets, { query: query as never }))?.status).toBe(422)
    expect((await as(portal, await make.user('employee', { of: companies })).send(countEmployeeFacets, {})).status).toBe(403)
  })
})
