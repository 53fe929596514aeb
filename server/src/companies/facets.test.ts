import { COMPANY_FACETS, CompanyFacetCounts, type CompanyFilters, countCompanyFacets, listCompanies, type Role } from 'contract'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'

const portal = startPortal()
const make = given(portal)
const people: Partial<Record<Role, ReturnType<typeof as>>> = {}

beforeAll(async () => {
  const all: { id: string }[] = []
  for (let n = 0; n < 24; n++) {
    const company = await make.company({ name: n % 5 ? `Oryx ${n}` : `Falcon ${n}`, category: n % 3 ? 'on_demand' : 'monthly_retainer' })
    if (n % 2) await make.application(company, n % 4 === 1 ? {} : { status: 'completed', completed_at: portal.clock.moment.toISOString() })
    if (n % 6 === 0)
      await portal.db.execute(
        sql`select charge_visa(gen_random_uuid(), ${company.id}, gen_random_uuid(), 'Sara Khan', null, 650000, now())`,
      )
    all.push(company)
  }
  people.admin = as(portal, await make.user('admin'))
  people.company_admin = as(portal, await make.user('company_admin', { of: all.slice(5, 17) }))
})

const ASKED: (CompanyFilters & { q?: string })[] = [
  {},
  ...COMPANY_FACETS.category.map((category) => ({ category })),
  ...COMPANY_FACETS.cases.map((cases) => ({ cases })),
  { due: 'true' },
  { q: 'oryx' },
  { q: 'oryx', category: 'on_demand', cases: 'none' },
  { category: 'monthly_retainer', due: 'true' },
  { q: 'falcon', cases: 'active', due: 'true' },
]
const FACETS = Object.keys(COMPANY_FACETS) as (keyof typeof COMPANY_FACETS)[]

describe('GET /companies/facets', () => {
  it.each(['admin', 'company_admin'] as const)(
    'counts what the list would answer with each value beside the other filters, for: %s',
    async (role) => {
      const { send, list } = people[role] as ReturnType<typeof as>
      for (const asked of ASKED) {
        const counts = CompanyFacetCounts.parse((await send(countCompanyFacets, { query: asked })).reply)
        for (const name of FACETS) {
          for (const { value, count, more } of counts[name]) {
            const { items, total } = await list(listCompanies, { query: { ...asked, [name]: value } })
            expect([asked, name, value, items.length, total, more]).toEqual([asked, name, value, count, count, false])
          }
        }
      }
    },
  )

  it('narrows to what the rows say', async () => {
    const { send } = people.admin as ReturnType<typeof as>
    const rows = (await send(listCompanies, {})).reply
    const ids = async (query: CompanyFilters) => (await send(listCompanies, { query })).reply.map(({ id }) => id)
    const those = (fits: (row: (typeof rows)[number]) => boolean) => rows.filter(fits).map(({ id }) => id)
    expect(await ids({ category: 'on_demand' })).toEqual(those(({ category }) => category === 'on_demand'))
    expect(await ids({ cases: 'active' })).toEqual(those((row) => row.pending_applications > 0))
    expect(await ids({ cases: 'none' })).toEqual(those((row) => row.pending_applications === 0))
    expect(await ids({ due: 'true' })).toEqual(those(({ due }) => (due ?? 0) > 0))
    expect((await send(listCompanies, { query: { cases: 'some' as never } })).status).toBe(422)
  })
})
