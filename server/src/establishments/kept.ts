import { dubaiDate, readinessOf, companyReadiness as readinessOfCompany } from 'contract'
import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { companies } from '../db/companies.table.ts'
import type { Db } from '../db/open.ts'
import { companyReadiness } from '../db/readiness.table.ts'
import { READINESS_FACTS } from './queries.ts'

/** Reckoned in one transaction. */
const BATCH = 500
const LOCK = 7_036_022

type Reckoning = Pick<Context, 'rules' | 'now'>

/** Kept on an earlier day, by earlier rules, or doubted since. */
const isStale = ({ rules, now }: Reckoning): SQL =>
  sql`(${companyReadiness.day}, ${companyReadiness.rules_version}) < (${dubaiDate(now())}::date, ${rules.version}::int8)`

/** Sent before this returns. */
export async function isReckoned(db: Db, reckoning: Reckoning): Promise<boolean> {
  const stale = db.select({ one: sql`1` }).from(companyReadiness).where(isStale(reckoning)).limit(1)
  return (await stale.prepare('').execute()).length === 0
}

/** Reckons what is stale, company after company, so that a list can be narrowed by it. */
export async function keepReadiness({ db, ...reckoning }: Reckoning & { db: Db }): Promise<void> {
  if (await isReckoned(db, reckoning)) return
  for (let place: string | undefined = NO_ID; place; ) {
    const behind: string = place
    place = await db.transaction((tx) => reckonBatch(tx, reckoning, behind))
  }
}

/** What shows readiness is read once, together with the question whether it is up to date, and again where it was not. */
export async function readReckoned<Read>(context: Reckoning & { db: Db }, read: () => Promise<Read>): Promise<Read> {
  const [found, reckoned] = await Promise.all([read(), isReckoned(context.db, context)])
  if (reckoned) return found
  await keepReadiness(context)
  return read()
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Answers where to go on. Who is writing about a company doubts it again, and is not waited for. */
async function reckonBatch(tx: Db, reckoning: Reckoning, place: string): Promise<string | undefined> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
  const stale = await tx
    .select({ id: companies.id, doubts: companyReadiness.doubts, facts: READINESS_FACTS })
    .from(companies)
    .innerJoin(companyReadiness, eq(companyReadiness.company_id, companies.id))
    .where(and(gt(companyReadiness.company_id, place), isStale(reckoning)))
    .orderBy(asc(companyReadiness.company_id))
    .limit(BATCH)
  const today = dubaiDate(reckoning.now())
  const reckoned = stale.map(({ id, doubts, facts }) => {
    const findings = readinessOf({ ...facts, rules: reckoning.rules.all, today })
    return { company_id: id, doubts, level: readinessOfCompany(findings), findings }
  })
  await writeReckoned(tx, reckoned, { today, version: reckoning.rules.version })
  return stale.length === BATCH ? stale.at(-1)?.id : undefined
}

interface Reckoned {
  company_id: string
  doubts: number
  level: string
  findings: unknown
}

async function writeReckoned(tx: Db, reckoned: Reckoned[], { today, version }: { today: string; version: number }): Promise<void> {
  const free = tx
    .select({ id: companyReadiness.company_id })
    .from(companyReadiness)
    .where(
      inArray(
        companyReadiness.company_id,
        reckoned.map(({ company_id }) => company_id),
      ),
    )
    .for('update', { skipLocked: true })
  await tx.execute(sql`update company_readiness kept set level = given.level, findings = given.findings, day = ${today}::date, rules_version = ${version}
    from jsonb_to_recordset(${JSON.stringify(reckoned)}::jsonb) as given(company_id uuid, doubts int8, level text, findings jsonb)
    where kept.company_id = given.company_id and kept.doubts = given.doubts and kept.company_id in (${free})`)
}
