import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { applications } from '../db/applications.table.ts'
import type { Db } from '../db/open.ts'
import { employees } from '../db/people.table.ts'
import { countAllMiskept } from './proof.ts'

const portal = startPortal()
const make = given(portal)
const by = (db: Db) => given({ ...portal, db })

type Work<Made> = (tx: Db) => Promise<Made>

/** The second begins while the first has not committed. */
async function meanwhile<First, Second>(first: Work<First>, second: Work<Second>): Promise<[First, Second]> {
  let begun: Promise<Second> | undefined
  const made = await portal.db.transaction(async (tx) => {
    const done = await first(tx)
    begun = portal.db.transaction(second)
    await Promise.race([begun, waiting()])
    return done
  })
  return [made, await (begun ?? Promise.reject(new Error('nothing ran meanwhile')))]
}

async function waiting(): Promise<void> {
  const isWaiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await portal.db.execute(isWaiting)).rowCount === 0);
}

const wrongRows = () => countAllMiskept(portal.db, portal.clock.moment)

describe('rows that are written at once (S12)', () => {
  it('find a record by the number that it is given in that moment', async () => {
    const company = await make.company()
    const record = await make.employee(company, { passport_number: 'OLD' })
    const renumber = (tx: Db) => tx.update(employees).set({ passport_number: 'NEW' }).where(eq(employees.id, record.id))
    const [, application] = await meanwhile(renumber, (tx) => by(tx).application(company, { passport_number: 'NEW' }))
    expect(application.person_id).toBe(record.person_id)
  })

  it('leave no person without rows where a record turns out to be there', async () => {
    const company = await make.company()
    const record = await make.employee(company, { passport_number: 'OLD' })
    const renumber = (tx: Db) => tx.update(employees).set({ passport_number: 'NEW' }).where(eq(employees.id, record.id))
    const complete = (tx: Db) =>
      tx
        .insert(employees)
        .values({ ...record, id: crypto.randomUUID(), person_id: sql`null`, passport_number: 'NEW' })
        .onConflictDoUpdate({ target: [employees.company_id, employees.passport_number], set: { designation: 'Cook' } })
        .returning({ id: employees.id })
    const [, kept] = await meanwhile(renumber, complete)
    expect(kept).toEqual([{ id: record.id }])
    expect(await wrongRows()).toBe(0)
  })

  it('are of one person where one names the record, and the other has its number', async () => {
    const company = await make.company()
    const record = await make.employee(company, { passport_number: 'OLD' })
    const [named, numbered] = await meanwhile(
      (tx) => by(tx).application(company, { passport_number: 'NEW', employee_id: record.id }),
      (tx) => by(tx).application(company, { passport_number: 'NEW' }),
    )
    expect([named.person_id, numbered.person_id]).toEqual([record.person_id, record.person_id])
  })

  it('are of one person where one has a number, and the other the name alone', async () => {
    const company = await make.company()
    const [numbered, unnumbered] = await meanwhile(
      (tx) => by(tx).application(company, { passport_number: 'A1' }),
      (tx) => by(tx).application(company, { passport_number: null }),
    )
    expect(unnumbered.person_id).toBe(numbered.person_id)
  })

  it('begin a new person where the last row of the one before is deleted', async () => {
    const company = await make.company()
    const last = await make.application(company)
    const [, next] = await meanwhile(
      (tx) => tx.delete(applications).where(eq(applications.id, last.id)),
      (tx) => by(tx).application(company),
    )
    expect(next.person_id).toBe(next.id)
    expect(await wrongRows()).toBe(0)
  })

  it('have one person a number and no other, whatever is written and deleted at once', async () => {
    const step = fc.record({ kind: fc.constantFrom('apply', 'hire', 'name', 'rename', 'dismiss', 'withdraw'), number: fc.nat(2) })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 6 }), async (rounds) => {
        const company = await make.company()
        for (const round of rounds) await Promise.allSettled(round.map(({ kind, number }) => STEPS[kind]?.(company, `N${number}`)))
        const { rows } = await portal.db.execute(sql`
          select passport_number from (
            select passport_number, person_id from visa_applications where company_id = ${company.id} and passport_number is not null
            union select passport_number, person_id from employees where company_id = ${company.id}) numbered
          group by 1 having count(distinct person_id) > 1`)
        expect(rows).toEqual([])
        expect(await wrongRows()).toBe(0)
      }),
      { numRuns: Number(process.env.COUNT_ROUNDS ?? 10), seed: 2026 },
    )
  })
})

const inOne = (work: (tx: Db) => PromiseLike<unknown>) => portal.db.transaction(async (tx) => void (await work(tx)))
const STEPS: Record<string, (company: { id: string }, passport_number: string) => Promise<unknown>> = {
  apply: (company, passport_number) => inOne((tx) => by(tx).application(company, { passport_number })),
  hire: (company, passport_number) => inOne((tx) => by(tx).employee(company, { passport_number })),
  name: (company) => inOne((tx) => by(tx).application(company, { passport_number: null })),
  rename: (company, passport_number) =>
    inOne((tx) =>
      tx
        .update(employees)
        .set({ employee_name: `Sara ${passport_number}` })
        .where(eq(employees.company_id, company.id)),
    ),
  dismiss: (company, passport_number) =>
    inOne((tx) => tx.execute(sql`delete from employees where company_id = ${company.id} and passport_number = ${passport_number}`)),
  withdraw: (company) =>
    inOne((tx) =>
      tx.execute(
        sql`delete from visa_applications where id in (select id from visa_applications where company_id = ${company.id} limit 1)`,
      ),
    ),
}
