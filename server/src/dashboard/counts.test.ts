import { createEmployee, deleteCompany, getStats, listApplications, listEmployees, listTransactions, submitApplication } from 'contract'
import { eq, inArray, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee } from '../../../test/submission.ts'
import { applications } from '../db/applications.table.ts'
import { companies } from '../db/companies.table.ts'
import { employees, users } from '../db/people.table.ts'
import { countAllMiskept } from '../persons/proof.ts'
import { rekeepAll } from '../persons/rekeep.ts'
import { findAllMiscounted } from './countsProof.ts'
import { watchCounts } from './countsWatch.ts'
import { oneByOne, recountAll } from './recount.ts'

const portal = startPortal()
const make = given(portal)
const ROUNDS = Number(process.env.COUNT_ROUNDS ?? 10)
const miscounted = () => findAllMiscounted(portal.db, portal.clock.moment)

let day = 0
const STEPS = {
  apply: (company: string, pick: number) =>
    make.application({ id: company }, { nationality: ['Indian', 'Egyptian', 'مصري'][pick % 3] ?? '' }),
  complete: (company: string) =>
    portal.db
      .update(applications)
      .set({ status: 'completed', completed_at: '2026-11-01T00:00:00.000Z', current_stage: 'Visa Stamping' })
      .where(eq(applications.company_id, company)),
  rename: (company: string, pick: number) =>
    portal.db
      .update(applications)
      .set({ nationality: `erased ${pick}` })
      .where(eq(applications.company_id, company)),
  withdraw: (company: string) =>
    portal.db.execute(
      sql`delete from visa_applications where id in (select id from visa_applications where company_id = ${company} limit 2)`,
    ),
  hire: (company: string, pick: number) =>
    make.employee(
      { id: company },
      { passport_number: crypto.randomUUID(), visa_expiry_date: pick % 4 === 0 ? null : `2026-11-${10 + (pick % 20)}` },
    ),
  cancel: (company: string, pick: number) =>
    portal.db
      .update(employees)
      .set(pick % 2 === 0 ? { status: 'cancelled' } : { visa_expiry_date: '2026-12-24' })
      .where(eq(employees.company_id, company)),
  dismiss: (company: string) => portal.db.delete(employees).where(eq(employees.company_id, company)),
  topUp: (company: string) => make.topup({ id: company }),
  close: (company: string) => portal.db.delete(companies).where(eq(companies.id, company)),
  join: (company: string) => make.user('company_admin', { of: [{ id: company }] }),
  leave: () => portal.db.execute(sql`delete from users where id in (select id from users where role = 'company_admin' limit 1)`),
  turnDay: async (_: string, pick: number) => {
    day = Math.max(day, Date.parse('2026-11-10T20:00:00.000Z') + pick * 3_600_000)
    portal.clock.moment = new Date(day)
    await compare()
  },
} satisfies Record<string, (company: string, pick: number) => PromiseLike<unknown>>

const lines: object[] = []
const watch = (maxRows?: number) =>
  watchCounts(
    { log: { error: (line: object) => lines.push(line) } as never },
    { db: portal.db, proofs: portal.proofs, now: () => portal.clock.moment },
    maxRows,
  )
const compare = () => watch()()

describe('the kept counts', () => {
  it('are those of the rows after random work, also where it runs at once, fails or is undone', async () => {
    const step = fc.record({
      kind: fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[])),
      pick: fc.nat(200),
      company: fc.nat(2),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 12 }), async (rounds) => {
        const ids = [(await make.company()).id, (await make.company()).id, (await make.company()).id]
        for (const round of rounds) {
          const work = round.map(async ({ kind, pick, company }) => STEPS[kind](ids[company] ?? '', pick))
          // Work for a company that is gone, and what another piece of work has locked the other way round, fails.
          await Promise.allSettled(work)
        }
        expect(await miscounted()).toEqual([])
      }),
      { numRuns: ROUNDS, seed: 2026 },
    )
  })

  it('are not changed by what is rolled back', async () => {
    const company = await make.company()
    const undone = portal.db.transaction(async (tx) => {
      await given({ ...portal, db: tx }).application(company)
      await given({ ...portal, db: tx }).employee(company)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await miscounted()).toEqual([])
  })

  it('let submissions of several companies, and their deletion, run at once', async () => {
    const admin = as(portal, await make.user('admin'))
    const firms = await Promise.all(Array.from({ length: 6 }, () => make.company()))
    const work = firms.flatMap((company, number) => [
      admin.send(submitApplication, { body: newEmployee(company) }),
      admin.send(submitApplication, { body: newEmployee(company, { passport_number: `P${number}` }) }),
      admin.send(createEmployee, {
        body: { company_id: company.id, employee_name: 'Omar Ali', passport_number: 'N2', nationality: 'Indian', designation: 'Cook' },
      }),
      ...(number % 2 === 0 ? [admin.send(deleteCompany, { params: company })] : []),
    ])
    const statuses = (await Promise.all<{ status: number }>(work)).map(({ status }) => status)
    for (const status of statuses) expect([200, 201, 204, 404]).toContain(status)
    expect(await miscounted()).toEqual([])
  })

  it('of all companies are not locked while one is being deleted, and right afterwards', async () => {
    const inOneSlot = () => make.company({ id: `${crypto.randomUUID().slice(0, -1)}7` })
    const [going, staying] = [await inOneSlot(), await inOneSlot()]
    await make.application(going)
    await make.employee(going, { visa_expiry_date: '2026-12-01' })
    await portal.db.transaction(async (tx) => {
      await tx.delete(companies).where(eq(companies.id, going.id))
      await make.application(staying)
      await make.employee(staying)
      await inOneSlot()
    })
    expect(await miscounted()).toEqual([])
    expect(await countAllMiskept(portal.db, portal.clock.moment)).toBe(0)
  })

  it('are the totals of the lists, and stay after a company is gone where its transactions stay (W6)', async () => {
    const company = await make.company()
    const admin = as(portal, await make.user('admin'))
    const customer = as(portal, await make.user('company_admin', { of: [company] }))
    await make.application(company)
    await make.application(company, { status: 'completed', completed_at: '2026-11-01T00:00:00.000Z' })
    await make.topup(company)
    const lists = async (who: typeof admin) => [
      (await who.list(listApplications, {})).unfiltered,
      (await who.list(listApplications, { query: { status: 'active' } })).total,
      (await who.list(listTransactions, {})).total,
    ]
    expect(await lists(customer)).toEqual([2, 1, 1])
    const [applied, , moved = 0] = await lists(admin)
    await admin.send(deleteCompany, { params: company })
    expect((await lists(admin))[0]).toBe((applied ?? 0) - 2)
    expect((await lists(admin))[2]).toBeGreaterThanOrEqual(moved)
    expect(await miscounted()).toEqual([])
  })

  it('know in the first second of a day in Dubai whose visa has expired, whether or not the past days were put together (E4, S9)', async () => {
    const company = await make.company()
    const manager = await make.user('company_admin', { of: [company] })
    for (const [number, visa_expiry_date] of ['2026-11-18', '2026-11-20', '2026-11-21'].entries())
      await make.employee(company, { passport_number: `N${number}`, visa_expiry_date })
    const expired = async (moment: string) => {
      portal.clock.moment = new Date(moment)
      const customer = as(portal, manager)
      const { total } = await customer.list(listEmployees, { query: { status: 'expired' } })
      expect((await customer.send(getStats, {})).reply.expired_employees).toBe(total)
      expect((await customer.list(listEmployees, { query: { status: 'active' } })).total).toBe(3 - total)
      return total
    }
    expect(await expired('2026-11-20T19:59:59.999Z')).toBe(1)
    await compare()
    expect(await expired('2026-11-20T20:00:00.000Z')).toBe(2)
    await compare()
    expect(await expired('2026-11-20T20:00:00.001Z')).toBe(2)
    await portal.db.update(employees).set({ visa_expiry_date: '2028-11-20' }).where(eq(employees.passport_number, 'N0'))
    expect(await expired('2026-11-21T20:00:00.000Z')).toBe(2)
    expect(await miscounted()).toEqual([])
  })

  it('are right again after they were counted anew, whoever writes meanwhile', async () => {
    const firms = await Promise.all(Array.from({ length: 3 }, () => make.company()))
    for (const company of firms) await make.application(company)
    const spoil = () =>
      portal.db.transaction(async (tx) => {
        await tx.execute(sql`lock table company_counts, total_counts in exclusive mode`)
        await tx.execute(sql`with spoilt as (update company_counts set number = number + 3) update total_counts set number = number - 2`)
        await tx.execute(sql`with spoilt as (update stage_days set moved = moved + 1) update stage_day_totals set moved = moved - 1`)
      })
    let isDone = false
    const writing = firms.map(async ({ id }, company) => {
      for (let pick = company; !isDone; pick++) {
        const kinds = ['apply', 'complete', 'rename', 'hire', 'cancel', 'topUp', 'join', 'leave'] as const
        await Promise.allSettled([STEPS[kinds[pick % kinds.length] ?? 'apply'](id, pick)])
      }
    })
    try {
      for (let round = 0; round < ROUNDS / 20; round++) {
        await spoil()
        await recountAll(portal.db, oneByOne(portal.db))
        await rekeepAll(portal.db, oneByOne(portal.db))
      }
    } finally {
      isDone = true
      await Promise.all(writing)
    }
    expect(await miscounted()).toEqual([])
    expect(await countAllMiskept(portal.db, portal.clock.moment)).toBe(0)
  })

  it('are compared hour by hour until each company and the totals had their turn; a difference alarms until it is mended', async () => {
    const firms = await Promise.all(Array.from({ length: 4 }, () => make.company()))
    for (const company of firms) await make.application(company)
    const [company] = firms
    const round = watch(100)
    const change = (by: number) =>
      portal.db.execute(sql`update company_counts set number = number + ${by} where company_id = ${company?.id} and kind = 'stage'`)
    await change(1)
    const broken = async () => (await portal.proofs.read()).counts.broken
    const rounds = async (isOver: (names: readonly string[]) => boolean) => {
      for (let run = 0; run < 100 && !isOver(await broken()); run++) await round()
      return broken()
    }
    const found = [company?.id, 'stage']
    expect(await rounds((names) => found.every((name) => names.includes(name ?? '')))).toEqual(expect.arrayContaining(found))
    expect(lines.length).toBeGreaterThan(0)
    await change(-1)
    expect(await rounds((names) => names.length === 0)).toEqual([])
    await portal.db.delete(users)
    expect(await miscounted()).toEqual([])
  })
  it('say of each company whether it has an active case, which is compared and counted anew with the rest', async () => {
    const [busy, idle] = [await make.company(), await make.company()]
    await make.application(busy)
    const of = async () => {
      const rows = await portal.db
        .select()
        .from(companies)
        .where(inArray(companies.id, [busy.id, idle.id]))
      return [busy, idle].map(({ id }) => rows.find((row) => row.id === id)?.idle)
    }
    expect(await of()).toEqual([false, true])
    await STEPS.complete(busy.id)
    await make.application(idle)
    expect(await of()).toEqual([true, false])
    await portal.db.execute(sql`update companies set idle = not idle where id = ${idle.id}`)
    expect(await miscounted()).toEqual([`whether company ${idle.id} has cases`])
    const round = watch()
    await round()
    expect((await portal.proofs.read()).counts.broken).toContain(idle.id)
    await recountAll(portal.db, oneByOne(portal.db))
    expect([await of(), await miscounted()]).toEqual([[true, false], []])
    await round()
    expect((await portal.proofs.read()).counts.broken).toEqual([])
  })
})
