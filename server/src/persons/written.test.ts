import { addDays, daysLeft, dubaiDate, ExpiringVisa, listExpiringVisas, type Role, STAGE_NAMES } from 'contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { anyText, sample } from '../../../test/anyText.ts'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { START, startPortal } from '../../../test/portal.ts'

const portal = startPortal()
const make = given(portal)
const EMAIL = 'sara.khan@people.example'
const TODAY = dubaiDate(START)

const facts = fc.record({
  ...{ name: anyText, recordName: anyText, nationality: anyText, passport_number: fc.uuid(), hasPassport: fc.boolean() },
  ...{ of: fc.constantFrom('application', 'employee', 'both'), days: fc.integer({ min: 0, max: 30 }) },
  renewal: fc.option(fc.constantFrom(...STAGE_NAMES)),
})

it.each<Role>(['admin', 'company_admin', 'employee'])(
  'expiring visas are written as the schema would write them, for: %s',
  async (role) => {
    const company = await make.company({ name: 'شركة "Falcon" \\ LLC' })
    const verified = role === 'employee' && { email: EMAIL, email_verified_at: '2026-11-01T00:00:00.000Z' }
    const reader = await make.user(role, { of: [company], ...verified })
    const expected: ExpiringVisa[] = []
    for (const { name, recordName, nationality, of, days, renewal, ...rest } of sample(facts, 40)) {
      const passport_number = rest.hasPassport || of !== 'application' ? rest.passport_number : null
      const date = addDays(TODAY, days)
      const whose = { nationality, passport_number }
      const record =
        of === 'application'
          ? undefined
          : await make.employee(company, {
              nationality,
              passport_number: rest.passport_number,
              employee_name: recordName,
              visa_expiry_date: date,
            })
      const first =
        of === 'employee'
          ? undefined
          : await make.application(company, {
              ...whose,
              email: EMAIL,
              employee_name: name,
              expiry_date: date,
              submitted_at: '2025-01-01T00:00:00.000Z',
              status: 'completed',
              completed_at: '2025-02-01T00:00:00.000Z',
            })
      const renewed =
        renewal && first && passport_number
          ? await make.application(company, {
              ...whose,
              email: EMAIL,
              employee_name: name,
              application_type: 'renewal',
              current_stage: renewal,
            })
          : undefined
      const newest = renewed ?? first
      if (role === 'employee' && !newest) continue
      expected.push({
        id: newest?.id ?? record?.id ?? '',
        record: newest ? 'application' : 'employee',
        employee_id: role === 'employee' ? null : (record?.id ?? null),
        employee_name: newest ? name : recordName,
        passport_number,
        company_name: role === 'admin' ? company.name : null,
        expiry_date: date,
        days_left: daysLeft(date, TODAY),
        renewal: renewed
          ? {
              application_id: renewed.id,
              stage_name: renewed.current_stage,
              stage_status: null,
              visa_type: 'employee',
              employee_location: 'outside_uae',
            }
          : null,
      })
    }
    const { raw, reply } = await as(portal, reader).send(listExpiringVisas, { query: { limit: 200 } })
    const byId = new Map(expected.map((visa) => [visa.id, JSON.stringify(ExpiringVisa.parse(visa))]))
    const own = reply.filter(({ id }) => byId.has(id))
    expect(own).toHaveLength(byId.size)
    if (role !== 'admin') expect(reply).toHaveLength(byId.size)
    expect(JSON.stringify(own)).toBe(`[${own.map(({ id }) => byId.get(id)).join(',')}]`)
    expect(raw.payload).toBe(JSON.stringify(z.array(ExpiringVisa).parse(reply)))
  },
)
