import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { deadlineCompanies, deadlineMarks } from '../db/deadlines.table.ts'
import type { Db } from '../db/open.ts'
import { persons } from '../db/persons.table.ts'
import type { Proofs } from '../db/proofs.ts'
import { openRounds } from '../db/rounds.ts'
import { RuleBook } from '../rules/book.ts'
import { readKnown } from './facts.ts'
import { differenceOf, isNothing } from './write.ts'

/** For one run, and for one statement. */
const PEOPLE_PER_RUN = 5_000
const PEOPLE_AT_ONCE = 500

/** Where the next slice begins. */
export interface Place {
  company_id: string
  person_id: string
}
const NOBODY = '00000000-0000-0000-0000-000000000000'
export const fromFirst = (): Place => ({ company_id: NOBODY, person_id: NOBODY })

interface Slice {
  company_id: string
  person_ids: string[]
  /** Nothing of it waits for the job. */
  settled: boolean
}

/** The next people of the company of the place, or of the next one. */
async function nextSlice(db: Db, { company_id, person_id }: Place): Promise<Slice | undefined> {
  const { rows } = await db.execute<Slice & Record<string, unknown>>(sql`
    select c.company_id, not exists (select from ${deadlineMarks} m where m.company_id = c.company_id)
        and c.rules_version = coalesce((select version from rules_version), 0) as settled,
      array(select p.id from ${persons} p where p.company_id = c.company_id
        and p.id > case when c.company_id = ${company_id}::uuid then ${person_id}::uuid else ${NOBODY}::uuid end order by p.id limit ${PEOPLE_AT_ONCE}) as person_ids
    from ${deadlineCompanies} c where c.company_id >= ${company_id}::uuid order by c.company_id limit 2`)
  const isBegun = rows[0]?.company_id === company_id && person_id !== NOBODY
  return isBegun && rows[0]?.person_ids.length === 0 ? rows[1] : rows[0]
}

/** Whether the clocks of a slice are those that the facts and the rules of now make. */
async function isRight(db: Db, { company_id, person_ids, settled }: Slice, rules: RuleBook): Promise<boolean> {
  if (!settled) return true
  const known = await readKnown(db, company_id, person_ids, true)
  await rules.keepUpWith(known.version)
  return !rules.isOf(known.version) || isNothing(differenceOf(known, rules.all))
}

async function hasWaiting(db: Db, company_id: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select from ${deadlineMarks} m where m.company_id = ${company_id} limit 1`)
  return rows.length > 0
}

/** Checks about so many people, and moves the place on, but not beyond a slice that is wrong; answers the companies whose clocks are. At the end it begins anew. */
export async function findMiskeptClocks(db: Db, place: Place, rules: RuleBook, people = PEOPLE_PER_RUN): Promise<string[]> {
  const wrong = new Set<string>()
  let firstWrong: Place | undefined
  for (let seen = 0; seen < people; ) {
    const slice = await nextSlice(db, place)
    if (!slice) {
      Object.assign(place, fromFirst())
      break
    }
    const { company_id, person_ids } = slice
    if (!(await isRight(db, slice, rules)) && !(await hasWaiting(db, company_id))) {
      wrong.add(company_id)
      firstWrong ??= { ...place }
    }
    Object.assign(place, { company_id, person_id: person_ids.at(-1) ?? LAST })
    seen += Math.max(1, person_ids.length)
  }
  Object.assign(place, firstWrong)
  return [...wrong]
}
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** An hourly look at a slice of the clocks. */
export function watchDeadlines({ log }: { log: FastifyBaseLogger }, db: Db, proofs: Proofs, people?: number): () => Promise<void> {
  const place = fromFirst()
  const rounds = openRounds(['clocks'])
  const rules = new RuleBook(db)
  return async () => {
    const broken = await findMiskeptClocks(db, place, rules, people)
    if (broken.length === 0 && place.company_id === NOBODY) rounds.end('clocks')
    if (broken.length > 0) log.error({ broken }, 'clocks are not those of the facts and the rules')
    await proofs.keep('deadlines', { broken }, rounds.wholly_ms)
  }
}
