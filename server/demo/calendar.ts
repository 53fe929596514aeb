import { dubaiDate } from 'contract'
import type { Random } from './random.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** That day's work in Dubai, Monday to Friday; a weekend's goes to the Friday before. */
function officeHour(moment: number, rng: Random): number {
  const midnight = Date.parse(`${dubaiDate(new Date(moment))}T00:00:00+04:00`)
  const weekday = new Date(midnight + 12 * HOUR).getUTCDay()
  const back = weekday === 6 ? 1 : weekday === 0 ? 2 : 0
  return midnight - back * DAY + 8 * HOUR + rng.int(0, 9 * 60) * MINUTE + rng.int(0, 59) * 1_000
}

/** What happens one after the other, brought into office hours, in its order and before `until`. */
export function inOfficeHours(moments: readonly number[], until: number, rng: Random): number[] {
  let following = until
  const backwards = moments.toReversed().map((moment) => {
    following = Math.min(officeHour(moment, rng), following - rng.int(4, 50) * MINUTE)
    return following
  })
  return backwards.toReversed()
}

/** That moment in office hours, but not before what it follows. */
export function officeMoment(moment: number, { after, until }: { after: number; until: number }, rng: Random): number {
  const [at = moment] = inOfficeHours([moment], until, rng)
  return Math.max(at, after + rng.int(12, 50) * MINUTE)
}

/** The date in Dubai. */
export const dateOf = (moment: number): string => dubaiDate(new Date(moment))
