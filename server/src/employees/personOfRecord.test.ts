import { getPerson, renewEmployee } from 'contract'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { JPEG } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { documents } from '../db/documents.table.ts'

const portal = startPortal()
const make = given(portal)

async function customer() {
  const company = await make.company()
  return { company, ...as(portal, await make.user('company_admin', { of: [company] })) }
}

/** A person with two cases: the older one handed in everything, the newer one a passport. */
async function known(company: { id: string }) {
  const record = await make.employee(company)
  const older = await make.application(company, {
    submitted_at: '2024-11-20T08:00:00.000Z',
    status: 'completed',
    completed_at: '2025-11-21T08:00:00.000Z',
  })
  const newer = await make.application(company, {
    submitted_at: '2025-11-20T08:00:00.000Z',
    application_type: 'renewal',
    status: 'completed',
    completed_at: '2025-11-21T08:00:00.000Z',
  })
  await Promise.all([
    make.document({ application_id: newer.id, slot: 'passport_front', name: 'passport-2025.jpg' }, JPEG),
    make.document({ stage_id: (await make.stage(older, 'Visa Stamping', 'Approved')).id, name: 'visa-2024.jpg' }, JPEG),
    make.document({ application_id: older.id, slot: 'passport_front', name: 'passport-2024.jpg' }, JPEG),
    make.document({ application_id: older.id, slot: 'existing_visa', name: 'visa-2022.jpg' }, JPEG),
    make.document({ stage_id: (await make.stage(older, 'Medical Test', 'Approved')).id, name: 'medical.jpg' }, JPEG),
  ])
  return { record, older, newer }
}

describe('GET /employees/{id}/person', () => {
  it('answers all cases of the person, the newest first, and of nobody else (S12)', async () => {
    const { company, send } = await customer()
    const { record, older, newer } = await known(company)
    await make.application(company, { passport_number: 'OTHER', employee_name: 'Ravi Nair' })
    const { reply } = await send(getPerson, { params: { id: record.id } })
    expect(reply.applications.map(({ id }) => id)).toEqual([newer.id, older.id])
    expect(reply.applications[0]).toMatchObject({ application_type: 'renewal', status: 'completed', current_stage: 'Offer Letter' })
  })

  it('names what a renewal copies then, and what is missing (E2)', async () => {
    const { company, send } = await customer()
    const { record } = await known(company)
    const { passport_front, existing_visa, eid } = (await send(getPerson, { params: { id: record.id } })).reply.held_documents
    expect([passport_front?.name, existing_visa?.name, eid]).toEqual(['passport-2025.jpg', 'visa-2024.jpg', null])
    const { reply: renewal } = await send(renewEmployee, { body: { employee_id: record.id } })
    const slots = ['passport_front', 'existing_visa', 'eid'] as const
    expect(slots.map((slot) => renewal.document_details[slot]?.name)).toEqual(['passport-2025.jpg', 'visa-2024.jpg', undefined])
  })

  it('says which document was lost, and copies neither it nor an older one in its place', async () => {
    const { company, send } = await customer()
    const { record } = await known(company)
    const { passport_front } = (await send(getPerson, { params: { id: record.id } })).reply.held_documents
    const lost = eq(documents.id, passport_front?.id ?? '')
    await portal.db.update(documents).set({ missing_at: portal.clock.moment.toISOString() }).where(lost)
    const { held_documents } = (await send(getPerson, { params: { id: record.id } })).reply
    expect(held_documents).toMatchObject({
      passport_front: { ...passport_front, lost: true },
      existing_visa: { name: 'visa-2024.jpg', lost: false },
    })
    const { reply } = await send(renewEmployee, { body: { employee_id: record.id } })
    expect([reply.document_details.passport_front, reply.document_details.existing_visa?.name]).toEqual([null, 'visa-2024.jpg'])
  })

  it('names the account of the record, or of its e-mail in the company, and no other (A6, V4)', async () => {
    const { company, send } = await customer()
    const accountOf = async (record: { id: string }) => (await send(getPerson, { params: { id: record.id } })).reply.account
    const email = 'sara@falcon.example'
    const record = await make.employee(company, { email })
    await make.user('employee', { of: [await make.company()], email: 'elsewhere@falcon.example', employee_id: null })
    expect(await accountOf(record)).toBeNull()
    expect(await accountOf(await make.employee(company, { passport_number: 'P2', email: 'elsewhere@falcon.example' }))).toBeNull()
    await make.user('employee', { of: [company], email, approved: false })
    expect(await accountOf(record)).toEqual({ email, standing: 'pending' })
    const named = 'invited@falcon.example'
    await make.user('employee', { of: [company], email: named, employee_id: record.id, password_hash: null })
    expect(await accountOf(record)).toEqual({ email: named, standing: 'invited' })
  })

  it('opens for a record of any own company, and of no other (V2, V3)', async () => {
    const [one, two, foreign] = [await make.company(), await make.company(), await make.company()]
    const { send } = as(portal, await make.user('company_admin', { of: [one, two] }))
    const cases = []
    for (const company of [one, two, foreign]) {
      const { record } = await known(company)
      const { status, reply } = await send(getPerson, { params: { id: record.id } })
      cases.push([status, reply.applications?.length])
    }
    expect(cases).toEqual([
      [200, 2],
      [200, 2],
      [404, undefined],
    ])
  })
})
