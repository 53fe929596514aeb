import { documentUrl, listCompanies, submitApplication } from 'contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { dataString, PDF } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee } from '../../../test/submission.ts'
import { companies } from '../db/companies.table.ts'
import { users } from '../db/people.table.ts'

const portal = startPortal()
const { company, user, document, topup } = given(portal)

beforeEach(async () => {
  await portal.db.delete(users)
  await portal.db.delete(companies)
})

const minute = (after: number) => new Date(Date.UTC(2026, 10, 20, 6, after)).toISOString()

describe('listCompanies', () => {
  it('answers all to an admin, newest first, with every document slot', async () => {
    const falcon = await company({ created_at: minute(0) })
    const eagle = await company({ name: 'Eagle Contracting', category: 'monthly_retainer', created_at: minute(1) })
    const { status, reply, headers } = await as(portal, await user('admin')).send(listCompanies, {})
    expect(status).toBe(200)
    expect(reply.map(({ id }) => id)).toEqual([eagle.id, falcon.id])
    expect(reply[1]).toEqual({
      id: falcon.id,
      name: 'Falcon Trading LLC',
      trade_license: 'CN-1001',
      contact_person: 'Omar Haddad',
      email: 'office@falcon.example',
      phone: '+971 4 000 0001',
      category: 'on_demand',
      documents: {
        trade_license: null,
        establishment_card: null,
        shareholder_passport: null,
        shareholder_eid: null,
        other_doc_1: null,
        other_doc_2: null,
        other_doc_3: null,
      },
      trade_license_seen_before: false,
      employee_count: 0,
      people_count: 0,
      total_applications: 0,
      pending_applications: 0,
      completed_applications: 0,
      refused_applications: 0,
      last_activity: null,
      document_count: 0,
      sole_user_count: 0,
      balance: 0,
      due: 0,
      readiness: 'unknown',
    })
    expect(reply[0]).toMatchObject({ category: 'monthly_retainer', trade_license_seen_before: true })
    expect([headers['x-total-count'], headers['x-unfiltered-count']]).toEqual(['2', '2'])
  })

  it('answers all own, and only those, to a company_admin, without the flag that is for admins', async () => {
    const [falcon, eagle] = [await company(), await company({ name: 'Eagle Contracting' })]
    await company({ name: 'Desert Rose LLC' })
    const { reply, headers } = await as(portal, await user('company_admin', { of: [falcon, eagle] })).send(listCompanies, {})
    expect(reply.map(({ id }) => id).sort()).toEqual([falcon.id, eagle.id].sort())
    expect(reply.map((each) => each.trade_license_seen_before)).toEqual([false, false])
    expect(reply.map((each) => each.sole_user_count)).toEqual([0, 0])
    expect(reply.map((each) => [each.balance, each.due])).toEqual([
      [null, null],
      [null, null],
    ])
    expect(headers['x-unfiltered-count']).toBe('2')
  })

  it('tells an admin, and nobody else, what each wallet holds and what is due of it (W6)', async () => {
    const [falcon, eagle] = [await company(), await company({ name: 'Eagle Contracting' })]
    await topup(falcon, { approved: true, aed: 1234.5 })
    await topup(eagle)
    const layla = await user('company_admin', { of: [eagle] })
    for (const passport_number of ['P1', 'P2'])
      await as(portal, layla).send(submitApplication, { body: newEmployee(eagle, { passport_number }) })
    const held = async (viewer: Awaited<ReturnType<typeof user>>) =>
      new Map((await as(portal, viewer).send(listCompanies, {})).reply.map(({ id, balance, due }) => [id, [balance, due]]))
    expect(await held(await user('admin'))).toEqual(
      new Map([
        [falcon.id, [1234.5, 0]],
        [eagle.id, [0, 13_000]],
      ]),
    )
    expect(await held(await user('company_admin', { of: [falcon] }))).toEqual(new Map([[falcon.id, [null, null]]]))
  })

  it('answers nothing to a company_admin without a company', async () => {
    await company()
    expect((await as(portal, await user('company_admin')).send(listCompanies, {})).reply).toEqual([])
  })

  it('shows documents as links, or as data strings when asked (D2)', async () => {
    const falcon = await company()
    const boss = await user('admin')
    const scan = await document({ company_id: falcon.id, slot: 'trade_license' }, PDF)
    const links = await as(portal, boss).send(listCompanies, {})
    expect(links.reply[0]?.documents).toMatchObject({ trade_license: documentUrl(scan.id), establishment_card: null })
    const data = await as(portal, boss).send(listCompanies, { query: { documents: 'data' } })
    expect(data.reply[0]?.documents.trade_license).toBe(dataString(PDF))
  })

  it('searches the name without case, accents or the variants of Arabic letters', async () => {
    const [falcon, rose] = [await company({ name: 'Fälcon 50% LLC' }), await company({ name: 'وردة الصحراء' })]
    const boss = as(portal, await user('admin'))
    const found = async (q: string) => (await boss.send(listCompanies, { query: { q } })).reply.map(({ id }) => id)
    expect(await found('FALCON')).toEqual([falcon.id])
    expect(await found('ورده')).toEqual([rose.id])
    expect(await found('%')).toEqual([falcon.id])
    expect(await found('_')).toEqual([])
    expect(await found('')).toHaveLength(2)
  })

  it('comes page by page, and a broken cursor begins anew', async () => {
    for (const after of [0, 1, 2]) await company({ created_at: minute(after) })
    const boss = as(portal, await user('admin'))
    const first = await boss.send(listCompanies, { query: { limit: 2 } })
    const next = new URL(/<(.+)>/.exec(String(first.headers.link))?.[1] ?? '', 'http://portal').searchParams
    const second = await boss.send(listCompanies, { query: { limit: 2, cursor: next.get('cursor') ?? '' } })
    expect([...first.reply, ...second.reply].map(({ id }) => id)).toHaveLength(
      new Set([...first.reply, ...second.reply].map(({ id }) => id)).size,
    )
    expect([second.reply.length, second.headers.link]).toEqual([1, undefined])
    expect((await boss.send(listCompanies, { query: { cursor: 'broken' } })).reply).toHaveLength(3)
  })
})
