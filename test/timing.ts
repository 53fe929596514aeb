import { dubaiDate, type RuleRow, rulesOfDay } from 'contract'
import type { Timing } from '../server/src/http/timing.ts'
import starter from '../server/src/rules/starter.json' with { type: 'json' }

/** A moment by the rules that the portal brings along. */
export function timingAt(now: Date): Timing {
  const today = dubaiDate(now)
  return { now, today, usual: rulesOfDay(starter as unknown as RuleRow[], today).usual_days }
}
