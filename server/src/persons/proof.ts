import { addDays, dubaiDate } from 'contract'
import { type SQL, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/open.ts'
import type { Proofs } from '../db/proofs.ts'
import { openRounds } from '../db/rounds.ts'

const SLICE = 5_000
/** Of the kept days, those that lists and mails read. */
const DAYS = 60
const NEWEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Where the next slice of a table begins, newest rows first. */
export interface Places {
  applications: string
  persons: string
  /** By the persons whose papers they are. */
  papers: string
}
export const fromNewest = (): Places => ({ applications: NEWEST, persons: NEWEST, papers: NEWEST })

export type KeptTable = keyof Places
/** In the order in which they are mended. */
export const TABLES = ['applications', 'persons', 'papers'] as const satisfies KeptTable[]

/** The rows of a slice, each with whether it is kept otherwise than it would be computed. */
const COMPARED: Record<KeptTable, (place: string, size: number) => SQL> = {
  applications: (place, size) => sql`
    select a.id, (a.expires_on, a.stage_status, a.refused, a.stage_since) is distinct from
      (coalesce(a.expiry_date, a.visa_expiry_date), (stage_place(recorded)).status, is_refused(recorded), coalesce(stage_since_told(a.id), a.stage_since))
      or (w.own, w.documents) is distinct from (written_application(a), written_documents(a.id)) as wrong
    from (select id from visa_applications where id < ${place}::uuid order by id desc limit ${size}) slice
    join visa_applications a on a.id = slice.id
    left join written_applications w on w.application_id = a.id
    cross join lateral recorded_stages(a.id) recorded`,
  persons: (place, size) => sql`
    select p.id, (p.application_id, p.applied_at, p.expires_on, p.cancelled) is distinct from
      (newest.id, newest.submitted_at, greatest(applied.dated, recorded.dated), not coalesce(recorded.active, true)) or (recorded.held = 0 and not exists (select from visa_applications a where a.person_id = p.id)) as wrong
    from (select * from persons where id < ${place}::uuid order by id desc limit ${size}) p
    left join lateral (select a.id, a.submitted_at from visa_applications a where a.person_id = p.id and a.status <> 'withdrawn' order by a.submitted_at desc, a.id desc limit 1) newest on true
    cross join lateral (select max(a.expires_on) as dated from visa_applications a where a.person_id = p.id and a.status <> 'withdrawn') applied
    cross join lateral (select count(*) as held, bool_or(e.status = 'active') as active, max(e.visa_expiry_date) as dated
      from employees e where e.person_id = p.id) recorded`,
  papers: (place, size) => sql`
    select p.id, exists (
      select from (select * from recorded_papers(p.id) where number is not null or expires_on is not null) said
      full join (select * from papers where person_id = p.id and state = 'held' and kind in ('passport', 'residence', 'emirates_id')) held
        using (kind)
      where held.id is null or said.record_id is null or held.number is distinct from said.number
        or (kind <> 'passport' and held.expires_on is distinct from said.expires_on)
    ) as wrong
    from (select id from persons where id < ${place}::uuid order by id desc limit ${size}) p`,
}

/** The rows of the next slice that are kept wrongly, and the place after it; at the end, the newest one again. */
async function checkSlice(db: Db, table: KeptTable, place: string, size = SLICE): Promise<{ wrong: string[]; next: string }> {
  const { rows } = await db.execute<{ wrong: string[]; rows: number; last: string | null }>(sql`
    select coalesce(array_agg(id) filter (where wrong), '{}') as wrong, count(*)::int as rows, (array_agg(id order by id))[1] as last
    from (${COMPARED[table](place, size)}) slice`)
  const [slice] = rows
  return { wrong: slice?.wrong ?? [], next: slice?.rows === size && slice.last ? slice.last : NEWEST }
}

/** The wrong rows of a table, slice by slice. */
export async function* findMiskept(db: Db, table: KeptTable): AsyncGenerator<string[]> {
  let place = NEWEST
  do {
    const slice = await checkSlice(db, table, place)
    yield slice.wrong
    place = slice.next
  } while (place !== NEWEST)
}

/** Days whose people are counted wrongly. */
async function countWrongDays(db: Db, today: string): Promise<number> {
  const window = sql`expires_on between ${today}::date and ${addDays(today, DAYS)}::date`
  const { rows } = await db.execute<{ wrong: number }>(sql`
    select count(*)::int as wrong from
      (select slot, expires_on, people from expiring_days where ${window} and people <> 0) kept
      full join (select slot_of(company_id) as slot, expires_on, count(*)::int as people from persons where ${window} and not cancelled group by 1, 2) counted
      using (slot, expires_on) where kept.people is distinct from counted.people`)
  return rows[0]?.wrong ?? 0
}

/** So that the slice after it begins with the row of that id. */
const placeBefore = (id: string): string =>
  (BigInt(`0x${id.replaceAll('-', '')}`) + 1n)
    .toString(16)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** Checks one slice of each table against computing anew, and moves the places on (S12), but not beyond what is wrong. */
export async function countMiskept(db: Db, places: Places, now: Date, size = SLICE): Promise<number> {
  let wrong = await countWrongDays(db, dubaiDate(now))
  for (const table of TABLES) {
    const slice = await checkSlice(db, table, places[table], size)
    const newest = slice.wrong.toSorted().at(-1)
    places[table] = newest === undefined ? slice.next : placeBefore(newest)
    wrong += slice.wrong.length
  }
  return wrong
}

/** Everything, slice by slice. */
export async function countAllMiskept(db: Db, now: Date): Promise<number> {
  let wrong = await countWrongDays(db, dubaiDate(now))
  for (const table of TABLES) for await (const ids of findMiskept(db, table)) wrong += ids.length
  return wrong
}

/** An hourly look at what triggers keep of applications and people. Rows found wrong are logged and counted. */
export function watchPeople({ log }: { log: FastifyBaseLogger }, db: Db, proofs: Proofs, size = SLICE): () => Promise<void> {
  const places = fromNewest()
  const rounds = openRounds(TABLES)
  return async () => {
    const wrong = await countMiskept(db, places, new Date(), size)
    for (const table of TABLES) if (places[table] === NEWEST) rounds.end(table)
    if (wrong > 0) log.error({ wrong }, 'what is kept of applications and people is wrong')
    await proofs.keep('people', { wrong }, rounds.wholly_ms)
  }
}
