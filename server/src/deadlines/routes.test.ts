import {
  addPaper,
  confirmRule,
  createEmployee,
  type Deadline,
  getRisk,
  type Input,
  listDeadlines,
  listEmployeeHistory,
  listPapers,
  listRules,
  type PaperKind,
  resumeDeadline,
  setCaseDates,
  setEstablishment,
  stopDeadline,
  updateEmployee,
  updatePaper,
  withdrawApplication,
} from 'contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { RuleBook } from '../rules/book.ts'
import { findMiskeptClocks, fromFirst } from './proof.ts'
import { settleDeadlines } from './settle.ts'

const portal = startPortal()
const make = given(portal)
type Session = ReturnType<typeof as>
let company: { id: string }
let omar: Session
let huda: Session
let number = 0

const settle = () => settleDeadlines({ db: portal.db, rules: new RuleBook(portal.db), now: () => portal.clock.moment })

beforeEach(async () => {
  portal.clock.moment = new Date('2026-11-22T06:00:00Z')
  company = await make.company({ name: 'Falcon Trading LLC' })
  omar = as(portal, await make.user('company_admin', { of: [company] }))
  huda = as(portal, await make.user('admin'))
  await settle()
})

type Query = NonNullable<Input<typeof listDeadlines>['query']>
const list = async (query: Query = {}, by = omar) => (await by.send(listDeadlines, { query })).reply
const risk = async (by = omar, query: Input<typeof getRisk>['query'] = {}) => (await by.send(getRisk, { query })).reply
const sums = async (by = omar) => {
  const { accrued, next_30_days, uncounted } = await risk(by)
  return { accrued, next_30_days, uncounted }
}
const person = async (employee_name: string, more: Partial<Input<typeof createEmployee>['body']> = {}) => {
  const body = {
    company_id: company.id,
    employee_name,
    nationality: 'Indian',
    designation: 'Clerk',
    passport_number: `D${++number}`,
    ...more,
  }
  const { reply, status } = await omar.send(createEmployee, { body })
  expect(status).toBe(201)
  return reply
}
const paper = async (employee: { id: string } | null, kind: PaperKind, expires_on: string, more = {}) => {
  const owner = employee ? { employee_id: employee.id } : { company_id: company.id }
  return (await omar.send(addPaper, { body: { ...owner, kind, expires_on, number: '1', ...more } })).reply
}
const one = async (key: Deadline['key'], query: Query = {}, by = omar) => (await list({ ...query, key }, by))[0] ?? expect.fail()
const confirm = async (
  key: NonNullable<NonNullable<Input<typeof listRules>['query']>['key']>,
  level: number | undefined,
  confirmed: boolean,
) => {
  const { reply } = await huda.send(listRules, { query: { key } })
  const rule = reply.find(({ applies }) => applies.skill_from === level && applies.visa_type === undefined)
  await huda.send(confirmRule, { params: { id: rule?.id ?? '' }, body: { confirmed } })
  await settle()
}

/** The three people of the design, whose company is one of the mainland. */
async function threePeople() {
  await omar.send(setEstablishment, { params: company, body: { jurisdiction: 'mainland' } })
  const lina = await person('Lina Haddad', { eid_expiry_date: '2026-10-01' })
  const worker = await person('Omar Saleh')
  await paper(worker, 'work_permit', '2026-08-01', { issued_on: '2024-08-01' })
  await paper(worker, 'unemployment_insurance', '2027-08-01')
  const sara = await person('Sara Khan', { visa_expiry_date: '2026-10-10' })
  return { lina, worker, sara }
}

describe('the clocks of three people', () => {
  it('come to 840 now and 760 more within 30 days, with one not counted, and follow all that is done about them', async () => {
    await confirm('work_permit_renewal', undefined, true)
    const { lina, worker, sara } = await threePeople()
    expect(await one('emirates_id_renewal')).toMatchObject({
      ...{ person_name: 'Lina Haddad', employee_id: lina.id, counted_from: '2026-10-01', due_on: '2026-10-31', fined_from: '2026-11-01' },
      ...{ accrued: 440, next_30_days: 560, cap: 1_000, counted: true, who: 'company', printed: false, days_left: -22 },
    })
    expect(await one('work_permit_renewal')).toMatchObject({
      ...{ due_on: '2026-09-30', fined_from: '2026-10-01', accrued: 400, next_30_days: 200, cap: 2_000, counted: true },
    })
    expect(await one('residence_expiry')).toMatchObject({ person_name: 'Sara Khan', due_on: '2026-11-09', counted: false, accrued: 650 })
    expect(await sums()).toEqual({ accrued: 840, next_30_days: 760, uncounted: 1 })
    expect((await list({ counted: 'false' })).map(({ person_name }) => person_name)).toEqual(['Sara Khan'])
    expect((await list({ counted: 'true' })).map(({ person_name }) => person_name)).toEqual(['Omar Saleh', 'Lina Haddad'])

    await huda.send(updateEmployee, { params: { id: sara.id }, body: { skill_level: 3 } })
    await confirm('grace_after_end', 3, true)
    expect(await one('residence_expiry')).toMatchObject({ due_on: '2027-01-08', fined_from: '2027-01-09', counted: true, accrued: 0 })
    expect(await sums()).toEqual({ accrued: 840, next_30_days: 760, uncounted: 0 })

    const { id } = await one('work_permit_renewal')
    const stop = { reason: 'abroad_over_six_months', from: '2026-10-01', note: 'Left in March' } as const
    const { reply: stopped } = await huda.send(stopDeadline, { params: { id }, body: stop })
    expect(stopped).toMatchObject({ accrued: 0, next_30_days: 0, stop: { ...stop, until: null } })
    expect(await sums()).toMatchObject({ accrued: 440 })
    const { reply: told } = await omar.send(listEmployeeHistory, { params: worker })
    expect(told[0]).toMatchObject({ action: 'clock_stopped', subject: 'work_permit_renewal' })

    const { reply: held } = await omar.send(listPapers, { query: { employee_id: lina.id, kind: 'emirates_id' } })
    const renewed = {
      employee_id: lina.id,
      kind: 'emirates_id',
      number: '784-1',
      expires_on: '2028-10-01',
      renews_id: held[0]?.id ?? '',
    } as const
    expect((await omar.send(addPaper, { body: renewed })).status).toBe(201)
    expect(await sums()).toMatchObject({ accrued: 0 })
    expect(await one('emirates_id_renewal')).toMatchObject({ due_on: '2028-10-31', accrued: 0 })
    const { reply: history } = await omar.send(listEmployeeHistory, { params: lina })
    expect(history[0]).toMatchObject({ action: 'paper_renewed', subject: 'emirates_id' })
    await confirm('work_permit_renewal', undefined, false)
    await confirm('grace_after_end', 3, false)
  })

  it('are read by an employee with the day and no dirham, but for the own insurance', async () => {
    const email = `lina${number}@people.example`
    const lina = await person('Lina Haddad', { eid_expiry_date: '2026-10-01', email })
    await paper(lina, 'work_permit', '2028-07-31', { issued_on: '2026-07-01' })
    await paper(null, 'trade_license', '2026-12-31', { number: undefined })
    await person('Somebody Else', { eid_expiry_date: '2026-10-01' })
    const own = as(portal, await make.user('employee', { of: [company], employee_id: lina.id, email }))
    const shown = await list({}, own)
    expect(shown.map(({ key, due_on }) => [key, due_on])).toEqual([
      ['emirates_id_renewal', '2026-10-31'],
      ['unemployment_insurance', '2026-11-01'],
      ['work_permit_renewal', '2028-09-29'],
    ])
    const nothing = { accrued: null, next_30_days: null, cap: null, fined_from: null, stop: null }
    expect(shown.filter(({ key }) => key !== 'unemployment_insurance')).toMatchObject([nothing, nothing])
    expect(shown[1]).toMatchObject({ accrued: 400, fined_from: '2026-11-02' })
    expect((await own.send(getRisk, {})).status).toBe(403)
  })
})

describe('two writes at once about one person', () => {
  it('leave the clocks of both, whichever comes first', async () => {
    for (const round of [1, 2, 3, 4]) {
      const worker = await person(`Worker ${round}`)
      await Promise.all([
        paper(worker, 'work_permit', '2028-07-31', { issued_on: '2026-07-01' }),
        paper(worker, 'unemployment_insurance', '2027-08-01'),
        huda.send(updateEmployee, { params: { id: worker.id }, body: { outside_since: '2026-11-01' } }),
      ])
      expect((await list({ employee_id: worker.id })).map(({ key, due_on }) => [key, due_on])).toEqual([
        ['absence_abroad', '2027-04-30'],
        ['unemployment_insurance', '2027-08-01'],
        ['work_permit_renewal', '2028-09-29'],
      ])
    }
    expect(await findMiskeptClocks(portal.db, fromFirst(), new RuleBook(portal.db))).toEqual([])
  })
})

describe('GET /deadlines', () => {
  it('is narrowed by day, key, who acts, person, case and company, soonest first', async () => {
    const lina = await person('Lina Haddad', { eid_expiry_date: '2026-10-01', visa_expiry_date: '2026-11-30', outside_since: '2026-05-20' })
    await paper(null, 'tenancy', '2027-01-31')
    const application = await make.application(company, { employee_name: 'New Person', employee_location: 'outside_uae' })
    await huda.send(setCaseDates, { params: application, body: { entry_permit_issued_on: '2026-10-20' } })
    const keys = async (query: Query, by = omar) => (await list(query, by)).map(({ key }) => key)
    expect(await keys({})).toEqual(['emirates_id_renewal', 'absence_abroad', 'enter_by', 'residence_expiry', 'tenancy'])
    expect(await keys({ late: 'true' })).toEqual(['emirates_id_renewal', 'absence_abroad'])
    expect(await keys({ within: 30 })).toEqual(['enter_by'])
    expect(await keys({ within: 90, late: 'false' })).toEqual(['enter_by', 'residence_expiry', 'tenancy'])
    expect(await keys({ who: 'employee' })).toEqual(['absence_abroad', 'enter_by'])
    expect(await keys({ employee_id: lina.id })).toEqual(['emirates_id_renewal', 'absence_abroad', 'residence_expiry'])
    expect(await keys({ application_id: application.id })).toEqual(['enter_by'])
    expect(await keys({ company_id: company.id, key: 'tenancy' }, huda)).toEqual(['tenancy'])
    expect(await one('enter_by')).toMatchObject({ person_name: 'New Person', employee_id: null, application_id: application.id })
    expect(await one('tenancy')).toMatchObject({ person_name: null, printed: true, fined_from: null, accrued: null })
    const { status, problem } = await omar.send(listDeadlines, { query: { within: 731 } })
    expect([status, problem.errors?.[0]?.field]).toEqual([422, 'within'])
    await omar.send(withdrawApplication, { params: application, body: { reason: 'Not coming' } })
    expect(await keys({ application_id: application.id })).toEqual([])
  })

  it('shows nothing of another company', async () => {
    await person('Lina Haddad', { eid_expiry_date: '2026-10-01' })
    const other = await make.company()
    const stranger = as(portal, await make.user('company_admin', { of: [other] }))
    expect(await list({ company_id: company.id }, stranger)).toEqual([])
    const foreign = await stranger.send(getRisk, { query: { company_id: company.id } })
    const unknown = await stranger.send(getRisk, { query: { company_id: '01900000-0000-7000-8000-000000000000' } })
    expect([foreign.status, foreign.raw.payload]).toEqual([404, unknown.raw.payload])
  })
})

describe('GET /deadlines/risk', () => {
  it('names keys, and to an admin the companies, and changes with the day', async () => {
    await person('Lina Haddad', { eid_expiry_date: '2026-10-01' })
    const amounts = { late: 1, due_in_30_days: 0, accrued: 440, next_30_days: 560, uncounted: 0 }
    expect(await risk(omar, { by: 'key' })).toEqual({ ...amounts, by_key: [{ key: 'emirates_id_renewal', ...amounts }], by_company: [] })
    expect(await risk(omar, { by: 'company' })).toMatchObject({ by_company: [] })
    const { by_company } = await risk(huda, { by: 'company' })
    expect(by_company).toContainEqual({ company_id: company.id, company_name: 'Falcon Trading LLC', ...amounts })
    portal.clock.moment = new Date('2026-11-22T20:00:00Z')
    const later = as(portal, await make.user('company_admin', { of: [company] }))
    expect(await sums(later)).toMatchObject({ accrued: 460, next_30_days: 540 })
  })

  it('is right while somebody writes clocks of the company, and after that', async () => {
    const lina = await person('Lina Haddad', { eid_expiry_date: '2026-10-01' })
    const expiry = (eid_expiry_date: string) => omar.send(updateEmployee, { params: { id: lina.id }, body: { eid_expiry_date } })
    for (const round of [1, 2, 3, 4, 5]) {
      await Promise.all([expiry(`2026-10-1${round}`), sums(), sums(huda), sums()])
      expect(await sums()).toMatchObject({ accrued: 440 - (9 + round) * 20 })
    }
  })
})

describe('PUT /deadlines/{id}/stop', () => {
  const stopping = async (id: string, body: Input<typeof stopDeadline>['body']) => huda.send(stopDeadline, { params: { id }, body })

  it('refuses what the design names, and stores nothing', async () => {
    const worker = await person('Omar Saleh')
    const permit = await paper(worker, 'work_permit', '2026-08-01')
    await paper(null, 'tenancy', '2027-01-31')
    const { id } = await one('work_permit_renewal')
    const before = { reason: 'deported', from: '2026-10-01' } as const
    expect((await stopping(id, { ...before, until: '2026-09-30' })).problem.errors).toEqual([
      { field: 'until', detail: 'Until must not be before From' },
    ])
    const lina = await person('Lina Haddad', { eid_expiry_date: '2026-10-01' })
    const card = await one('emirates_id_renewal', { employee_id: lina.id })
    expect((await stopping(card.id, before)).problem.errors).toEqual([
      { field: 'reason', detail: 'Only these reasons stop this clock: abroad over six months' },
    ])
    const tenancy = await one('tenancy')
    expect((await stopping(tenancy.id, before)).problem.errors).toEqual([{ field: 'reason', detail: 'No reason stops this clock' }])
    expect((await list()).filter(({ stop }) => stop !== null)).toEqual([])
    await omar.send(updatePaper, { params: permit, body: { expires_on: '' } })
    const { status, problem } = await stopping(id, before)
    expect([status, problem.detail]).toEqual([409, 'This clock has ended'])
  })

  it('ends on its last day, and is taken back', async () => {
    const worker = await person('Lina Haddad', { eid_expiry_date: '2026-10-01' })
    const { id } = await one('emirates_id_renewal')
    await stopping(id, { reason: 'abroad_over_six_months', from: '2026-11-05', until: '2026-11-14' })
    expect(await sums()).toMatchObject({ accrued: 240 })
    expect((await huda.send(resumeDeadline, { params: { id } })).status).toBe(204)
    expect(await sums()).toMatchObject({ accrued: 440 })
    const { reply } = await omar.send(listEmployeeHistory, { params: worker })
    expect(reply.slice(0, 2).map(({ action }) => action)).toEqual(['clock_resumed', 'clock_stopped'])
  })
})
