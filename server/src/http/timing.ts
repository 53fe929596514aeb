import type { UsualDays } from 'contract'

/** A moment, its Dubai day, and the usual days of stages by the rules of that day. */
export interface Timing {
  now: Date
  today: string
  usual: UsualDays
}
