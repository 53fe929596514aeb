import { listCompanyHistory, listNotices, updateCompany } from 'contract'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { deliverDue } from '../../../test/mailDelivery.ts'
import { startPortal } from '../../../test/portal.ts'
import { startMailServer } from '../../../test/smtp.ts'

const portal = startPortal()
const server = startMailServer()
const make = given(portal)
const FIELDS = {
  name: 'Falcon Trading LLC',
  trade_license: 'CN-1001',
  contact_person: 'Mona Aziz',
  email: 'office@falcon.example',
  phone: '+971 4 000 0002',
}
const CHANGES = [
  { field: 'contact_person', from: 'Omar Haddad', to: 'Mona Aziz' },
  { field: 'phone', from: '+971 4 000 0001', to: '+971 4 000 0002' },
]

async function office() {
  const company = await make.company()
  const boss = await make.user('company_admin', { of: [company] })
  const arabic = await make.user('company_admin', { of: [company], language: 'ar' })
  const person = await make.user('employee', { of: [company] })
  const stranger = await make.user('company_admin', { of: [await make.company({ name: 'Other LLC' })] })
  const admin = as(portal, await make.user('admin', { full_name: 'Huda Salem' }))
  const told = async (reader: { id: string }) => (await as(portal, reader).send(listNotices, { query: {} })).reply
  return { company, boss, arabic, person, stranger, admin, told, params: { id: company.id } }
}

describe('what an administrator corrects in the data of a company', () => {
  it('is told to its admins, in the portal and by mail, with what it was and is', async () => {
    const { boss, arabic, person, stranger, admin, told, params } = await office()
    await admin.send(updateCompany, { params, body: FIELDS })
    for (const reader of [boss, arabic])
      expect(await told(reader)).toMatchObject([{ kind: 'company_corrected', company_name: 'Falcon Trading LLC', changes: CHANGES }])
    for (const other of [person, stranger]) expect(await told(other)).toEqual([])
    await deliverDue(portal, server.url)
    const [mail] = server.to(boss.email)
    expect(mail?.subject).toBe('An administrator corrected the data of Falcon Trading LLC')
    expect(mail?.text).toContain('Phone: +971 4 000 0001 → +971 4 000 0002')
    const [translated] = server.to(arabic.email)
    expect(translated?.subject).toContain('صحّح أحد مسؤولي البوابة بيانات')
    expect(translated?.text).toContain('\u2068+971 4 000 0001\u2069 ← \u2068+971 4 000 0002\u2069')
    expect([server.to(person.email), server.to(stranger.email)]).toEqual([[], []])
    const [line] = (await as(portal, boss).send(listCompanyHistory, { params })).reply
    expect(line).toMatchObject({ action: 'changed', actor_name: 'Huda Salem', changes: CHANGES })
  })

  it('is told where the category is sent along, changed or not (P8); the category alone is no correction', async () => {
    const { boss, admin, told, params } = await office()
    await admin.send(updateCompany, { params, body: { ...FIELDS, category: 'on_demand' } })
    expect(await told(boss)).toMatchObject([{ kind: 'company_corrected', changes: CHANGES }])
    await admin.send(updateCompany, { params, body: { ...FIELDS, category: 'monthly_retainer' } })
    await admin.send(updateCompany, { params, body: { ...FIELDS, phone: '+971 4 000 0003', category: 'on_demand' } })
    const actions = (await as(portal, boss).send(listCompanyHistory, { params })).reply.map(({ action }) => action)
    expect(actions.toSorted()).toEqual(['category_changed', 'changed', 'changed'])
    expect(await told(boss)).toHaveLength(2)
  })

  it('is told once: neither what stays as it was nor what the company itself changes', async () => {
    const { boss, arabic, admin, told, params } = await office()
    await as(portal, boss).send(updateCompany, { params, body: FIELDS })
    await admin.send(updateCompany, { params, body: FIELDS })
    expect([await told(boss), await told(arabic)]).toEqual([[], []])
  })
})
