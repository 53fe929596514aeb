import { Employee, listEmployees, type Role } from 'contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { anyMoment, anyText, sample, textOrNull } from '../../../test/anyText.ts'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import type { Viewer } from '../http/session.ts'
import { findEmployee } from './queries.ts'

const portal = startPortal()
const make = given(portal)

const day = fc.option(fc.constantFrom('2026-11-19', '2026-11-20', '0001-01-01', '9999-12-31'))
const row = fc.record({
  ...{ employee_name: anyText, passport_number: fc.uuid(), nationality: anyText, created_at: anyMoment },
  ...{ designation: textOrNull, visa_number: textOrNull, eid_number: textOrNull, mobile: textOrNull, email: textOrNull },
  ...{ visa_expiry_date: day, eid_expiry_date: day },
})
const request = fc.record({ cancellation_reason: anyText, cancellation_notes: textOrNull, cancellation_requested_at: anyMoment })
const facts = fc.record({ row, request: fc.option(request), isByUser: fc.boolean(), isRenewed: fc.boolean() })

it.each<Role>(['admin', 'company_admin'])('employees are written as the schema would write them, for: %s', async (role) => {
  const company = await make.company()
  const reader = await make.user(role, { of: [company], full_name: 'ليلى "Nasser"' })
  for (const { row, request, isByUser, isRenewed } of sample(facts, 40)) {
    const asked = request && {
      ...request,
      status: 'cancellation_requested' as const,
      cancellation_requested_by: isByUser ? reader.id : null,
    }
    const { id, passport_number } = await make.employee(company, { ...row, ...asked })
    if (isRenewed) await make.application(company, { application_type: 'renewal', employee_id: id, passport_number })
  }
  const { raw, reply } = await as(portal, reader).send(listEmployees, { query: { limit: 200 } })
  expect(reply.length).toBeGreaterThanOrEqual(40)
  const viewer = { ...reader, role, company_ids: [company.id] } as unknown as Viewer
  const expected = reply.map(async ({ id }) => Employee.parse(await findEmployee(portal.db, viewer, id, portal.clock.moment)))
  expect(raw.payload).toBe(JSON.stringify(await Promise.all(expected)))
  expect(raw.payload).toBe(JSON.stringify(z.array(Employee).parse(reply)))
})
