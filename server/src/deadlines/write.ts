import type { ClockRule, RuledFine } from 'contract'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { deadlineCompanies, deadlineFines, deadlineMarks, deadlines } from '../db/deadlines.table.ts'
import type { Db } from '../db/open.ts'
import { persons } from '../db/persons.table.ts'
import type { RuleBook } from '../rules/book.ts'
import { type ClockRow, clocksOf, type KnownOfCompany, readKnown, type StoredClock } from './facts.ts'
import { rowsOfFines } from './fines.ts'

/** So many people are written with what changes them; of more the job writes the clocks. */
export const MAX_AT_ONCE = 500

export interface Difference {
  added: ClockRow[]
  changed: StoredClock[]
  closed: string[]
  fines: Map<string, readonly RuledFine[]>
}

const COLUMNS = [
  ...(['key', 'person_id', 'subject_id', 'paper_id', 'application_id', 'rule_id', 'grace_rule_id', 'fines_id'] as const),
  ...(['counted_from', 'due_on', 'printed', 'fined_from', 'who', 'certain', 'doubted'] as const),
]
const nameOf = ({ key, subject_id }: ClockRow): string => `${key} ${subject_id}`
const isSame = (one: ClockRow, other: ClockRow): boolean => COLUMNS.every((column) => one[column] === other[column])

/** What is to be written so that the clocks run that should; of all owners together, because a case may pass from one to another. */
export function differenceOf({ place, owners }: KnownOfCompany, rules: readonly ClockRule[]): Difference {
  const wanted = owners.map((owner) => clocksOf(owner, place, rules))
  const running = new Map(owners.flatMap((owner) => owner.running).map((row) => [nameOf(row), row]))
  const clocks = new Map(wanted.flatMap((each) => each.clocks).map((row) => [nameOf(row), row]))
  const kept = [...clocks.values()].map((row) => ({ row, before: running.get(nameOf(row)) }))
  return {
    added: kept.filter(({ before }) => !before).map(({ row }) => row),
    changed: kept.flatMap(({ row, before }) => (before && !isSame(row, before) ? [{ ...row, id: before.id }] : [])),
    closed: [...running.values()].filter((row) => !clocks.has(nameOf(row))).map(({ id }) => id),
    fines: new Map(wanted.flatMap((each) => [...each.fines])),
  }
}

export const isNothing = ({ added, changed, closed }: Difference): boolean => added.length + changed.length + closed.length === 0

const names = sql.raw(COLUMNS.join(', '))
const excluded = sql.raw(COLUMNS.map((column) => `${column} = excluded.${column}`).join(', '))
const given = sql.raw(COLUMNS.map((column) => `${column} = given.${column}`).join(', '))
const typed =
  sql.raw(`id uuid, key text, person_id uuid, subject_id uuid, paper_id uuid, application_id uuid, rule_id uuid, grace_rule_id uuid,
  fines_id text, counted_from date, due_on date, printed boolean, fined_from date, who text, certain boolean, doubted boolean`)
const FINE_COLUMNS = sql.raw('id, in_force_from, next_from, every, months, amount, cap, certain')
const fineTyped = sql.raw(
  'id text, in_force_from date, next_from date, every text, months text, amount bigint, cap bigint, certain boolean',
)

/** All that differs, by one statement; what was kept of the money at risk holds no more. */
async function writeDifference(tx: Db, company_id: string, { added, changed, closed, fines }: Difference, at: string): Promise<void> {
  const rows = added.map((row) => ({ ...row, id: v7() }))
  await tx.execute(sql`
    with fines as (
      insert into ${deadlineFines} (${FINE_COLUMNS}) select ${FINE_COLUMNS} from jsonb_to_recordset(${JSON.stringify(rowsOfFines(fines))}::jsonb) f(${fineTyped})
      on conflict do nothing),
    closed as (update ${deadlines} set closed_at = ${at} where id = any(${sql.param(closed)}::uuid[])),
    changed as (update ${deadlines} set ${given} from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) given(${typed}) where deadlines.id = given.id),
    added as (
      insert into ${deadlines} (id, company_id, created_at, ${names})
      select id, ${company_id}::uuid, ${at}::timestamptz, ${names} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) added(${typed})
      on conflict (subject_id, key) where closed_at is null do update set ${excluded})
    update ${deadlineCompanies} set version = version + 1 where company_id = ${company_id}`)
}

interface Asked {
  company_id: string
  person_ids: readonly string[]
  /** Also the clocks of the company itself. */
  own: boolean
}

/** Writes clocks anew; the caller holds the row of the company. Undefined where the rules are no longer those of the book; else whether something changed. */
export async function rewrite(tx: Db, { company_id, person_ids, own }: Asked, rules: RuleBook, at: string): Promise<boolean | undefined> {
  const known = await readKnown(tx, company_id, person_ids, own)
  if (!rules.isOf(known.version)) return undefined
  const difference = differenceOf(known, rules.all)
  if (isNothing(difference)) return false
  await writeDifference(tx, company_id, difference, at)
  return true
}

export const splitOwners = (company_id: string, owners: readonly string[]): Asked => ({
  company_id,
  person_ids: owners.filter((id) => id !== company_id),
  own: owners.includes(company_id),
})

interface Context {
  rules: RuleBook
  now: () => Date
}

const IS_OWN = sql`m.tx = pg_current_xact_id()`

/**
 * Writes the clocks whose causes this transaction has changed, as the last that it does: writers of a company wait for each other from here on.
 * Of many people, or where the rules of the company's clocks have just changed, the marks are left to the job.
 */
export async function writeDeadlines(tx: Db, { rules, now }: Context): Promise<void> {
  const { rows } = await tx.execute<{ company_id: string; rules_version: string; owners: string[] }>(sql`
    select c.company_id, c.rules_version, array(select m.owner_id from ${deadlineMarks} m where ${IS_OWN} and m.company_id = c.company_id) as owners
    from ${deadlineCompanies} c where c.company_id = any(array(select m.company_id from ${deadlineMarks} m where ${IS_OWN})) order by c.company_id for no key update`)
  for (const { company_id, rules_version, owners } of rows) {
    if (owners.length > MAX_AT_ONCE || !rules.isOf(Number(rules_version))) continue
    if ((await rewrite(tx, splitOwners(company_id, owners), rules, now().toISOString())) === undefined) continue
    await tx.execute(sql`delete from ${deadlineMarks} m where ${IS_OWN} and m.company_id = ${company_id}`)
  }
}

/** What is done in a transaction, and then the clocks whose causes it has changed. */
export const withDeadlines =
  <Given extends unknown[], Result>(context: Context, act: (tx: Db, ...given: Given) => Promise<Result>) =>
  async (tx: Db, ...given: Given): Promise<Result> => {
    const result = await act(tx, ...given)
    await writeDeadlines(tx, context)
    return result
  }

/** All clocks of a company that has changed its place; of many people the job writes them. */
export async function writeDeadlinesOfCompany(tx: Db, company_id: string, { rules, now }: Context): Promise<void> {
  const { rows } = await tx.execute<{ person_ids: string[] }>(sql`
    select array(select p.id from ${persons} p where p.company_id = c.company_id limit ${MAX_AT_ONCE + 1}) as person_ids
    from ${deadlineCompanies} c where c.company_id = ${company_id} for no key update`)
  const person_ids = rows[0]?.person_ids
  if (!person_ids || person_ids.length > MAX_AT_ONCE) return
  const written = await rewrite(tx, { company_id, person_ids, own: true }, rules, now().toISOString())
  if (written === undefined) return
  await tx.execute(sql`update ${deadlineCompanies} set rules_version = ${rules.version}, rewriting = null where company_id = ${company_id}`)
}
