import {
  addPaper,
  createEmployee,
  deleteEmployee,
  EMPTIED,
  setExpiryDate,
  submitApplication,
  updateEmployee,
  updatePaper,
  withdrawPaper,
} from 'contract'
import { and, asc, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { renewal } from '../../../test/submission.ts'
import { papers } from '../db/papers.table.ts'
import { employees } from '../db/people.table.ts'
import { countAllMiskept, countMiskept, fromNewest } from '../persons/proof.ts'
import { rekeepAll } from '../persons/rekeep.ts'

const portal = startPortal()
const make = given(portal)

async function office() {
  const company = await make.company()
  return {
    company,
    customer: as(portal, await make.user('company_admin', { of: [company] })),
    admin: as(portal, await make.user('admin')),
  }
}

const papersOf = ({ person_id }: { person_id: string }) =>
  portal.db
    .select({ kind: papers.kind, number: papers.number, expires_on: papers.expires_on, state: papers.state })
    .from(papers)
    .where(eq(papers.person_id, person_id))
    .orderBy(asc(papers.kind), asc(papers.created_at))

const SARA = { employee_name: 'Sara Khan', nationality: 'Indian', designation: 'Clerk', passport_number: 'N111' }

describe('the papers of an employee record', () => {
  it('are what the record says of passport, residence and Emirates ID, also after each change', async () => {
    const { company, customer } = await office()
    const { reply } = await customer.send(createEmployee, {
      body: { ...SARA, company_id: company.id, visa_expiry_date: '2027-01-15', eid_number: '784-1' },
    })
    const [row] = await portal.db.select().from(employees).where(eq(employees.id, reply.id))
    const of = row ?? expect.fail()
    const passport = { kind: 'passport', number: 'N111', expires_on: null, state: 'held' }
    expect(await papersOf(of)).toEqual([
      { kind: 'emirates_id', number: '784-1', expires_on: null, state: 'held' },
      passport,
      { kind: 'residence', number: null, expires_on: '2027-01-15', state: 'held' },
    ])
    const change = { passport_number: 'N222', visa_number: '201/1', visa_expiry_date: '2029-01-14', eid_number: '' }
    await customer.send(updateEmployee, { params: reply, body: change })
    expect(await papersOf(of)).toEqual([
      { kind: 'emirates_id', number: '784-1', expires_on: null, state: 'withdrawn' },
      { ...passport, number: 'N222' },
      { kind: 'residence', number: '201/1', expires_on: '2029-01-14', state: 'held' },
    ])
    const [withdrawn] = await portal.db
      .select()
      .from(papers)
      .where(and(eq(papers.person_id, of.person_id), eq(papers.state, 'withdrawn')))
    expect(withdrawn?.withdrawn_reason).toBe(EMPTIED)
  })

  it('keep what the record does not know, but for an issue date that the new end would overtake', async () => {
    const { company, customer } = await office()
    const row = await make.employee(company, { visa_number: '201/1', visa_expiry_date: '2027-01-15' })
    const known = { issuer: 'GDRFA', issued_on: '2026-06-01', expires_on: '2036-05-02' }
    await portal.db
      .update(papers)
      .set(known)
      .where(and(eq(papers.person_id, row.person_id), eq(papers.kind, 'passport')))
    await portal.db
      .update(papers)
      .set({ issued_on: '2026-06-01', issuer: 'GDRFA' })
      .where(and(eq(papers.person_id, row.person_id), eq(papers.kind, 'residence')))
    await customer.send(updateEmployee, { params: row, body: { passport_number: 'N333', visa_expiry_date: '2026-05-01' } })
    const held = await portal.db.select().from(papers).where(eq(papers.person_id, row.person_id)).orderBy(papers.kind)
    expect(held).toMatchObject([
      { kind: 'passport', number: 'N333', ...known },
      { kind: 'residence', issuer: 'GDRFA', issued_on: null, expires_on: '2026-05-01' },
    ])
  })

  it('are found by the present name, and go with the last record of the person', async () => {
    const { company, customer, admin } = await office()
    const row = await make.employee(company, { employee_name: 'Sara Khan', passport_number: 'N444' })
    await customer.send(updateEmployee, { params: row, body: { employee_name: 'Sara Al Mansoori' } })
    const [held] = await portal.db.select().from(papers).where(eq(papers.person_id, row.person_id))
    expect(held?.search_text).toBe('sara al mansoori n444')
    await admin.send(deleteEmployee, { params: row })
    expect(await papersOf(row)).toEqual([])
  })

  it('are told as the record', async () => {
    const { company } = await office()
    const row = await make.employee(company)
    await portal.db.execute(sql`delete from changes`)
    await portal.db.update(papers).set({ issuer: 'GDRFA' }).where(eq(papers.person_id, row.person_id))
    const { rows } = await portal.db.execute(sql`select noun, id, company_id from changes`)
    expect(rows).toEqual([{ noun: 'employee', id: row.id, company_id: company.id }])
  })
})

describe('what is kept of papers', () => {
  it('equals what the records say after random work, at once and one after the other', async () => {
    const { company, customer, admin } = await office()
    const day = fc.constantFrom('2026-11-20', '2027-01-15', '2029-01-14', '')
    const number = fc.constantFrom('', '1', '2')
    const nth = fc.nat(20)
    const kind = fc.constantFrom('passport' as const, 'residence' as const, 'emirates_id' as const)
    const step = fc.oneof(
      fc.record({ act: fc.constant('add' as const), passport: fc.constantFrom('A1', 'A2', 'A3', 'A4'), day, number }),
      fc.record({ act: fc.constant('change' as const), nth, passport: fc.constantFrom('A1', 'A2', 'A5', undefined), day, number }),
      fc.record({ act: fc.constant('change' as const), nth, passport: fc.constant(undefined), day, number }),
      fc.record({
        act: fc.constant('paper' as const),
        how: fc.constantFrom('add', 'renew', 'correct', 'withdraw'),
        nth,
        kind,
        day,
        number,
      }),
      fc.record({
        act: fc.constant('paper' as const),
        how: fc.constantFrom('add', 'renew', 'correct', 'withdraw'),
        nth,
        kind,
        day,
        number,
      }),
      fc.record({ act: fc.constant('renew' as const), nth, passport: fc.constantFrom('A6', 'A7'), day }),
      fc.record({ act: fc.constant('delete' as const), nth }),
    )
    type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
    const ofNth = async (nth: number) => {
      const rows = await portal.db.select().from(employees).where(eq(employees.company_id, company.id)).orderBy(employees.id)
      return rows[nth % Math.max(1, rows.length)]
    }
    const heldBy = async (person_id: string, of: 'passport' | 'residence' | 'emirates_id') => {
      const [held] = await portal.db
        .select()
        .from(papers)
        .where(and(eq(papers.person_id, person_id), eq(papers.kind, of), eq(papers.state, 'held')))
      return held
    }
    async function take(one: Step): Promise<void> {
      if (one.act === 'add') {
        const dates = { visa_expiry_date: one.day, visa_number: one.number, eid_number: one.number, eid_expiry_date: one.day }
        await customer.send(createEmployee, { body: { ...SARA, ...dates, passport_number: one.passport, company_id: company.id } })
        return
      }
      const row = await ofNth(one.nth)
      if (!row) return
      if (one.act === 'paper') {
        const held = await heldBy(row.person_id, one.kind)
        const body = { number: one.number, expires_on: one.day }
        if (one.how === 'add' || (one.how === 'renew' && held))
          await customer.send(addPaper, {
            body: { ...body, kind: one.kind, employee_id: row.id, ...(one.how === 'renew' && held && { renews_id: held.id }) },
          })
        else if (held && one.how === 'correct') await customer.send(updatePaper, { params: held, body })
        else if (held) await customer.send(withdrawPaper, { params: held, body: { reason: 'Lost' } })
      } else if (one.act === 'delete') await admin.send(deleteEmployee, { params: row })
      else if (one.act === 'renew') {
        // A case of the person under a new number, from which a second record of the person comes.
        const body = { ...renewal(company, { visa_expiry_date: '2026-12-01' }), passport_number: one.passport, employee_id: row.id }
        const { reply, status } = await customer.send(submitApplication, { body })
        if (status === 201) await admin.send(setExpiryDate, { params: reply, query: { expiry_date: one.day } })
        await customer.send(createEmployee, {
          body: { ...SARA, passport_number: one.passport, company_id: company.id, visa_expiry_date: one.day },
        })
      } else {
        const numbers = { visa_number: one.number, eid_number: one.number, ...(one.passport && { passport_number: one.passport }) }
        await customer.send(updateEmployee, { params: row, body: { ...numbers, visa_expiry_date: one.day, eid_expiry_date: one.day } })
      }
    }
    for (const round of fc.sample(fc.array(step, { minLength: 6, maxLength: 6 }), 25)) {
      await Promise.all(round.slice(0, 3).map(take))
      for (const one of round.slice(3)) await take(one)
    }
    expect(await countAllMiskept(portal.db, portal.clock.moment)).toBe(0)
    const { rows } = await portal.db.execute<{ dated: number; held: number }>(sql`select
      (select count(distinct person_id)::int from employees where visa_expiry_date is not null) as dated,
      (select count(*)::int from papers where kind = 'residence' and state = 'held' and expires_on is not null) as held`)
    expect(rows[0]?.held).toBe(rows[0]?.dated)
  })

  it('is found where it is wrong, and put right', async () => {
    const { company } = await office()
    const row = await make.employee(company, { visa_expiry_date: '2027-01-15' })
    for (const spoil of [
      sql`update papers set expires_on = '2020-01-01' where person_id = ${row.person_id} and kind = 'residence'`,
      sql`delete from papers where person_id = ${row.person_id} and kind = 'passport'`,
    ]) {
      await portal.db.execute(spoil)
      expect(await countMiskept(portal.db, fromNewest(), portal.clock.moment)).toBe(1)
      expect(await rekeepAll(portal.db, (act) => portal.db.transaction(act))).toBe(1)
      expect(await countMiskept(portal.db, fromNewest(), portal.clock.moment)).toBe(0)
    }
  })
})
