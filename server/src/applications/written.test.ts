import { APPLICATION_SLOTS, type ApplicationSlot, fils, listApplications, type Role, VisaApplication } from 'contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { anyFils, anyMoment, anyText, sample, textOrNull } from '../../../test/anyText.ts'
import { as } from '../../../test/as.ts'
import { JPEG } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { asLinks, inSlots } from '../documents/delivery.ts'
import { listDocuments } from '../documents/queries.ts'
import type { Viewer } from '../http/session.ts'
import { findApplication } from './queries.ts'

const portal = startPortal()
const make = given(portal)
const EMAIL = 'sara.khan@people.example'

const day = fc.option(fc.constantFrom('2026-12-31', '0001-01-01', '9999-12-31'))
const row = fc.record({
  employee_name: anyText,
  passport_number: fc.option(fc.uuid()),
  nationality: anyText,
  designation: textOrNull,
  mobile: textOrNull,
  salary_breakup: textOrNull,
  notice_period: textOrNull,
  probation_period: textOrNull,
  visa_expiry_date: day,
  expiry_date: day,
  cost_fils: anyFils.map(fils),
  submitted_at: anyMoment,
})

/** As it was before PostgreSQL wrote it: columns into values, and those through the schema. */
async function readBySchema(viewer: Viewer, id: string): Promise<VisaApplication> {
  const found = await findApplication(portal.db, viewer, id)
  return VisaApplication.parse({ ...found, ...inSlots(APPLICATION_SLOTS, asLinks(await listDocuments(portal.db, 'application_id', [id]))) })
}

it.each<Role>(['admin', 'company_admin', 'employee'])('a page is written as the schema would write it, for: %s', async (role) => {
  const company = await make.company({ name: 'شركة "Falcon" \\ LLC' })
  const user = await make.user(role, {
    of: [company],
    ...(role === 'employee' && { email: EMAIL }),
    email_verified_at: '2026-11-01T00:00:00.000Z',
  })
  const slots = fc.subarray([...APPLICATION_SLOTS], { maxLength: 3 })
  for (const [facts, attached] of sample(fc.tuple(row, slots), 40)) {
    const made = await make.application(company, { ...facts, email: EMAIL })
    for (const slot of attached as ApplicationSlot[]) await make.document({ application_id: made.id, slot }, JPEG)
  }
  const { raw, reply } = await as(portal, user).send(listApplications, { query: { documents: 'link', company_id: company.id } })
  expect(reply).toHaveLength(40)
  const viewer = { ...user, role, company_ids: [company.id], active_company_id: company.id, email_verified: true } as unknown as Viewer
  const expected = await Promise.all(reply.map(({ id }) => readBySchema(viewer, id)))
  expect(raw.payload).toBe(JSON.stringify(expected))
  expect(raw.payload).toBe(JSON.stringify(z.array(VisaApplication).parse(reply)))
})
