import { DAY_MS, dubaiDate, HOUR_MS, MINUTE_MS } from 'contract'
import type { Random } from './random.ts'

/** A moment in the office hours of that day in Dubai, Monday to Friday; for a weekend, of the Friday before. */
function officeHour(moment: number, rng: Random): number {
  const midnight = Date.parse(`${dateOf(moment)}T00:00:00+04:00`)
  const weekday = new Date(midnight + 12 * HOUR_MS).getUTCDay()
  const back = weekday === 6 ? 1 : weekday === 0 ? 2 : 0
  return midnight - back * DAY_MS + 8 * HOUR_MS + rng.int(0, 9 * 60) * MINUTE_MS + rng.int(0, 59) * 1_000
}

/** Moments in their order, brought into office hours, all before `until`. */
export function inOfficeHours(moments: readonly number[], until: number, rng: Random): number[] {
  let following = until
  const backwards = moments.toReversed().map((moment) => {
    following = Math.min(officeHour(moment, rng), following - rng.int(4, 50) * MINUTE_MS)
    return following
  })
  return backwards.toReversed()
}

/** A moment in office hours that is after another one. */
export function officeMoment(moment: number, { after, until }: { after: number; until: number }, rng: Random): number {
  const [at = moment] = inOfficeHours([moment], until, rng)
  return Math.max(at, after + rng.int(12, 50) * MINUTE_MS)
}

export const dateOf = (moment: number): string => dubaiDate(new Date(moment))
