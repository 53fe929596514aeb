import type { HistoryEntry } from 'contract'

/** Each line of a history: action, subject, and who. */
export const historyLines = (entries: HistoryEntry[]) => entries.map(({ action, subject, actor_name }) => [action, subject, actor_name])
