import { z } from 'zod'
import type { ApplicationType } from './applications.ts'
import { addDays, addMonths, afterMonths } from './dates.ts'
import { DateOnly, Id } from './fields.ts'
import { paperStanding, soonUntil } from './papers.ts'
import { type RuleFacts, type RuleRow, ruleFor } from './ruleFor.ts'

/** The papers without which the authorities take nothing from a company, or no work permit. */
export const COMPANY_NEEDS = ['trade_license', 'establishment_card', 'mohre_card', 'e_signature_card'] as const
type Need = (typeof COMPANY_NEEDS)[number]
/** Those of the ministry, which a company of a free zone does not have. */
const OF_MINISTRY: readonly Need[] = ['mohre_card', 'e_signature_card']

export const READINESS_KEYS = [...COMPANY_NEEDS, 'quota', 'wages', 'category'] as const
/** `stops`: the authorities take nothing, `slows`: they soon will not, or it costs more, `unknown`: not on record. */
export const READINESS_LEVELS = ['stops', 'slows', 'unknown'] as const
export const ReadinessLevel = z.enum(READINESS_LEVELS)

/** How a company stands as a whole, the worst first: everything stops, new people alone do, something slows, something is not on record, nothing of these. */
export const COMPANY_READINESS = ['stops', 'stops_new', 'slows', 'unknown', 'ready'] as const
export const CompanyReadiness = z.enum(COMPANY_READINESS)
export type CompanyReadiness = z.infer<typeof CompanyReadiness>

export const Finding = z.object({
  key: z.enum(READINESS_KEYS),
  level: ReadinessLevel,
  /** For new people alone: renewals are taken. */
  new_only: z.boolean(),
  /** The day of the expiry, or from which on wages are late or permits stop. */
  since: DateOnly.nullable(),
  /** The last day of a paper that expires soon. */
  until: DateOnly.nullable(),
  /** The rule that says so; without one the portal goes by what is on record. */
  rule_id: Id.nullable(),
  /** Whether the provider has confirmed what is said. */
  confirmed: z.boolean(),
  paper_id: Id.nullable(),
})
export type Finding = z.infer<typeof Finding>

export const Readiness = z.object({
  findings: z.array(Finding),
  /** Records of active employees and new cases under way, which count against the quota; 0 where none is on record. */
  quota_used: z.number().int(),
})
export type Readiness = z.infer<typeof Readiness>

interface HeldPaper {
  id: string
  kind: string
  expires_on: string | null
}

interface KnownRule extends RuleRow {
  id: string
  confirmed: boolean
}

export interface ReadinessFacts {
  establishment: { [Name in 'emirate' | 'jurisdiction' | 'free_zone']: NonNullable<RuleFacts[Name]> | null } & {
    mohre_category: number | null
    quota_total: number | null
    wages_paid_through: string | null
  }
  /** The company's own that it holds. */
  papers: readonly HeldPaper[]
  quota_used: number
  rules: readonly KnownRule[]
  today: string
}

const PLAIN = { new_only: false, since: null, until: null, rule_id: null, confirmed: true, paper_id: null } as const

/** What keeps the authorities from taking something from a company on a Dubai day, the worst first. */
export function readinessOf(facts: ReadinessFacts): Finding[] {
  const { jurisdiction, mohre_category } = facts.establishment
  const isOfMinistry = jurisdiction !== 'free_zone'
  const needs = COMPANY_NEEDS.filter((kind) => isOfMinistry || !OF_MINISTRY.includes(kind))
  const category: Finding[] = mohre_category === 3 ? [{ ...PLAIN, key: 'category', level: 'slows', new_only: true }] : []
  const found = [
    ...needs.flatMap((kind) => ofPaper(kind, facts)),
    ...(isOfMinistry ? [...ofQuota(facts), ...ofWages(facts), ...category] : []),
  ]
  const placeOf = ({ level }: Finding): number => READINESS_LEVELS.indexOf(level)
  return found.toSorted((one, other) => placeOf(one) - placeOf(other))
}

function ofPaper(kind: Need, { papers, rules, today, establishment }: ReadinessFacts): Finding[] {
  const held = papers.find((paper) => paper.kind === kind)
  const standing = paperStanding(held?.expires_on ?? null, { today, until: soonUntil(kind, rules, today) })
  const paper_id = held?.id ?? null
  if (standing === 'valid') return []
  if (standing === 'no_date') return [{ ...PLAIN, key: kind, level: 'unknown', paper_id }]
  // Of the ministry's cards no source is known.
  const behind = OF_MINISTRY.includes(kind) ? UNSOURCED : sourceOf(rules, 'company_papers_lapsed', establishment, today)
  const ends = held?.expires_on ?? null
  const when = standing === 'expired' ? { level: 'stops', since: ends } : { level: 'slows', until: ends }
  return [{ ...PLAIN, key: kind, paper_id, ...behind, ...when } as Finding]
}

function ofQuota({ establishment: { quota_total }, quota_used }: ReadinessFacts): Finding[] {
  if (quota_total === null) return [{ ...PLAIN, key: 'quota', level: 'unknown' }]
  return quota_total <= quota_used ? [{ ...PLAIN, key: 'quota', level: 'stops', new_only: true }] : []
}

/** Wages of a month are due on the first of the next: the payday of a contract, after which they were due before June 2026, is not on record. */
function ofWages({ establishment, rules, today }: ReadinessFacts): Finding[] {
  const { wages_paid_through } = establishment
  if (wages_paid_through === null) return [{ ...PLAIN, key: 'wages', level: 'unknown' }]
  const due = `${addMonths(wages_paid_through, 2)}-01`
  if (today < due || !ruleFor(rules, 'wages_due', placeOf(establishment), today)) return []
  const late = { ...PLAIN, key: 'wages', new_only: true } as const
  const stop = ruleFor(rules, 'wages_stop', placeOf(establishment), today)?.rule.value
  const stopped = stop && (stop.months === undefined ? addDays(due, stop.days ?? 0) : afterMonths(due, stop.months))
  if (stopped === undefined || today < stopped)
    return [{ ...late, level: 'slows', since: due, ...sourceOf(rules, 'wages_due', establishment, today) }]
  return [{ ...late, level: 'stops', since: stopped, ...sourceOf(rules, 'wages_stop', establishment, today) }]
}

const UNSOURCED = { rule_id: null, confirmed: false } as const

/** The rule behind a finding, and whether it may be taken as said. */
function sourceOf(
  rules: readonly KnownRule[],
  key: 'company_papers_lapsed' | 'wages_due' | 'wages_stop',
  establishment: ReadinessFacts['establishment'],
  today: string,
): Pick<Finding, 'rule_id' | 'confirmed'> {
  const found = ruleFor(rules, key, placeOf(establishment), today)
  return found ? { rule_id: found.rule.id, confirmed: found.rule.confirmed && !found.assumed } : UNSOURCED
}

/** As the conditions of rules name it; what is not on record is not known. */
const placeOf = ({ emirate, jurisdiction, free_zone }: ReadinessFacts['establishment']): RuleFacts => ({
  ...(emirate && { emirate }),
  ...(jurisdiction && { jurisdiction }),
  ...(free_zone && { free_zone }),
})

/** The worst of what was found. */
export function companyReadiness(findings: readonly Finding[]): CompanyReadiness {
  const stops = findings.filter(({ level }) => level === 'stops')
  if (stops.length > 0) return stops.every(({ new_only }) => new_only) ? 'stops_new' : 'stops'
  return READINESS_LEVELS.find((level) => findings.some((finding) => finding.level === level)) ?? 'ready'
}

/** What stops a submission of this type with the authorities; renewals are taken where new people are not. */
export const stoppingFor = (findings: readonly Finding[], type: ApplicationType): Finding[] =>
  findings.filter(({ level, new_only }) => level === 'stops' && (type === 'new' || !new_only))
