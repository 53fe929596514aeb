import {
  type ClockRule,
  type DeadlineFacts,
  deadlinesOf,
  finesOf,
  type HeldPaper,
  isNationality,
  nationalityKey,
  type OpenCase,
  type RuledFine,
  type RuleFacts,
} from 'contract'
import { type SQL, sql } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import { caseDates } from '../db/caseDates.table.ts'
import { deadlines } from '../db/deadlines.table.ts'
import { establishments } from '../db/establishments.table.ts'
import type { Db } from '../db/open.ts'
import { papers } from '../db/papers.table.ts'
import { employees } from '../db/people.table.ts'
import { rulesVersion } from '../db/rules.table.ts'
import { finesIdOf } from './fines.ts'

/** What is stored of a clock beside its owner. */
export interface ClockRow {
  key: string
  person_id: string | null
  subject_id: string
  paper_id: string | null
  application_id: string | null
  rule_id: string | null
  grace_rule_id: string | null
  fines_id: string | null
  counted_from: string
  due_on: string
  printed: boolean
  fined_from: string | null
  who: string
  certain: boolean
  doubted: boolean
}
export type StoredClock = ClockRow & { id: string }

type Place = { [Name in 'emirate' | 'jurisdiction' | 'free_zone']: NonNullable<RuleFacts[Name]> | null }
interface Newest {
  skill_level: number | null
  outside_since: string | null
  nationality: string
}
/** Of a person, or of the company itself where `person_id` is null. */
export interface Owner {
  person_id: string | null
  newest: Newest | null
  papers: HeldPaper[]
  cases: OpenCase[]
  running: StoredClock[]
}
export interface KnownOfCompany {
  /** Of the rules that are in the database. */
  version: number
  place: Place | null
  owners: Owner[]
}

const held = (whose: SQL) => sql`(select coalesce(json_agg(json_build_object('id', p.id, 'kind', p.kind, 'issued_on', p.issued_on,
    'expires_on', p.expires_on) order by p.id), '[]') from ${papers} p where ${whose} and p.state = 'held')`
const running = (whose: SQL) => sql`(select coalesce(json_agg(json_build_object('id', d.id, 'key', d.key, 'person_id', d.person_id,
    'subject_id', d.subject_id, 'paper_id', d.paper_id, 'application_id', d.application_id, 'rule_id', d.rule_id,
    'grace_rule_id', d.grace_rule_id, 'fines_id', d.fines_id, 'counted_from', d.counted_from, 'due_on', d.due_on, 'printed', d.printed,
    'fined_from', d.fined_from, 'who', d.who, 'certain', d.certain, 'doubted', d.doubted) order by d.id), '[]')
    from ${deadlines} d where ${whose} and d.closed_at is null)`
const CASES = sql`(select coalesce(json_agg(json_build_object('id', a.id, 'application_type', a.application_type,
    'employee_location', a.employee_location, 'entry_permit_issued_on', c.entry_permit_issued_on, 'entered_on', c.entered_on,
    'status_changed_on', c.status_changed_on, 'medical_on', c.medical_on) order by a.id), '[]')
    from ${applications} a join ${caseDates} c on c.application_id = a.id where a.person_id = o.id and a.status = 'active')`
/** Whoever has left has no record that is not cancelled; somebody new has none at all yet. */
const HAS_LEFT = sql`coalesce((select bool_and(e.status = 'cancelled') from ${employees} e where e.person_id = o.id), false)`
const NEWEST = sql`(select json_build_object('skill_level', e.skill_level, 'outside_since', e.outside_since, 'nationality', e.nationality)
    from ${employees} e where e.person_id = o.id order by e.created_at desc, e.id desc limit 1)`

/** What is known of people of a company, and with `own` of the company itself, with the clocks that run; in one statement. */
export async function readKnown(db: Db, company_id: string, person_ids: readonly string[], own: boolean): Promise<KnownOfCompany> {
  const ofCompany = sql`select json_build_object('person_id', null, 'newest', null, 'cases', '[]'::json,
      'papers', ${held(sql`p.company_id = ${company_id} and p.person_id is null`)},
      'running', ${running(sql`d.company_id = ${company_id} and d.person_id is null`)}) as owner where ${own}`
  const ofPeople = sql`select json_build_object('person_id', o.id, 'newest', case when o.has_left then null else ${NEWEST} end, 'cases', ${CASES},
      'papers', case when o.has_left then '[]'::json else ${held(sql`p.person_id = o.id`)} end,
      'running', ${running(sql`d.person_id = o.id`)}) as owner
    from (select o.id, ${HAS_LEFT} as has_left from unnest(${sql.param(person_ids)}::uuid[]) o(id) offset 0) o`
  const { rows } = await db.execute<{ known: KnownOfCompany }>(sql`select json_build_object(
    'version', coalesce((select version from ${rulesVersion}), 0),
    'place', (select json_build_object('emirate', e.emirate, 'jurisdiction', e.jurisdiction, 'free_zone', e.free_zone)
      from ${establishments} e where e.company_id = ${company_id}),
    'owners', (select coalesce(json_agg(owner), '[]') from (${ofCompany} union all ${ofPeople}) found)) as known`)
  return rows[0]?.known ?? { version: 0, place: null, owners: [] }
}

function knownOf(place: Place | null, newest: Newest | null): RuleFacts {
  const { emirate, jurisdiction, free_zone } = place ?? {}
  return {
    ...(emirate && { emirate }),
    ...(jurisdiction && { jurisdiction }),
    ...(free_zone && { free_zone }),
    ...(newest?.skill_level && { skill_level: newest.skill_level }),
    ...(newest && isNationality(newest.nationality) && { nationality: nationalityKey(newest.nationality) }),
  }
}

const factsOf = ({ newest, papers, cases }: Owner, place: Place | null): DeadlineFacts => ({
  ...{ known: knownOf(place, newest), papers, cases },
  outside_since: newest?.outside_since ?? null,
})

/** The clocks that should run, and the fines that they name. */
export function clocksOf(
  owner: Owner,
  place: Place | null,
  rules: readonly ClockRule[],
): { clocks: ClockRow[]; fines: Map<string, readonly RuledFine[]> } {
  const facts = factsOf(owner, place)
  const fines = new Map<string, readonly RuledFine[]>()
  const clocks = deadlinesOf(facts, rules).map(({ certain, fined_from, ...clock }) => {
    const costs = fined_from === null ? undefined : finesOf(rules, clock.key, facts.known)
    const fines_id = costs ? finesIdOf(costs) : null
    if (costs && fines_id) fines.set(fines_id, costs)
    const doubted = !certain || (costs ?? []).some((fine) => !fine.certain)
    const subject_id = clock.application_id ?? clock.paper_id ?? owner.person_id ?? ''
    return { ...clock, person_id: owner.person_id, subject_id, fines_id, fined_from, certain, doubted }
  })
  return { clocks, fines }
}
