import { type ApplicationType, dubaiDate, type HistoryEntry, readinessOf, stoppingFor } from 'contract'
import type { Context } from '../context.ts'
import type { KnownFacts } from './queries.ts'

/** For the history what the form warned of: a submission is never refused for it. */
export function saidOf({ rules, now }: Pick<Context, 'rules' | 'now'>, facts: KnownFacts, type: ApplicationType): HistoryEntry['changes'] {
  const findings = readinessOf({ ...facts, rules: rules.all, today: dubaiDate(now()) })
  const keys = stoppingFor(findings, type).map(({ key }) => key)
  return keys.length > 0 ? [{ field: 'although', from: null, to: keys.join(',') }] : []
}
