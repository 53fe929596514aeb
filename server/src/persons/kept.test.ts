import {
  addStage,
  currentStage,
  deleteEmployee,
  listApplicationHistory,
  listStages,
  STAGE_NAMES,
  StageStatus,
  setExpiryDate,
  submitApplication,
  updateEmployee,
  updateStage,
} from 'contract'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee, renewal } from '../../../test/submission.ts'
import { applications } from '../db/applications.table.ts'
import { employees } from '../db/people.table.ts'
import { countAllMiskept, countMiskept, fromNewest, watchPeople } from './proof.ts'

const portal = startPortal()
const make = given(portal)
const MINUTE = 60_000

async function office() {
  const company = await make.company()
  return {
    company,
    customer: as(portal, await make.user('company_admin', { of: [company] })),
    admin: as(portal, await make.user('admin')),
  }
}
const rowOf = async (id: string) => {
  const [row] = await portal.db.select().from(applications).where(eq(applications.id, id))
  return row
}
/** A minute later. */
const moment = () => {
  portal.clock.moment = new Date(portal.clock.moment.getTime() + MINUTE)
  return portal.clock.moment.toISOString()
}

describe('what is kept of an application', () => {
  it('is the status of the current stage, and since when that is the current one', async () => {
    const { company, customer, admin } = await office()
    const submitted = moment()
    const { reply } = await customer.send(submitApplication, { body: newEmployee(company) })
    const params = { id: reply.id }
    const kept = async () => {
      const row = await rowOf(reply.id)
      return [row?.stage_status, row?.stage_since, row?.refused]
    }
    expect(await kept()).toEqual([null, submitted, false])
    moment()
    const offer = (await admin.send(addStage, { params, body: { stage_name: 'Offer Letter' } })).reply
    expect(await kept()).toEqual(['Submitted', submitted, false])
    moment()
    await admin.send(updateStage, { params: { id: offer.id }, body: { status: 'Rejected' } })
    expect(await kept()).toEqual(['Rejected', submitted, true])
    const approved = moment()
    await admin.send(updateStage, { params: { id: offer.id }, body: { status: 'Approved' } })
    expect(await kept()).toEqual([null, approved, false])
    moment()
    await admin.send(addStage, { params, body: { stage_name: 'Labor Fees' } })
    await admin.send(updateStage, { params: { id: offer.id }, body: { notes: 'Scanned anew' } })
    expect(await kept()).toEqual(['Submitted', approved, false])
    const skipped = moment()
    await admin.send(addStage, { params, body: { stage_name: 'Medical Test', status: 'In Process' } })
    expect(await kept()).toEqual(['In Process', skipped, false])
  })

  it('is the result’s date, else that of the visa held at submission (S8)', async () => {
    const { company, customer, admin } = await office()
    const { reply } = await customer.send(submitApplication, { body: renewal(company, { visa_expiry_date: '2026-12-15' }) })
    const kept = async () => (await rowOf(reply.id))?.expires_on
    expect(await kept()).toBe('2026-12-15')
    await admin.send(setExpiryDate, { params: { id: reply.id }, query: { expiry_date: '2028-12-14' } })
    expect(await kept()).toBe('2028-12-14')
    await admin.send(setExpiryDate, { params: { id: reply.id }, query: { expiry_date: '' } })
    expect(await kept()).toBe('2026-12-15')
  })

  it('equals computing after random work, at once and one after the other', { timeout: 180_000 }, async () => {
    const { company, customer, admin } = await office()
    const passport = fc.constantFrom('A1', 'A2', 'A3', undefined)
    const day = fc.constantFrom('2026-11-20', '2026-12-01', '2027-01-05', '2028-02-02', '')
    const stage = fc.constantFrom(...STAGE_NAMES)
    const status = fc.constantFrom(...StageStatus.options)
    const some = async <Row>(rows: Row[], number: number) => rows[number % Math.max(1, rows.length)]
    const recordIds = async () =>
      (await portal.db.select({ id: employees.id }).from(employees).where(eq(employees.company_id, company.id))).map(({ id }) => id)
    const caseIds = async () =>
      (await portal.db.select({ id: applications.id }).from(applications).where(eq(applications.company_id, company.id))).map(
        ({ id }) => id,
      )
    const step = fc.oneof(
      fc.record({ act: fc.constant('submit' as const), passport, day }),
      fc.record({ act: fc.constant('stage' as const), nth: fc.nat(50), stage, status }),
      fc.record({ act: fc.constant('stage' as const), nth: fc.nat(50), stage, status }),
      fc.record({ act: fc.constant('date' as const), nth: fc.nat(50), day }),
      fc.record({ act: fc.constant('record' as const), nth: fc.nat(50), day, cancelled: fc.boolean() }),
      fc.record({ act: fc.constant('delete' as const), nth: fc.nat(50) }),
    )
    type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
    async function take(one: Step): Promise<void> {
      if (one.act === 'submit') {
        const told = { ...(one.passport && { passport_number: one.passport }) }
        await customer.send(submitApplication, { body: renewal(company, { ...told, visa_expiry_date: one.day || '2026-11-25' }) })
        return
      }
      const id = await some(one.act === 'stage' || one.act === 'date' ? await caseIds() : await recordIds(), one.nth)
      if (!id) return
      const params = { id }
      if (one.act === 'date') await admin.send(setExpiryDate, { params, query: { expiry_date: one.day } })
      else if (one.act === 'delete') await admin.send(deleteEmployee, { params })
      else if (one.act === 'record')
        await admin.send(updateEmployee, { params, body: { visa_expiry_date: one.day, status: one.cancelled ? 'cancelled' : 'active' } })
      else {
        const held = (await admin.send(listStages, { params })).reply.find((each) => each.stage_name === one.stage)
        const numbered = { status: one.status, passport_number: 'A1' }
        if (held) await admin.send(updateStage, { params: { id: held.id }, body: numbered })
        else await admin.send(addStage, { params, body: { stage_name: one.stage, ...numbered } })
      }
    }
    for (const round of fc.sample(fc.array(step, { minLength: 6, maxLength: 6 }), 25)) {
      moment()
      await Promise.all(round.slice(0, 3).map(take))
      for (const one of round.slice(3)) {
        moment()
        await take(one)
      }
    }
    expect(await countAllMiskept(portal.db, portal.clock.moment)).toBe(0)
    for (const id of await caseIds()) {
      const row = await rowOf(id)
      const { reply: lines } = await admin.send(listApplicationHistory, { params: { id } })
      expect([id, row?.stage_since]).toEqual([id, sinceOf(row?.submitted_at ?? '', lines.toReversed())])
      expect(row?.refused).toBe((await admin.send(listStages, { params: { id } })).reply.some((each) => each.status === 'Rejected'))
    }
  })

  it('is found where it is wrong', async () => {
    const { company } = await office()
    const now = portal.clock.moment
    const row = await make.application(company, { visa_expiry_date: '2026-12-01' })
    expect(await countMiskept(portal.db, fromNewest(), now)).toBe(0)
    for (const spoil of [
      sql`update visa_applications set refused = true where id = ${row.id}`,
      sql`update persons set cancelled = true where id = ${row.person_id}`,
      sql`update written_applications set own = own || ' ' where application_id = ${row.id}`,
      sql`update written_applications set documents = '{}' where application_id = ${row.id}`,
      sql`delete from written_applications where application_id = ${row.id}`,
      sql`update expiring_days set people = people + 1`,
    ]) {
      await portal.db.execute(spoil)
      expect(await countMiskept(portal.db, fromNewest(), now)).toBeGreaterThan(0)
      await portal.db.execute(sql`update visa_applications set refused = false where id = ${row.id}`)
      await portal.db.execute(sql`update persons set cancelled = false where id = ${row.person_id}`)
      await portal.db.execute(sql`select write_documents(${row.id})`)
    }
    await portal.db.execute(sql`update expiring_days set people = people - 1`)
  })

  it('stays red, slice after slice, until it is right again', async () => {
    const { company } = await office()
    const { id } = await make.application(company)
    await make.application(company)
    const wrong = (is: boolean) => portal.db.execute(sql`update visa_applications set refused = ${is} where id = ${id}`)
    const watch = watchPeople({ log: { error: () => undefined } as never }, portal.db, portal.proofs, 1)
    const found = async () => {
      await watch()
      return (await portal.proofs.read()).people.wrong
    }
    await wrong(true)
    expect([await found(), await found(), await found(), await found()]).toEqual([0, 1, 1, 1])
    await make.application(company)
    expect(await found()).toBe(1)
    await wrong(false)
    expect(await found()).toBe(0)
  })
})

/** By the history, from the oldest line on. */
function sinceOf(
  submitted_at: string,
  lines: { happened_at: string; subject: string | null; changes: { field: string; to: string | null }[] }[],
) {
  const told = new Map<string, string>()
  const current = () => currentStage([...told].map(([stage_name, status]) => ({ stage_name, status }) as never))
  let since = submitted_at
  let place = current()
  for (const { happened_at, subject, changes } of lines) {
    const to = changes.find(({ field }) => field === 'status')?.to
    if (!to || !subject || !STAGE_NAMES.some((name) => name === subject)) continue
    told.set(subject, to)
    if (current() === place) continue
    place = current()
    since = happened_at
  }
  return since
}
