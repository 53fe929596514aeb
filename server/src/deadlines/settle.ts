import { sql } from 'drizzle-orm'
import { changes } from '../db/changes.table.ts'
import { deadlineCompanies, deadlineMarks } from '../db/deadlines.table.ts'
import type { Db } from '../db/open.ts'
import { persons } from '../db/persons.table.ts'
import { rulesVersion } from '../db/rules.table.ts'
import type { RuleBook } from '../rules/book.ts'
import { MAX_AT_ONCE, rewrite, splitOwners } from './write.ts'

interface Waiting extends Record<string, unknown> {
  company_id: string
  rules_version: number
  rewriting: number | null
  rewritten_to: string | null
  current: number
  is_marked: boolean
}

const NOBODY = '00000000-0000-0000-0000-000000000000'

/** A company with marks of others, or whose clocks are written by other rules; held until the end of the transaction, as no other server holds it. */
async function takeWaiting(tx: Db): Promise<Waiting | undefined> {
  const isMarked = sql`c.company_id in (select m.company_id from ${deadlineMarks} m)`
  const { rows } = await tx.execute<Waiting>(sql`
    select c.company_id, c.rules_version::float8, c.rewriting::float8, c.rewritten_to, current.version::float8 as current, ${isMarked} as is_marked
    from ${deadlineCompanies} c cross join (select coalesce((select version from ${rulesVersion}), 0) as version) current
    where ${isMarked} or c.rules_version <> current.version
    order by ${isMarked} desc, c.company_id limit 1 for no key update of c skip locked`)
  return rows[0]
}

/** Marks go before facts are read, so that none that comes meanwhile is lost. */
async function takeMarks(tx: Db, company_id: string): Promise<string[]> {
  const { rows } = await tx.execute<{ owner_id: string }>(sql`
    delete from ${deadlineMarks} where company_id = ${company_id} and owner_id = any(array(
      select distinct m.owner_id from ${deadlineMarks} m where m.company_id = ${company_id} limit ${MAX_AT_ONCE})) returning owner_id`)
  return [...new Set(rows.map(({ owner_id }) => owner_id))]
}

async function peopleBehind(tx: Db, company_id: string, place: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select p.id from ${persons} p where p.company_id = ${company_id} and p.id > ${place}::uuid order by p.id limit ${MAX_AT_ONCE}`,
  )
  return rows.map(({ id }) => id)
}

/** The next people of a company by the rules of now, and once with them the company itself. */
async function rewriteNext(tx: Db, { company_id, rewriting, rewritten_to, current }: Waiting, rules: RuleBook, at: string) {
  const place = rewriting === current ? (rewritten_to ?? NOBODY) : NOBODY
  const person_ids = await peopleBehind(tx, company_id, place)
  const changed = await rewrite(tx, { company_id, person_ids, own: place === NOBODY }, rules, at)
  if (changed === undefined) return undefined
  const last = person_ids.length === MAX_AT_ONCE ? person_ids.at(-1) : undefined
  const reached = last
    ? sql`rewriting = ${current}, rewritten_to = ${last}`
    : sql`rules_version = ${current}, rewriting = null, rewritten_to = null`
  await tx.execute(sql`update ${deadlineCompanies} set ${reached} where company_id = ${company_id}`)
  return changed
}

/** Some clocks of one company; answers whether there may be more to do. */
async function settleNext(tx: Db, rules: RuleBook, at: string): Promise<boolean> {
  const waiting = await takeWaiting(tx)
  if (!waiting) return false
  await rules.keepUpWith(waiting.current)
  const { company_id, is_marked } = waiting
  const changed = is_marked
    ? await rewrite(tx, splitOwners(company_id, await takeMarks(tx, company_id)), rules, at)
    : await rewriteNext(tx, waiting, rules, at)
  if (changed === undefined) throw new NewRules()
  // People who are gone took their clocks with them.
  if (is_marked && !changed) await tx.execute(sql`update ${deadlineCompanies} set version = version + 1 where company_id = ${company_id}`)
  if (changed || is_marked) await tx.insert(changes).values({ noun: 'company', id: company_id, company_id }).onConflictDoNothing()
  return true
}

/** Has the job write all clocks, whatever is stored. */
export async function markAll(db: Db): Promise<void> {
  await db.execute(sql`update ${deadlineCompanies} set rules_version = -1, rewriting = null`)
}

class NewRules extends Error {}

/** Writes what is still to be written of clocks: whose causes an older server has changed, what was too much for a request, and all after a change of rules. */
export async function settleDeadlines(
  { db, rules, now }: { db: Db; rules: RuleBook; now: () => Date },
  signal?: AbortSignal,
): Promise<void> {
  for (let isMore = true; isMore && !signal?.aborted; ) {
    try {
      isMore = await db.transaction((tx) => settleNext(tx, rules, now().toISOString()))
    } catch (error) {
      // The next attempt reads the rules that have just come.
      if (!(error instanceof NewRules)) throw error
    }
  }
}
