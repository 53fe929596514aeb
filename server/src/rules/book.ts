import { dubaiDate, inForceOn, type Rule, type RulesOfDay, rulesOfDay } from 'contract'
import type { Db } from '../db/open.ts'
import type { Timing } from '../http/timing.ts'
import { listRules } from './queries.ts'

/** What holds on a Dubai day, and what is announced then. */
export function shownOn<Row extends Rule>(all: readonly Row[], today: string): Row[] {
  const holding = inForceOn(all, today)
  return all.filter((rule) => rule.in_force_from > today || holding.includes(rule))
}

interface Kept {
  version: number
  rules: readonly Rule[]
}

/** The rules as this server has them. Each session says how often rules have changed; where that is not what is kept, they are read again. */
export class RuleBook {
  readonly #db: Db
  #kept: Kept = { version: 0, rules: [] }
  #ofDay: { of: Kept; day: string; rules: RulesOfDay; unconfirmed: number } | undefined
  #reading: { version: number; done: Promise<void> } | undefined

  constructor(db: Db) {
    this.#db = db
  }

  /** Also those that are announced. */
  get all(): readonly Rule[] {
    return this.#kept.rules
  }

  /** Of the rules that are kept. */
  get version(): number {
    return this.#kept.version
  }

  isOf(version: number): boolean {
    return this.#kept.version === version
  }

  /** What several wait for is read once. */
  async keepUpWith(version: number): Promise<void> {
    if (version <= this.#kept.version) return
    if (this.#reading?.version !== version) this.#reading = { version, done: this.#read(version) }
    const reading = this.#reading
    try {
      await reading.done
    } finally {
      if (this.#reading === reading) this.#reading = undefined
    }
  }

  /** Sessions read later may have come here first. */
  async #read(version: number): Promise<void> {
    const rules = await listRules(this.#db)
    if (version > this.#kept.version) this.#kept = { version, rules }
  }

  ofDay(now: Date): RulesOfDay {
    return this.#reckoned(now).rules
  }

  /** Of those in force and announced. */
  unconfirmedOn(now: Date): number {
    return this.#reckoned(now).unconfirmed
  }

  /** Once a day and version. */
  #reckoned(now: Date) {
    const day = dubaiDate(now)
    if (this.#ofDay?.of === this.#kept && this.#ofDay.day === day) return this.#ofDay
    const { rules: all } = this.#kept
    const unconfirmed = shownOn(all, day).filter(({ confirmed }) => !confirmed).length
    this.#ofDay = { of: this.#kept, day, rules: rulesOfDay(all, day), unconfirmed }
    return this.#ofDay
  }

  timing(now: Date): Timing {
    return { now, today: dubaiDate(now), usual: this.ofDay(now).usual_days }
  }
}
