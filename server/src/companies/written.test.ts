import { COMPANY_SLOTS, CompanyCard, type CompanySlot, listCompanies, type Role } from 'contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { anyMoment, anyText, sample } from '../../../test/anyText.ts'
import { as } from '../../../test/as.ts'
import { JPEG } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { asLinks, inSlots } from '../documents/delivery.ts'
import { listDocuments } from '../documents/queries.ts'
import type { Viewer } from '../http/session.ts'
import { findCompany } from './queries.ts'

const portal = startPortal()
const make = given(portal)

const row = fc.record({
  ...{ name: anyText, trade_license: fc.constantFrom('CN-1', 'cn-1', 'CN-2'), contact_person: anyText, email: anyText, phone: anyText },
  ...{ category: fc.constantFrom('on_demand', 'monthly_retainer'), created_at: anyMoment },
})
const facts = fc.record({
  row,
  slots: fc.subarray<CompanySlot>([...COMPANY_SLOTS], { maxLength: 3 }),
  applications: fc.integer({ min: 0, max: 2 }),
  aed: fc.option(fc.integer({ min: 100, max: 100_000 }).map((fils) => fils / 100)),
})

it.each<Role>(['admin', 'company_admin'])('companies are written as the schema would write them, for: %s', async (role) => {
  const made: { id: string }[] = []
  for (const { row, slots, applications, aed } of sample(facts, 24)) {
    const company = await make.company(row as Parameters<typeof make.company>[0])
    made.push(company)
    for (const slot of slots) await make.document({ company_id: company.id, slot }, JPEG)
    for (let n = 0; n < applications; n++) await make.application(company, { passport_number: `P${n}` })
    if (applications > 0) await make.employee(company)
    if (aed) await make.topup(company, { approved: true, aed })
    if (aed) await make.user('company_admin', { of: [company] })
  }
  const reader = await make.user(role, { of: made })
  const { raw, reply } = await as(portal, reader).send(listCompanies, { query: { limit: 200 } })
  expect(reply.length).toBeGreaterThanOrEqual(24)
  const viewer = { ...reader, role, company_ids: made.map(({ id }) => id) } as unknown as Viewer
  const expected = reply.map(async ({ id }) => {
    const links = inSlots(COMPANY_SLOTS, asLinks(await listDocuments(portal.db, 'company_id', [id])))
    return CompanyCard.parse({ ...(await findCompany(portal.db, viewer, id)), ...links })
  })
  expect(raw.payload).toBe(JSON.stringify(await Promise.all(expected)))
  expect(raw.payload).toBe(JSON.stringify(z.array(CompanyCard).parse(reply)))
})
