import { dubaiDate, type Rule, type UsualDays, usualDaysOf } from 'contract'
import type { Db } from '../db/open.ts'
import type { Timing } from '../http/timing.ts'
import { listRules } from './queries.ts'

interface Kept {
  version: number
  rules: readonly Rule[]
}

/** The rules as this server has them. Each session says how often rules have changed; where that is not what is kept, they are read again. */
export class RuleBook {
  readonly #db: Db
  #kept: Kept = { version: 0, rules: [] }
  #usual: { of: Kept; day: string; days: UsualDays } | undefined
  #reading: { version: number; done: Promise<void> } | undefined

  constructor(db: Db) {
    this.#db = db
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

  timing(now: Date): Timing {
    const today = dubaiDate(now)
    if (this.#usual?.of !== this.#kept || this.#usual.day !== today)
      this.#usual = { of: this.#kept, day: today, days: usualDaysOf(this.#kept.rules, today) }
    return { now, today, usual: this.#usual.days }
  }
}
