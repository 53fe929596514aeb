import {
  addPaper,
  confirmRule,
  getEstablishment,
  getReadiness,
  type Input,
  listApplicationHistory,
  listCompanyHistory,
  listRules,
  renewEmployee,
  setEstablishment,
  submitApplication,
} from 'contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee } from '../../../test/submission.ts'

const portal = startPortal()
const make = given(portal)
type Session = ReturnType<typeof as>
let company: { id: string }
let omar: Session
let huda: Session

beforeEach(async () => {
  portal.clock.moment = new Date('2026-11-22T06:00:00Z')
  company = await make.company({ name: 'Falcon Trading LLC' })
  omar = as(portal, await make.user('company_admin', { of: [company] }))
  huda = as(portal, await make.user('admin'))
})

const set = (body: Input<typeof setEstablishment>['body'], by = omar, ifMatch?: string) =>
  by.send(setEstablishment, { params: company, body }, ifMatch ? { 'if-match': ifMatch } : {})
const readiness = async (by = omar) => (await by.send(getReadiness, { params: company })).reply
const said = async (by = omar) =>
  (await readiness(by)).findings.filter(({ level }) => level !== 'unknown').map(({ key, level, since }) => `${key} ${level} ${since}`)
const addCard = (expires_on: string, renews_id?: string) =>
  omar.send(addPaper, {
    body: { company_id: company.id, kind: 'establishment_card', number: '1/2026', expires_on, ...(renews_id && { renews_id }) },
  })
const submit = async () => {
  const { reply, status } = await omar.send(submitApplication, { body: newEmployee(company) })
  expect(status).toBe(201)
  return reply
}
const although = async (id: string) => {
  const { reply } = await omar.send(listApplicationHistory, { params: { id } })
  return reply.find(({ action }) => action === 'submitted')?.changes
}

describe('the establishment of a company', () => {
  it('is not on record at first, and keeps what is said until something else is', async () => {
    const { reply: nothing } = await omar.send(getEstablishment, { params: company })
    expect(Object.values(nothing).filter((value) => value !== null)).toEqual([company.id])
    const facts = { emirate: 'dubai', jurisdiction: 'mainland', mohre_category: 2, trn: '100123456700003', quota_total: 20 } as const
    const { reply } = await set({ ...facts, signatory_name: 'Omar Haddad' })
    expect(reply).toMatchObject({ ...facts, signatory_name: 'Omar Haddad', free_zone: null, updated_at: '2026-11-22T06:00:00.000Z' })
    const { reply: later } = await set({ quota_total: 25, signatory_name: '', mohre_category: '' }, huda)
    expect(later).toMatchObject({ ...facts, quota_total: 25, signatory_name: null, mohre_category: null })
    const { reply: lines } = await omar.send(listCompanyHistory, { params: company })
    expect(lines[0]).toMatchObject({ action: 'changed' })
    expect(lines[0]?.changes).toContainEqual({ field: 'quota_total', from: '20', to: '25' })
  })

  it.each([
    [{ trn: '12345' }, 'trn', 'TRN must have 15 digits'],
    [{ jurisdiction: 'mainland', free_zone: 'DMCC' }, 'free_zone', 'A mainland company has no free zone'],
    [{ free_zone: 'DMCC' }, 'free_zone', 'Say first that the company is in a free zone'],
    [{ wages_paid_through: '2027-01' }, 'wages_paid_through', 'Wages cannot be paid that far ahead'],
    [{ quota_as_of: '2026-11-23' }, 'quota_as_of', 'The day of the quota lies ahead'],
    [{ quota_total: -1 }, 'quota_total', 'Quota total must be at least 0'],
    [{ quota_total: 100_001 }, 'quota_total', 'Quota total must be at most 100000'],
    [{ emirate: 'texas' }, 'emirate', 'Emirate must be'],
  ])('refuses %j and stores nothing', async (body, field, sentence) => {
    const { status, problem } = await set(body as Input<typeof setEstablishment>['body'])
    expect([status, problem.errors?.[0]?.field]).toEqual([422, field])
    expect(problem.errors?.[0]?.detail).toContain(sentence)
    expect((await omar.send(getEstablishment, { params: company })).reply.updated_at).toBeNull()
  })

  it('is not changed from another state than was read', async () => {
    const { headers } = await set({ quota_total: 5 })
    await set({ quota_total: 6 }, huda)
    expect((await set({ quota_total: 7 }, omar, String(headers.etag))).status).toBe(412)
    expect((await omar.send(getEstablishment, { params: company })).reply.quota_total).toBe(6)
  })
})

describe('the readiness of a company', () => {
  it('stops since the establishment card expired; a submission passes, and its history says so', async () => {
    expect(await said()).toEqual([])
    const { reply: card } = await addCard('2026-11-12')
    expect(await said()).toEqual(['establishment_card stops 2026-11-12'])
    const { id } = await submit()
    expect(await although(id)).toEqual([{ field: 'although', from: null, to: 'establishment_card' }])
    await addCard('2027-11-12', card.id)
    expect(await said()).toEqual([])
    expect(await although((await submit()).id)).toEqual([])
  })

  it('says by whose word it stops, and whether the provider has confirmed that', async () => {
    await set({ wages_paid_through: '2026-09' })
    const wages = async () => (await readiness()).findings.find(({ key }) => key === 'wages')
    expect(await wages()).toMatchObject({ level: 'stops', since: '2026-11-06', confirmed: false })
    const { reply: rules } = await huda.send(listRules, { query: { key: 'wages_stop', on: '2026-11-22' } })
    expect((await wages())?.rule_id).toBe(rules[0]?.id)
    await huda.send(confirmRule, { params: { id: rules[0]?.id ?? '' }, body: { confirmed: true } })
    expect(await wages()).toMatchObject({ level: 'stops', confirmed: true })
    await huda.send(confirmRule, { params: { id: rules[0]?.id ?? '' }, body: { confirmed: false } })
    portal.clock.moment = new Date('2026-05-20T06:00:00Z')
    await set({ wages_paid_through: '2026-03' })
    expect(await said()).toEqual(['wages stops 2026-05-18'])
    portal.clock.moment = new Date('2026-05-12T06:00:00Z')
    expect(await said()).toEqual(['wages slows 2026-05-01'])
  })

  it('stops new people where 18 employed and 2 under way fill a quota of 20, and no renewal', async () => {
    await set({ quota_total: 20 })
    const people = await Promise.all(Array.from({ length: 18 }, (_, n) => make.employee(company, { passport_number: `N${n}` })))
    await make.employee(company, { passport_number: 'N99', status: 'cancelled' })
    await submit()
    expect(await said()).toEqual([])
    const second = await submit()
    expect(await although(second.id)).toEqual([])
    expect(await readiness()).toMatchObject({ quota_used: 20 })
    expect(await said()).toEqual(['quota stops null'])
    expect(await although((await submit()).id)).toEqual([{ field: 'although', from: null, to: 'quota' }])
    const { reply: renewal } = await omar.send(renewEmployee, { body: { employee_id: people[0]?.id ?? '' } })
    expect(await although(renewal.id)).toEqual([])
  })

  it('says of a renewal too what the card stops', async () => {
    await addCard('2026-11-12')
    const { id: employee_id } = await make.employee(company)
    const { reply } = await omar.send(renewEmployee, { body: { employee_id } })
    expect(await although(reply.id)).toEqual([{ field: 'although', from: null, to: 'establishment_card' }])
  })
})
