import { westernDigits } from 'contract'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import { companies } from '../db/companies.table.ts'
import type { Db } from '../db/open.ts'
import { papers } from '../db/papers.table.ts'
import { employees } from '../db/people.table.ts'
import type { PaperRow } from '../papers/queries.ts'
import type { ReadRow } from './sheet.ts'

/** A person on record with the passport number of a row. */
export interface Known {
  record: typeof employees.$inferSelect
  held: Map<string, PaperRow>
  /** Whether another record of the person is newer: its passport is the one on record. */
  isOlder: boolean
}

export interface OnRecord {
  known: Map<string, Known>
  /** By passport number the one under which the person is on record, who is known by a case with that number. */
  renumbered: Map<string, string>
  company: KnownCompany | undefined
}

/** The company, where a row is of its papers. */
export interface KnownCompany {
  trade_license: string
  held: Map<string, PaperRow>
}

const list = (values: string[], type: 'text' | 'uuid') => sql`any(${sql.param(values)}::${sql.raw(type)}[])`

/** Where the digits of Arabic begin, and those of Persian and Urdu. */
const EASTERN_ZEROS = [0x660, 0x6f0]
/** The number with any digits: whoever typed it into a record may have had others. */
const inAnyDigits = (number: string): string[] => [
  ...new Set([number, ...EASTERN_ZEROS.map((zero) => number.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit))))]),
]

/** What is on record of these rows: six statements at most, however many there are. With `lock`, nobody else changes them meanwhile. */
export async function findOnRecord(tx: Db, company_id: string, rows: ReadRow[], { lock = false } = {}): Promise<OnRecord> {
  // First, as whoever deletes a company locks it before its people.
  const company = rows.some(({ of }) => of === 'company') ? await findKnownCompany(tx, company_id, lock) : undefined
  const numbers = rows.flatMap(({ said }) => said.passport_number ?? [])
  const select = tx
    .select()
    .from(employees)
    .where(and(eq(employees.company_id, company_id), sql`${employees.passport_number} = ${list(numbers.flatMap(inAnyDigits), 'text')}`))
    .orderBy(employees.id)
  const found = await (lock ? select.for('no key update') : select)
  const people = [...new Set(found.map(({ person_id }) => person_id))]
  const held = await tx
    .select()
    .from(papers)
    .where(and(sql`${papers.person_id} = ${list(people, 'uuid')}`, eq(papers.state, 'held')))
  const newest = await tx.execute<{ person_id: string; id: string }>(
    sql`select distinct on (person_id) person_id, id from ${employees} where person_id = ${list(people, 'uuid')} order by person_id, created_at desc, id desc`,
  )
  const known = join(found, held, new Map(newest.rows.map((row) => [row.person_id, row.id])))
  return {
    known,
    company,
    renumbered: await findRenumbered(
      tx,
      company_id,
      numbers.filter((number) => !known.has(number)),
    ),
  }
}

async function findKnownCompany(tx: Db, company_id: string, lock: boolean): Promise<KnownCompany | undefined> {
  const select = tx.select({ trade_license: companies.trade_license }).from(companies).where(eq(companies.id, company_id))
  const [found] = await (lock ? select.for('no key update') : select)
  const own = await tx
    .select()
    .from(papers)
    .where(and(eq(papers.company_id, company_id), isNull(papers.person_id), eq(papers.state, 'held')))
  return found && { ...found, held: new Map(own.map((paper) => [paper.kind, paper])) }
}

/** People whose case has that number, but whose record has another. */
async function findRenumbered(tx: Db, company_id: string, numbers: string[]): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{
    asked: string
    number: string
  }>(sql`select distinct on (a.passport_number) a.passport_number as asked, e.passport_number as number
    from ${applications} a join ${employees} e on e.person_id = a.person_id
    where a.company_id = ${company_id} and a.passport_number = ${list(numbers, 'text')} order by a.passport_number, a.submitted_at, a.id`)
  return new Map(rows.map(({ asked, number }) => [asked, number]))
}

const placeOf = ({ passport_number }: Known['record']): number => (westernDigits(passport_number) === passport_number ? 1 : 0)

function join(found: Known['record'][], held: PaperRow[], newest: Map<string, string>): Map<string, Known> {
  const byPerson = Map.groupBy(held, ({ person_id }) => person_id)
  return new Map(
    // The one with the same digits last, which stays.
    found
      .toSorted((one, other) => placeOf(one) - placeOf(other))
      .map((record) => {
        const own = byPerson.get(record.person_id) ?? []
        return [
          westernDigits(record.passport_number),
          { record, held: new Map(own.map((paper) => [paper.kind, paper])), isOlder: newest.get(record.person_id) !== record.id },
        ]
      }),
  )
}
