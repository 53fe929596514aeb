import type { HistoryEntry } from 'contract'

/** What a history tells of each line: what was done, to what of the record, and by whom. */
export const told = (entries: HistoryEntry[]) => entries.map(({ action, subject, actor_name }) => [action, subject, actor_name])
