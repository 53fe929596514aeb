import type { ApplicationType, EmployeeLocation } from './applications.ts'
import { addDays, afterMonths } from './dates.ts'
import { FINED_BY, type FinedKey } from './deadlineKeys.ts'
import { type ClockRule, isCertain, ruleBy } from './deadlineRules.ts'
import type { DeadlineKey, DeadlineWho } from './deadlines.ts'
import type { PaperKind } from './papers.ts'
import type { RuleFacts } from './ruleFor.ts'

/** A paper on record. */
export interface HeldPaper {
  id: string
  kind: PaperKind
  issued_on: string | null
  expires_on: string | null
}
/** An active case and its dates. */
export interface OpenCase {
  id: string
  application_type: ApplicationType
  employee_location: EmployeeLocation
  entry_permit_issued_on: string | null
  entered_on: string | null
  status_changed_on: string | null
  medical_on: string | null
}
/** What is known of a person who has not left, or of a company. */
export interface DeadlineFacts {
  /** Of the person, and of the place of the company. */
  known: RuleFacts
  papers: readonly HeldPaper[]
  cases: readonly OpenCase[]
  outside_since: string | null
}

export interface Clock {
  key: DeadlineKey
  paper_id: string | null
  application_id: string | null
  rule_id: string | null
  grace_rule_id: string | null
  /** The end of a paper, a day of a case, the first day abroad. */
  counted_from: string
  /** The last day in time. */
  due_on: string
  /** Stands on a paper: no rule reckons it. */
  printed: boolean
  fined_from: string | null
  who: DeadlineWho
  /** The rules that its days are counted by are confirmed, and none was taken for want of facts. */
  certain: boolean
}

export const actsOn = (key: DeadlineKey): DeadlineWho => ACTS[key] ?? 'company'

const ACTS: Partial<Record<DeadlineKey, DeadlineWho>> = {
  enter_by: 'employee',
  unemployment_insurance: 'employee',
  absence_abroad: 'employee',
  finish_after_entry: 'provider',
  medical_used_by: 'provider',
}

/** Without a rule, and for free. */
const plain = (key: DeadlineKey, counted_from: string, due_on = counted_from): Clock => ({
  ...{ key, paper_id: null, application_id: null, rule_id: null, grace_rule_id: null, counted_from, due_on, printed: false },
  ...{ fined_from: null, who: actsOn(key), certain: true },
})

interface Span {
  days?: number | undefined
  months?: number | undefined
}
/** Calendars and the database end there: a paper without an end is often said to end on 31 December 9999. */
const LAST_DAY = '9999-12-30'
const FAR = '9950-01-01'
/** What ended before is a slip of the pen, and not so many years late. */
const FIRST_DAY = '1971-01-01'

function after(day: string, { days = 0, months = 0 }: Span): string {
  if (day >= FAR) return LAST_DAY
  return day < FIRST_DAY ? day : addDays(months === 0 ? day : afterMonths(day, months), days)
}

class Clocks {
  readonly #rules: readonly ClockRule[]
  readonly #facts: DeadlineFacts

  constructor(rules: readonly ClockRule[], facts: DeadlineFacts) {
    this.#rules = rules
    this.#facts = facts
  }

  /** Ends on the day before its fine begins; without a rule on the day itself. */
  #fined(key: FinedKey, from: string): Clock {
    const found = ruleBy(this.#rules, FINED_BY[key], this.#facts.known, from)
    if (!found) return plain(key, from)
    const { after_days: days, after_months: months } = found.rule.value
    const due_on = after(from, { days, months })
    return { ...plain(key, from, due_on), fined_from: addDays(due_on, 1), rule_id: found.rule.id, certain: isCertain(found) }
  }

  /** Ends a time after a day; without a rule there is no clock. */
  #within(key: 'enter_by' | 'finish_after_entry' | 'medical_used_by', from: string): Clock[] {
    const found = ruleBy(this.#rules, key === 'medical_used_by' ? 'medical_use' : key, this.#facts.known, from)
    return found ? [{ ...plain(key, from, after(from, found.rule.value)), rule_id: found.rule.id, certain: isCertain(found) }] : []
  }

  #residence(expires_on: string): Clock {
    const grace = ruleBy(this.#rules, 'grace_after_end', this.#facts.known, expires_on)
    if (!grace) return plain('residence_expiry', expires_on)
    const fined = this.#fined('residence_expiry', after(expires_on, grace.rule.value))
    return { ...fined, counted_from: expires_on, grace_rule_id: grace.rule.id, certain: fined.certain && isCertain(grace) }
  }

  /** Requests need a passport that is valid for so long. */
  #passport(expires_on: string): Clock {
    const found = ruleBy(this.#rules, 'passport_min', this.#facts.known, expires_on)
    if (!found) return plain('passport_too_short', expires_on)
    const { days = 0, months = 0 } = found.rule.value
    const due_on = after(expires_on, { days: -days, months: -months })
    return { ...plain('passport_too_short', expires_on, due_on), rule_id: found.rule.id, certain: isCertain(found) }
  }

  #ofPaper({ id, kind, expires_on }: HeldPaper): Clock[] {
    const ending = expires_on === null ? [] : [this.#atEnd(kind, expires_on)]
    return ending.flatMap((found) => (found ? [{ ...found, paper_id: id, printed: found.due_on === expires_on }] : []))
  }

  #atEnd(kind: PaperKind, expires_on: string): Clock | undefined {
    switch (kind) {
      case 'residence':
        return this.#residence(expires_on)
      case 'passport':
        return this.#passport(expires_on)
      case 'work_permit':
        return this.#fined('work_permit_renewal', expires_on)
      case 'emirates_id':
        return this.#fined('emirates_id_renewal', expires_on)
      case 'health_insurance':
      case 'establishment_card':
      case 'representative_card':
        return this.#fined(kind, expires_on)
      case 'unemployment_insurance':
      case 'trade_license':
      case 'mohre_card':
      case 'tenancy':
        return plain(kind, expires_on)
      default:
        return undefined
    }
  }

  /** Where nobody subscribed, from the work permit on. */
  #subscription(): Clock[] {
    const { papers } = this.#facts
    const permit = papers.find(({ kind }) => kind === 'work_permit')
    if (!permit?.issued_on || papers.some(({ kind }) => kind === 'unemployment_insurance')) return []
    const clock = this.#fined('unemployment_insurance', permit.issued_on)
    return clock.rule_id ? [{ ...clock, paper_id: permit.id }] : []
  }

  #absence({ outside_since } = this.#facts): Clock[] {
    const clock = outside_since === null ? undefined : this.#fined('absence_abroad', outside_since)
    return clock?.rule_id ? [clock] : []
  }

  /** The end that a certificate of this test prints counts before that of a rule. */
  #medical(medical_on: string): Clock[] {
    const isOfTest = ({ kind, expires_on }: HeldPaper) => kind === 'medical_fitness' && expires_on !== null && expires_on >= medical_on
    const certificate = this.#facts.papers.find(isOfTest)
    if (!certificate?.expires_on) return this.#within('medical_used_by', medical_on)
    return [{ ...plain('medical_used_by', medical_on, certificate.expires_on), paper_id: certificate.id, printed: true }]
  }

  #ofCase({ id, application_type, employee_location, ...dates }: OpenCase): Clock[] {
    const { entry_permit_issued_on, entered_on, status_changed_on, medical_on } = dates
    const inside = status_changed_on ?? entered_on
    const clocks = [
      ...(employee_location === 'outside_uae' && entry_permit_issued_on && !inside ? this.#within('enter_by', entry_permit_issued_on) : []),
      ...(inside ? this.#within('finish_after_entry', inside) : []),
      ...(inside && application_type === 'new' ? [this.#fined('contract_after_entry', inside)].filter(({ rule_id }) => rule_id) : []),
      ...(medical_on ? this.#medical(medical_on) : []),
    ]
    return clocks.map((clock) => ({ ...clock, application_id: id }))
  }

  all(): Clock[] {
    const { papers, cases } = this.#facts
    const found = [papers.map((paper) => this.#ofPaper(paper)), cases.map((each) => this.#ofCase(each)), [this.#subscription()]]
    return [...found.flat(2), ...this.#absence()].filter(({ due_on }) => due_on >= FIRST_DAY)
  }
}

/** The clocks that run about a person or a company, by the rules of their days. */
export const deadlinesOf = (facts: DeadlineFacts, rules: readonly ClockRule[]): Clock[] => new Clocks(rules, facts).all()
