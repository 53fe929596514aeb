import { addDays, addRule, DAY_MS, dubaiDate } from 'contract'
import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { START, startPortal } from '../../../test/portal.ts'
import { installation } from '../db/installation.table.ts'
import { mails } from '../db/mails.table.ts'
import { queueExpiring } from './expiring.ts'

const portal = startPortal()
const { company, user, employee, application } = given(portal)
const TODAY = dubaiDate(START)
const inDays = (days: number) => addDays(TODAY, days)

/** Runs the job that many days after the start, at 10 in Dubai. */
const runOn = (day: number, hours = 0) => queueExpiring(portal.db, new Date(START.getTime() + day * DAY_MS + hours * 60 * 60_000))
/** Allows another run on the same day. */
const anew = () => portal.db.delete(installation).where(eq(installation.key, 'expiring_mails'))

const told = async (reader: { id: string }) => {
  const rows = await portal.db
    .select()
    .from(mails)
    .where(and(eq(mails.user_id, reader.id), eq(mails.kind, 'visa_expiring')))
    .orderBy(mails.created_at)
  return rows.map(({ created_at, facts }) => {
    const { employee_name, expiry_date } = facts as { employee_name: string; expiry_date: string }
    return `${dubaiDate(new Date(created_at))} ${employee_name} ${expiry_date}`
  })
}

async function office() {
  await anew()
  const of = await company()
  return { of, manager: await user('company_admin', { of: [of] }) }
}

describe('queueExpiring', () => {
  it('tells each admin of the company 60, 30 and 7 days before, once each', async () => {
    const { of, manager } = await office()
    const second = await user('company_admin', { of: [await company(), of] })
    const others = [await user('employee', { of: [of] }), await user('admin'), await user('company_admin', { of: [await company()] })]
    await employee(of, { visa_expiry_date: inDays(62) })
    for (let day = 0; day <= 63; day++) for (const hour of [0, 1, 5]) await runOn(day, hour)
    const expected = [2, 32, 55].map((day) => `${inDays(day)} Sara Khan ${inDays(62)}`)
    expect(await told(manager)).toEqual(expected)
    expect(await told(second)).toEqual(expected)
    for (const other of others) expect(await told(other)).toEqual([])
  })

  it('tells the person too, by their record or confirmed e-mail, in words for them and for nobody else (E7)', async () => {
    const { of } = await office()
    const sara = await employee(of, { visa_expiry_date: inDays(30), passport_number: 'OWN-1' })
    const email = 'ali.own@people.example'
    await application(of, {
      passport_number: 'OWN-2',
      employee_name: 'Ali Hassan',
      email: email.toUpperCase(),
      visa_expiry_date: inDays(7),
    })
    const verified = { email_verified_at: START.toISOString() }
    const own = await user('employee', { of: [of], employee_id: sara.id, language: 'ar' })
    const ali = await user('employee', { of: [of], email, ...verified })
    await employee(of, { employee_name: 'Mona Aziz', passport_number: 'OWN-3', email: 'Mona@people.example', visa_expiry_date: inDays(60) })
    const mona = await user('employee', { of: [of], email: 'mona@people.example', ...verified })
    const others = [
      await user('employee', { of: [of], ...verified }),
      await user('employee', { of: [await company()], employee_id: sara.id }),
      await user('employee', { of: [of], employee_id: sara.id, approved: false }),
    ]
    await runOn(0)
    await anew()
    await runOn(0)
    expect([await told(own), await told(ali)]).toEqual([[`${TODAY} Sara Khan ${inDays(30)}`], [`${TODAY} Ali Hassan ${inDays(7)}`]])
    expect(await told(mona)).toEqual([`${TODAY} Mona Aziz ${inDays(60)}`])
    for (const other of others) expect(await told(other)).toEqual([])
    const [mail] = await portal.db.select().from(mails).where(eq(mails.user_id, own.id))
    expect(mail?.facts).toMatchObject({ own: true })
  })

  it('goes by the rule of the day: other days from then on, and none where there is no rule any more', async () => {
    const { of, manager } = await office()
    const { send } = as(portal, await user('admin'))
    const rule = { key: 'notice_days', source_name: 'Our own choice', confidence: 'provider' } as const
    // Later than all days of the other tests.
    const [changed, ended] = [3_000, 3_100]
    await send(addRule, { body: { ...rule, value: { days: [45, 3] }, in_force_from: inDays(changed) } })
    await send(addRule, { body: { ...rule, withdrawn: true, in_force_from: inDays(ended) } })
    const [first, second] = [changed + 50, ended + 44]
    await employee(of, { employee_name: 'Sara Khan', visa_expiry_date: inDays(first) })
    await employee(of, { employee_name: 'Omar Aziz', passport_number: 'LATER-1', visa_expiry_date: inDays(second) })
    for (let day = first - 61; day <= second; day++) await runOn(day)
    expect(await told(manager)).toEqual([
      `${inDays(first - 60)} Sara Khan ${inDays(first)}`,
      `${inDays(first - 45)} Sara Khan ${inDays(first)}`,
      `${inDays(first - 3)} Sara Khan ${inDays(first)}`,
      `${inDays(second - 45)} Omar Aziz ${inDays(second)}`,
    ])
  })

  it('begins at 8 in the morning in Dubai', async () => {
    const { of, manager } = await office()
    await employee(of, { visa_expiry_date: inDays(30) })
    await queueExpiring(portal.db, new Date(`${TODAY}T03:59:59.000Z`))
    expect(await told(manager)).toEqual([])
    await queueExpiring(portal.db, new Date(`${TODAY}T04:00:00.000Z`))
    expect(await told(manager)).toHaveLength(1)
  })

  it('catches up after days without a portal: one mail for where it stands', async () => {
    const { of, manager } = await office()
    await employee(of, { visa_expiry_date: inDays(61) })
    await runOn(0)
    await runOn(40)
    await runOn(41)
    expect(await told(manager)).toEqual([`${inDays(40)} Sara Khan ${inDays(61)}`])
  })

  it('tells once when several servers run it at once, and when the day is run again', async () => {
    const { of, manager } = await office()
    await employee(of, { visa_expiry_date: inDays(30) })
    await Promise.all([runOn(0), runOn(0), runOn(0), runOn(0)])
    await anew()
    await runOn(0)
    expect(await told(manager)).toHaveLength(1)
  })

  it('tells of each visa once in slices, at several servers and after a slice that failed', async () => {
    const { of, manager } = await office()
    const days = [5, 5, 5, 12, 12, 29, 60]
    for (const [number, day] of days.entries()) await employee(of, { passport_number: `SLICE-${number}`, visa_expiry_date: inDays(day) })
    const inSlices = () => queueExpiring(portal.db, START, 2)
    await portal.db.execute(sql`create function refuse_day() returns trigger language plpgsql as $$ begin
      if new.facts ->> 'expiry_date' = '${sql.raw(inDays(29))}' then raise exception 'no room'; end if; return new; end $$`)
    await portal.db.execute(sql`create trigger refuse_day before insert on mails for each row execute function refuse_day()`)
    await expect(inSlices()).rejects.toThrow()
    await portal.db.execute(sql`drop function refuse_day() cascade`)
    expect((await told(manager)).length).toBeGreaterThanOrEqual(4)
    expect((await told(manager)).length).toBeLessThan(6)
    await Promise.all([inSlices(), inSlices(), inSlices()])
    const expected = days.map((day) => `${TODAY} Sara Khan ${inDays(day)}`)
    expect((await told(manager)).toSorted()).toEqual(expected.toSorted())
    const [{ value } = {}] = await portal.db.select().from(installation).where(eq(installation.key, 'expiring_mails'))
    expect(value).toBe(TODAY)
  })

  it('begins again for a new date, and follows the latest one known of a person (S8)', async () => {
    const { of, manager } = await office()
    const record = await employee(of, { visa_expiry_date: inDays(30) })
    await application(of, { employee_name: 'Sara Khan', passport_number: record.passport_number, visa_expiry_date: inDays(20) })
    await runOn(0)
    await application(of, { passport_number: record.passport_number, expiry_date: inDays(59) })
    await runOn(1)
    expect(await told(manager)).toEqual([`${inDays(0)} Sara Khan ${inDays(30)}`, `${inDays(1)} Sara Khan ${inDays(59)}`])
  })

  it('knows people without an employee record, leads to their application, and takes a renewal without passport for the record', async () => {
    const { of, manager } = await office()
    const only = await application(of, { employee_name: 'Aisha Omar', passport_number: 'A1', visa_expiry_date: inDays(25) })
    await employee(of, { employee_name: 'Sara Khan', visa_expiry_date: inDays(30) })
    await application(of, { employee_name: 'SARA Khan', passport_number: null, visa_expiry_date: inDays(30) })
    await runOn(0)
    const rows = await portal.db.select().from(mails).where(eq(mails.user_id, manager.id))
    expect(rows).toHaveLength(2)
    expect(rows.map((row) => row.facts)).toContainEqual(
      expect.objectContaining({ employee_name: 'Aisha Omar', application_id: only.id, expiry_date: inDays(25) }),
    )
  })

  it('leaves out who is gone or whose visa has expired or runs for longer', async () => {
    const { of, manager } = await office()
    await employee(of, { passport_number: 'P1', status: 'cancelled', visa_expiry_date: inDays(10) })
    await employee(of, { passport_number: 'P2', visa_expiry_date: inDays(-1) })
    await employee(of, { passport_number: 'P3', visa_expiry_date: inDays(61) })
    await employee(of, { passport_number: 'P4' })
    await runOn(0)
    expect(await told(manager)).toEqual([])
  })
})
