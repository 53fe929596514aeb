import {
  addPaper,
  addRule,
  type CompanyReadiness,
  confirmRule,
  countCompanyFacets,
  getReadiness,
  listCompanies,
  listReadiness,
  setEstablishment,
  submitApplication,
} from 'contract'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee } from '../../../test/submission.ts'

const portal = startPortal()
const make = given(portal)
type Session = ReturnType<typeof as>
let company: { id: string }
let huda: Session
let omar: Session
let users: [admin: { id: string }, manager: { id: string }]

beforeEach(async () => {
  company = await make.company({ name: 'Falcon Trading LLC' })
  users = [await make.user('admin'), await make.user('company_admin', { of: [company] })]
  at('2026-11-22')
})

/** On that day, with sessions of that day. */
function at(day: string): void {
  portal.clock.moment = new Date(`${day}T06:00:00Z`)
  const [admin, manager] = users
  huda = as(portal, admin)
  omar = as(portal, manager)
}

const hold = (kind: 'establishment_card' | 'trade_license' | 'mohre_card' | 'e_signature_card', expires_on: string, renews_id?: string) =>
  omar.send(addPaper, { body: { company_id: company.id, kind, expires_on, ...(renews_id && { renews_id }) } })
const found = async (level?: CompanyReadiness) =>
  (await huda.send(listReadiness, { query: { ...(level && { level }), limit: 1_000 } })).reply.find(
    ({ company_id }) => company_id === company.id,
  )
/** By the list of readiness, the list of companies and its filter, which agree; and as the company itself reads it. */
const levelOf = async () => {
  const row = await found()
  const level = row?.level ?? 'unknown'
  const cards = (await huda.send(listCompanies, { query: { documents: 'link', readiness: level } })).reply
  expect(cards.find(({ id }) => id === company.id)?.readiness).toBe(level)
  const { findings } = (await omar.send(getReadiness, { params: company })).reply
  expect(row?.findings).toEqual(findings.filter((finding) => finding.level !== 'unknown'))
  return level
}

describe('listReadiness', () => {
  it('names the companies that cannot work now, and why; without the others', async () => {
    expect([await levelOf(), await found('stops')]).toEqual(['unknown', undefined])
    await hold('establishment_card', '2026-11-12')
    expect(await levelOf()).toBe('stops')
    expect(await found('stops')).toMatchObject({
      company_name: 'Falcon Trading LLC',
      level: 'stops',
      findings: [{ key: 'establishment_card', level: 'stops', since: '2026-11-12' }],
    })
    expect(await found('slows')).toBeUndefined()
  })

  it('follows what is written, the day and the rules', async () => {
    const { reply: card } = await hold('establishment_card', '2027-01-30')
    expect(await levelOf()).toBe('unknown')
    at('2026-12-05')
    expect(await levelOf()).toBe('slows')
    at('2027-01-31')
    expect(await levelOf()).toBe('stops')
    await hold('establishment_card', '2028-11-12', card.id)
    for (const kind of ['trade_license', 'mohre_card', 'e_signature_card'] as const) await hold(kind, '2028-11-12')
    await omar.send(setEstablishment, { params: company, body: { quota_total: 1, wages_paid_through: '2027-01' } })
    expect(await levelOf()).toBe('ready')
    at('2027-03-02')
    expect(await levelOf()).toBe('slows')
    at('2027-03-20')
    expect(await levelOf()).toBe('stops_new')
    const body = {
      ...({ key: 'wages_stop', value: { days: 90 }, in_force_from: '2027-03-01', source_name: 'Our own', confidence: 'provider' } as const),
    }
    const { reply: rule } = await huda.send(addRule, { body })
    expect(await levelOf()).toBe('slows')
    await huda.send(confirmRule, { params: rule, body: { confirmed: true } })
    expect(await levelOf()).toBe('slows')
    await omar.send(setEstablishment, { params: company, body: { wages_paid_through: '2027-04' } })
    expect(await levelOf()).toBe('ready')
    await omar.send(submitApplication, { body: newEmployee(company) })
    expect(await levelOf()).toBe('stops_new')
    await omar.send(setEstablishment, { params: company, body: { quota_total: 2 } })
    expect(await levelOf()).toBe('ready')
    await make.employee(company, { passport_number: 'K1' })
    expect(await levelOf()).toBe('stops_new')
  })

  it('does not keep what was reckoned while somebody wrote', async () => {
    await hold('establishment_card', '2027-11-12')
    await levelOf()
    const lapse = sql`update papers set expires_on = '2026-11-12' where company_id = ${company.id} and person_id is null`
    await portal.db.transaction(async (tx) => {
      await tx.execute(lapse)
      expect((await found())?.level).toBe('unknown')
    })
    expect(await levelOf()).toBe('stops')
  })

  it('is counted beside the filters of the list of companies', async () => {
    const counted = async () => (await huda.send(countCompanyFacets, {})).reply.readiness.find(({ value }) => value === 'stops')?.count ?? 0
    const before = await counted()
    await hold('trade_license', '2026-11-12')
    expect(await counted()).toBe(before + 1)
  })

  it('is no company’s business', async () => {
    const { reply } = await omar.send(listCompanies, { query: { documents: 'link' } })
    expect(reply.map(({ readiness }) => readiness)).toEqual([null])
  })
})
