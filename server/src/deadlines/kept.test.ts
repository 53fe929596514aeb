import {
  addDays,
  costOf,
  DEADLINE_KEYS,
  deadlinesOf,
  dubaiDate,
  fils,
  isAtRisk,
  nationalityKey,
  type RuledFine,
  sum,
  toAed,
} from 'contract'
import { and, count, eq, isNull, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { v7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { given } from '../../../test/given.ts'
import { START, startPortal } from '../../../test/portal.ts'
import { applications } from '../db/applications.table.ts'
import { caseDates } from '../db/caseDates.table.ts'
import { deadlineCompanies, deadlineFines, deadlineMarks, deadlines } from '../db/deadlines.table.ts'
import { establishments } from '../db/establishments.table.ts'
import { papers } from '../db/papers.table.ts'
import { employees } from '../db/people.table.ts'
import { ruleConfirmations } from '../db/rules.table.ts'
import { RuleBook } from '../rules/book.ts'
import { listRules } from '../rules/queries.ts'
import { finesIdOf, rowsOfFines } from './fines.ts'
import { findMiskeptClocks, fromFirst, watchDeadlines } from './proof.ts'
import { findRisk } from './risk.ts'
import { settleDeadlines } from './settle.ts'

const portal = startPortal()
const make = given(portal)
const TODAY = dubaiDate(START)
const settle = () => settleDeadlines({ db: portal.db, rules: new RuleBook(portal.db), now: () => portal.clock.moment })
let company: { id: string }
beforeEach(async () => {
  company = await make.company()
})

const day = fc.integer({ min: -400, max: 400 }).map((days) => addDays(TODAY, days))
const dayOrNot = fc.option(day, { freq: 4 })

/** Straight from the tables, in another way than the writer reads them. */
async function clocksOfPerson(person_id: string) {
  const { db } = portal
  const records = (await db.select().from(employees).where(eq(employees.person_id, person_id))).toSorted((one, other) =>
    `${one.created_at} ${one.id}` < `${other.created_at} ${other.id}` ? 1 : -1,
  )
  const isGone = records.length > 0 && records.every(({ status }) => status === 'cancelled')
  const [newest] = isGone ? [] : records
  const [place] = await db.select().from(establishments).where(eq(establishments.company_id, company.id))
  const held = await db
    .select()
    .from(papers)
    .where(and(eq(papers.person_id, person_id), eq(papers.state, 'held')))
  const cases = await db
    .select()
    .from(applications)
    .innerJoin(caseDates, eq(caseDates.application_id, applications.id))
    .where(and(eq(applications.person_id, person_id), eq(applications.status, 'active')))
  const known = {
    ...(place?.emirate && { emirate: place.emirate }),
    ...(place?.jurisdiction && { jurisdiction: place.jurisdiction }),
    ...(newest?.skill_level && { skill_level: newest.skill_level }),
    ...(newest && { nationality: nationalityKey(newest.nationality) }),
  }
  const facts = {
    ...{ known, papers: isGone ? [] : held, outside_since: newest?.outside_since ?? null },
    cases: cases.map(({ visa_applications, case_dates }) => ({ ...visa_applications, ...case_dates })),
  }
  return deadlinesOf(facts, await listRules(db))
}

const named = (clock: { key: string; due_on: string; fined_from: string | null; certain: boolean; paper_id: string | null }) =>
  [clock.key, clock.due_on, clock.fined_from, clock.certain, clock.paper_id].join(' ')

async function expectKept(person_id: string): Promise<void> {
  const rows = await portal.db
    .select()
    .from(deadlines)
    .where(and(eq(deadlines.person_id, person_id), isNull(deadlines.closed_at)))
  expect(rows.map(named).toSorted()).toEqual((await clocksOfPerson(person_id)).map(named).toSorted())
  expect(await findMiskeptClocks(portal.db, fromFirst(), new RuleBook(portal.db))).toEqual([])
}

describe('what is stored of clocks', () => {
  it('is what facts and rules make, after any writes of any program', async () => {
    const { id, person_id } = await make.employee(company, { nationality: 'Indian' })
    const { db } = portal
    const application = await make.application(company, { employee_id: id, employee_location: 'outside_uae' })
    await db.update(applications).set({ person_id }).where(eq(applications.id, application.id))
    const ofRecord = eq(employees.id, id)
    const addPaper = async (kind: 'work_permit' | 'unemployment_insurance' | 'passport' | 'medical_fitness', expires_on: string | null) => {
      const is = and(eq(papers.person_id, person_id), eq(papers.kind, kind), eq(papers.state, 'held'))
      const at = portal.clock.moment.toISOString()
      const issued_on = expires_on && addDays(expires_on, -100)
      const row = { id: v7(), company_id: company.id, person_id, kind, state: 'held' as const, search_text: '', shelf: '' }
      const [before] = await db.update(papers).set({ expires_on, issued_on }).where(is).returning()
      if (!before) await db.insert(papers).values({ ...row, issued_on, expires_on, created_at: at, updated_at: at })
    }
    const write = fc.oneof(
      fc.record({ visa_expiry_date: dayOrNot }).map((set) => () => db.update(employees).set(set).where(ofRecord)),
      fc.record({ eid_expiry_date: dayOrNot }).map((set) => () => db.update(employees).set(set).where(ofRecord)),
      fc.record({ outside_since: dayOrNot }).map((set) => () => db.update(employees).set(set).where(ofRecord)),
      fc.record({ skill_level: fc.constantFrom(null, 2, 3, 5) }).map((set) => () => db.update(employees).set(set).where(ofRecord)),
      fc.record({ status: fc.constantFrom('active', 'cancelled') }).map((set) => () => db.update(employees).set(set).where(ofRecord)),
      fc.tuple(fc.constantFrom('work_permit', 'unemployment_insurance', 'passport', 'medical_fitness'), dayOrNot).map(
        ([kind, date]) =>
          () =>
            addPaper(kind, date),
      ),
      fc.record({ entry_permit_issued_on: dayOrNot, entered_on: dayOrNot, medical_on: dayOrNot }).map((set) => async () => {
        const values = { application_id: application.id, ...set }
        await db.insert(caseDates).values(values).onConflictDoUpdate({ target: caseDates.application_id, set })
      }),
      fc
        .record({ jurisdiction: fc.constantFrom(null, 'mainland', 'free_zone'), emirate: fc.constantFrom(null, 'dubai') })
        .map((set) => async () => {
          const values = { company_id: company.id, updated_at: portal.clock.moment.toISOString(), ...set }
          await db.insert(establishments).values(values).onConflictDoUpdate({ target: establishments.company_id, set })
        }),
      fc.boolean().map((confirmed) => async () => {
        const rule = (await listRules(db)).find(({ key }) => key === 'work_permit_renewal')
        const at = portal.clock.moment.toISOString()
        await db.insert(ruleConfirmations).values({ id: v7(), rule_id: rule?.id ?? '', confirmed, confirmed_at: at })
      }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 6 }), async (writes) => {
        for (const each of writes) await each()
        await settle()
        await expectKept(person_id)
      }),
      { numRuns: 25 },
    )
    expect(await db.select().from(deadlineMarks)).toEqual([])
  })

  it('is filled for all that was there before, some people at a time', async () => {
    const people = 1_100
    await portal.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(
        sql`create temp table person on commit drop as select gen_random_uuid() as id, n from generate_series(1, ${people}) n`,
      )
      await tx.execute(sql`insert into persons (id, company_id) select id, ${company.id}::uuid from person`)
      await tx.execute(sql`insert into employees (id, company_id, employee_name, passport_number, nationality, status, search_text, created_at, person_id)
        select gen_random_uuid(), ${company.id}::uuid, 'Sara Khan', 'F' || n, 'Indian', 'active', '', now(), id from person`)
      await tx.execute(sql`insert into papers (id, company_id, person_id, kind, number, expires_on, state, created_at, updated_at, shelf, search_text)
        select gen_random_uuid(), ${company.id}::uuid, id, 'emirates_id', '784', date '2026-10-01' + n, 'held', now(), now(), 'held person emirates_id', '' from person`)
      await tx.execute(sql`update deadline_companies set rules_version = -1 where company_id = ${company.id}`)
    })
    await settle()
    const [stored] = await portal.db.select({ number: count() }).from(deadlines).where(eq(deadlines.company_id, company.id))
    expect(stored?.number).toBe(people)
    expect(await findMiskeptClocks(portal.db, fromFirst(), new RuleBook(portal.db))).toEqual([])
  })

  it('is found wrong by the proof once somebody alters it', async () => {
    const { person_id } = await make.employee(company, { eid_expiry_date: '2026-10-01' })
    await settle()
    await portal.db.update(deadlines).set({ due_on: '2026-12-31' }).where(eq(deadlines.person_id, person_id))
    expect(await findMiskeptClocks(portal.db, fromFirst(), new RuleBook(portal.db))).toEqual([company.id])
    await portal.db.update(deadlineCompanies).set({ rules_version: -1 }).where(eq(deadlineCompanies.company_id, company.id))
    await settle()
    await expectKept(person_id)
  })

  it('stays wrong, slice after slice, until it is right again', async () => {
    const { person_id } = await make.employee(company, { eid_expiry_date: '2026-10-02' })
    await make.employee(await make.company(), { eid_expiry_date: '2026-10-02' })
    await settle()
    const dueOn = (day: string) => portal.db.update(deadlines).set({ due_on: day }).where(eq(deadlines.person_id, person_id))
    const [clock] = await portal.db.select().from(deadlines).where(eq(deadlines.person_id, person_id))
    const watch = watchDeadlines({ log: { error: () => undefined } as never }, portal.db, portal.proofs, 1)
    const found = async () => {
      await watch()
      return (await portal.proofs.read()).deadlines.broken
    }
    await dueOn('2026-12-31')
    await expect.poll(found).toEqual([company.id])
    expect([await found(), await found(), await found()]).toEqual([[company.id], [company.id], [company.id]])
    await dueOn(clock?.due_on ?? '')
    expect([await found(), await found()]).toEqual([[], []])
  })

  it('goes with a person, and the case of somebody without a record keeps its own', async () => {
    const { id, person_id } = await make.employee(company, { eid_expiry_date: '2026-10-01' })
    const application = await make.application(company, { employee_name: 'New Person', passport_number: 'N900' })
    await portal.db.insert(caseDates).values({ application_id: application.id, entered_on: '2026-11-01' })
    await settle()
    expect((await findRisk(portal.db, { company_id: company.id }, undefined, portal.clock.moment)).late).toBe(1)
    await portal.db.delete(employees).where(eq(employees.id, id))
    await settle()
    expect(
      await portal.db
        .select()
        .from(deadlines)
        .where(and(eq(deadlines.person_id, person_id), isNull(deadlines.closed_at))),
    ).toEqual([])
    expect((await findRisk(portal.db, { company_id: company.id }, undefined, portal.clock.moment)).late).toBe(0)
    const left = await portal.db.select().from(deadlines).where(eq(deadlines.application_id, application.id))
    expect(left.map(({ key }) => key)).toContain('finish_after_entry')
  })
})

const fine = fc.record({
  in_force_from: day,
  certain: fc.boolean(),
  value: fc.option(
    fc.record(
      {
        amount: fc.integer({ min: 1, max: 50_000 }).map((amount) => amount / 100),
        every: fc.constantFrom('once', 'day', 'month'),
        months: fc.constantFrom('begun', 'completed'),
        cap: fc.integer({ min: 1, max: 3_000 }),
      },
      { requiredKeys: ['amount', 'every'] },
    ),
    { freq: 5 },
  ),
})
const fines: fc.Arbitrary<RuledFine[]> = fc
  .uniqueArray(fine, { selector: ({ in_force_from }) => in_force_from, minLength: 1, maxLength: 3 })
  .map((steps) => steps.toSorted((one, other) => (one.in_force_from < other.in_force_from ? -1 : 1)))
const stop = fc.option(fc.record({ from: day, length: fc.option(fc.integer({ min: 0, max: 90 }), { freq: 3 }) }), { freq: 2 })
const clock = fc.record({
  key: fc.constantFrom(...DEADLINE_KEYS),
  due_on: day,
  certain: fc.boolean(),
  costs: fc.option(fines, { freq: 5 }),
  stop,
})

describe('money at risk', () => {
  it('is in SQL what it is in the contract, for any clocks', async () => {
    const { db } = portal
    await fc.assert(
      fc.asyncProperty(fc.array(clock, { minLength: 1, maxLength: 12 }), async (clocks) => {
        await db.delete(deadlines).where(eq(deadlines.company_id, company.id))
        for (const { key, due_on, certain, costs, stop: stopped } of clocks) {
          const id = v7()
          if (costs)
            await db
              .insert(deadlineFines)
              .values(rowsOfFines(new Map([[finesIdOf(costs), costs]])))
              .onConflictDoNothing()
          const row = {
            id,
            key,
            company_id: company.id,
            subject_id: id,
            counted_from: due_on,
            due_on,
            printed: false,
            who: 'company' as const,
          }
          const until = stopped?.length === null || !stopped ? null : addDays(stopped.from, stopped.length)
          const standing = stopped ? { stop_reason: 'deported' as const, stopped_from: stopped.from, stopped_until: until } : {}
          const money = { fines_id: costs && finesIdOf(costs), fined_from: costs && addDays(due_on, 1), certain, doubted: true }
          await db.insert(deadlines).values({ ...row, ...money, ...standing, created_at: portal.clock.moment.toISOString() })
        }
        await db.update(deadlineCompanies).set({ version: sql`version + 1` }).where(eq(deadlineCompanies.company_id, company.id))
        const reckoned = clocks.map(({ due_on, certain, costs, stop: stopped }) => {
          const until = stopped?.length === null || !stopped ? null : addDays(stopped.from, stopped.length)
          return costOf(
            { fined_from: costs && addDays(due_on, 1), certain },
            costs ?? [],
            TODAY,
            stopped ? [{ from: stopped.from, until }] : [],
          )
        })
        const costing = reckoned.filter(isAtRisk)
        const counted = costing.filter((each) => each.counted)
        const expected = {
          late: clocks.filter(({ due_on }) => due_on < TODAY).length,
          due_in_30_days: clocks.filter(({ due_on }) => due_on >= TODAY && due_on <= addDays(TODAY, 30)).length,
          accrued: toAed(sum(counted.map((each) => each.accrued))),
          next_30_days: toAed(sum(counted.map((each) => each.soon))),
          uncounted: costing.length - counted.length,
        }
        expect(expected.accrued).toBe(toAed(fils(Math.round(expected.accrued * 100))))
        for (const question of ['first', 'kept']) {
          const found = await findRisk(db, { company_id: company.id }, 'key', portal.clock.moment)
          expect(found, question).toMatchObject(expected)
          expect(sum(found.by_key.map(({ accrued }) => fils(Math.round(accrued * 100))))).toBe(Math.round(expected.accrued * 100))
        }
      }),
      { numRuns: 60 },
    )
  })
})
