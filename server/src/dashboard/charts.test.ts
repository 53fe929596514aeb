import {
  addStage,
  CHART_COMPANIES,
  type Charts,
  deleteCompany,
  getCharts,
  type Input,
  listApplications,
  listEmployees,
  STAGE_NAMES,
  type StageName,
  type StageStatus,
} from 'contract'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { applications } from '../db/applications.table.ts'
import { findAllMiscounted } from './countsProof.ts'

const portal = startPortal()
const make = given(portal)
const DAY_MS = 86_400_000

type Query = Input<typeof getCharts>['query']
type Person = Awaited<ReturnType<typeof make.user>>
const charts = async (who: Person, query: Query = {}) => (await as(portal, who).send(getCharts, { query })).reply

/** By a session of the moment. */
const record = async (id: string, stage_name: StageName, status: StageStatus) =>
  as(portal, await make.user('admin')).send(addStage, { params: { id }, body: { stage_name, status } })

/** The last days of weeks on which something is open, by stage. */
const openIn = ({ stages }: Charts, week: number) =>
  Object.fromEntries(stages.flatMap(({ stage_name, open }) => (open.at(week) ? [[stage_name, open.at(week)]] : [])))

/** An application a day for 15 days; each comes to its next stage every five days. */
async function fortnight() {
  const company = await make.company()
  const [today, ids]: [Date, string[]] = [portal.clock.moment, []]
  for (let ago = 14; ago >= 0; ago--) {
    portal.clock.moment = new Date(today.getTime() - ago * DAY_MS)
    for (const [place, id] of ids.entries()) {
      const days = ids.length - place
      const stage = STAGE_NAMES[days / 5 - 1]
      if (stage) await record(id, stage, 'In Process')
    }
    ids.push((await make.application(company, { passport_number: `${company.id}${ago}` })).id)
  }
  return company
}

/** The sum of the kept days up to one, which is proven to be what the history says. */
async function summed(day: string, company_id?: string): Promise<Record<string, number>> {
  const { rows } = await portal.db.execute<{ stage: string; number: number }>(sql`
    select stage, sum(moved)::int as number from stage_days
    where day <= ${day}::date and status = 'active' and ${company_id ? sql`company_id = ${company_id}` : sql`true`} group by 1 having sum(moved) <> 0`)
  return Object.fromEntries(rows.map(({ stage, number }) => [stage, number]))
}

describe('GET /dashboard/charts', () => {
  it('has at the end of each week what the kept days add up to, of all companies and of one', async () => {
    const company = await fortnight()
    await fortnight()
    const [admin, customer] = [await make.user('admin'), await make.user('company_admin', { of: [company] })]
    const [all, own] = [await charts(admin), await charts(customer)]
    expect(own).toEqual(await charts(admin, { company_id: company.id }))
    for (const [week, day] of all.weeks.entries()) {
      expect([day, openIn(all, week)]).toEqual([day, await summed(day)])
      expect([day, openIn(own, week)]).toEqual([day, await summed(day, company.id)])
    }
    expect(Object.keys(openIn(own, -1)).length).toBeGreaterThan(1)
    expect(openIn(own, -4)).toEqual({})
  })

  it('looks back as far as asked, to today', async () => {
    const admin = await make.user('admin')
    for (const [months, days] of [
      ['3', 14],
      ['6', 27],
      ['12', 53],
    ] as const) {
      const { weeks, stages } = await charts(admin, { months })
      expect([weeks.length, weeks.at(-1), weeks.at(-2)]).toEqual([days, '2026-11-20', '2026-11-13'])
      expect(stages.map(({ stage_name, open }) => [stage_name, open.length])).toEqual(STAGE_NAMES.map((stage) => [stage, days]))
    }
    expect((await charts(admin)).weeks).toHaveLength(53)
  })

  it('counts what is refused at each stage, of open cases alone', async () => {
    const company = await make.company()
    for (const status of ['Rejected', 'In Process', 'Rejected'] as const) {
      const { id } = await make.application(company, { passport_number: status })
      await record(id, 'Entry Permit', status)
    }
    const { stages } = await charts(await make.user('company_admin', { of: [company] }))
    expect(stages.filter(({ refused }) => refused > 0)).toMatchObject([{ stage_name: 'Entry Permit', refused: 2 }])
    expect(stages.find(({ stage_name }) => stage_name === 'Entry Permit')?.open.at(-1)).toBe(3)
  })

  it('names the companies with most open cases for an administrator who asks for all, as counting says', async () => {
    const busy = []
    for (let count = 22; count > 0; count--) {
      const company = await make.company()
      for (let number = 0; number < 20 + count; number++)
        await make.application(company, { passport_number: `B${number}`, current_stage: STAGE_NAMES[number % 3] ?? 'Offer Letter' })
      await make.application(company, { passport_number: 'B', status: 'completed', completed_at: portal.clock.moment.toISOString() })
      busy.push({ company, open: 20 + count })
    }
    const admin = await make.user('admin')
    const { companies } = await charts(admin)
    expect(companies.map(({ company_id, open }) => [company_id, open.reduce((sum, each) => sum + each, 0)])).toEqual(
      busy.slice(0, CHART_COMPANIES).map(({ company, open }) => [company.id, open]),
    )
    const [most] = busy
    if (!most) throw new Error('none is busy')
    expect(companies[0]).toEqual({ company_id: most.company.id, company_name: most.company.name, open: [14, 14, 14, 0, 0, 0, 0] })
    expect((await charts(admin, { company_id: most.company.id })).companies).toEqual([])
    expect((await charts(await make.user('company_admin', { of: [most.company] }))).companies).toEqual([])
  })

  it('shows a company nothing of others, and nothing of one that is gone (V3)', async () => {
    const [own, other] = [await make.company(), await fortnight()]
    const customer = await make.user('company_admin', { of: [own] })
    const admin = await make.user('admin')
    for (const query of [{}, { company_id: other.id }]) expect(openIn(await charts(customer, query), -1)).toEqual({})
    await as(portal, admin).send(deleteCompany, { params: other })
    expect(openIn(await charts(admin, { company_id: other.id }), -1)).toEqual({})
  })

  it('names the days of a year of months on which visas expire, as the list of a month has them', async () => {
    const [company, other] = [await make.company(), await make.company()]
    const dates = ['2026-11-19', '2026-11-20', '2026-12-01', '2026-12-01', '2027-10-31', '2027-11-01']
    for (const [place, visa_expiry_date] of dates.entries())
      await make.employee(company, { passport_number: `E${place}`, visa_expiry_date })
    await make.employee(company, { passport_number: 'C1', status: 'cancelled', visa_expiry_date: '2026-12-02' })
    await make.employee(other, { visa_expiry_date: '2026-12-01' })
    const customer = await make.user('company_admin', { of: [company] })
    const { expiring } = await charts(customer)
    expect(expiring).toEqual([
      { date: '2026-11-20', visas: 1 },
      { date: '2026-12-01', visas: 2 },
      { date: '2027-10-31', visas: 1 },
    ])
    const listed = async (expires: string) => (await as(portal, customer).send(listEmployees, { query: { expires } })).reply.length
    expect([await listed('2026-11'), await listed('2026-12'), await listed('2027-10'), await listed('2026-10')]).toEqual([1, 2, 1, 0])
  })

  it('has by month how long half of the visas took at most, as counting them says', async () => {
    const company = await make.company()
    const completed = [
      ['2026-09-01', '2026-09-11'],
      ['2026-09-01', '2026-09-21'],
      ['2026-09-01', '2026-09-30'],
      ['2026-08-31', '2026-11-01'],
      ['2026-11-02', '2026-11-02'],
      ['2025-01-01', '2025-03-01'],
    ]
    const rows: { id: string }[] = []
    for (const [submitted, end] of completed) {
      // The last minutes of these days in Dubai.
      const times = { submitted_at: `${submitted}T19:59:00.000Z`, completed_at: `${end}T19:59:30.000Z` }
      rows.push(await make.application(company, { status: 'completed', current_stage: 'Visa Stamping', ...times }))
    }
    const customer = await make.user('company_admin', { of: [company] })
    const said = async (months: '3' | '12') => (await charts(customer, { months })).completed
    expect(await said('3')).toEqual([
      { month: '2026-09', visas: 3, median_days: 20 },
      { month: '2026-10', visas: 0, median_days: null },
      { month: '2026-11', visas: 2, median_days: 0 },
    ])
    expect((await said('12')).map(({ month }) => month)[0]).toBe('2025-12')
    await portal.db
      .update(applications)
      .set({ status: 'active', completed_at: null })
      .where(eq(applications.id, rows[4]?.id ?? ''))
    expect((await said('3')).at(-1)).toEqual({ month: '2026-11', visas: 1, median_days: 62 })
    expect(await findAllMiscounted(portal.db, portal.clock.moment)).not.toContain(`of company ${company.id}`)
    expect(await findAllMiscounted(portal.db, portal.clock.moment)).not.toContain('total by took')
  })

  it('says of each month how many cases its list has, of all companies and of one, to each who sees them', async () => {
    const companies = [await make.company(), await make.company()]
    const people = { admin: await make.user('admin'), company_admin: await make.user('company_admin', { of: companies }) }
    for (let n = 0; n < 24; n++) {
      const company = companies[n % 2]
      // Around the midnights in Dubai between which a month lies.
      const end = new Date(Date.UTC(2026, 6 + (n % 5), 1) + (n % 3 ? -4 : -4.01) * 3_600_000).toISOString()
      if (company)
        await make.application(company, {
          ...{ status: 'completed', current_stage: 'Visa Stamping', submitted_at: '2026-05-02T08:00:00.000Z', completed_at: end },
        })
    }
    for (const [role, company_id] of [['admin'], ['admin', companies[0]?.id], ['admin', companies[1]?.id], ['company_admin']] as const) {
      const who = as(portal, people[role])
      const of = company_id ? { company_id } : {}
      const { completed } = (await who.send(getCharts, { query: of })).reply
      expect(completed.filter(({ visas }) => visas > 0).length).toBeGreaterThan(3)
      for (const { month, visas } of completed) {
        const total = async (query: Input<typeof listApplications>['query']) => {
          const page = await who.list(listApplications, { query: { limit: 3, documents: 'link', ...of, completed: month, ...query } })
          expect(page.items.every(({ status }) => status === 'completed')).toBe(true)
          return page.total
        }
        const totals = [await total({}), await total({ status: 'completed' }), await total({ sort: 'employee_name', priority: 'normal' })]
        expect(totals).toEqual([visas, visas, visas])
        expect(await total({ status: 'active' })).toBe(0)
      }
    }
  })

  it('refuses another period', async () => {
    const { status } = await as(portal, await make.user('admin')).send(getCharts, { query: { months: '4' as never } })
    expect(status).toBe(422)
  })
})
