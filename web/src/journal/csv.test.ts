import type { JournalEntry } from 'contract'
import { expect, it } from 'vitest'
import { readCsv } from '../../test/readCsv.ts'
import { CSV_COLUMNS, journalCsv } from './csv.ts'

const WORDS = {
  heads: Object.fromEntries(CSV_COLUMNS.map((column) => [column, column])) as Record<(typeof CSV_COLUMNS)[number], string>,
  kindOf: ({ record_type }: JournalEntry) => record_type,
  outcomeOf: ({ outcome }: JournalEntry) => outcome,
}
const SEEN: JournalEntry = {
  ...{ id: '1', happened_at: '2026-11-20T06:00:00.000Z', actor_id: 'p', actor_name: 'Nadia "Rahman"', record_type: 'application' },
  ...{ record_id: 'r', record_name: '=Sara Khan', outcome: 'seen', action: null, subject: null, changes: [] },
  ...{ call: 'GET /visa-applications/{id}', request_id: 'q', address: '203.0.113.7' },
}
const CHANGED: JournalEntry = {
  ...{ ...SEEN, actor_id: null, actor_name: null, outcome: 'changed', call: null, request_id: null, address: null },
  ...{ action: 'stage_changed', subject: 'Offer Letter', changes: [{ field: 'status', from: 'Submitted', to: 'Approved' }] },
}

it('has a line for each entry, guarded against formulas', () => {
  const [heads, seen, changed] = readCsv(journalCsv([SEEN, CHANGED], WORDS))
  expect(heads).toEqual([...CSV_COLUMNS])
  expect(seen).toEqual([
    ...['2026-11-20T06:00:00.000Z', 'Nadia "Rahman"', 'seen', 'GET /visa-applications/{id}', 'application', "'=Sara Khan", ''],
    ...['203.0.113.7', 'q', 'r', 'p'],
  ])
  expect(changed?.slice(1, 7)).toEqual([
    ...['', 'changed', 'stage_changed: Offer Letter', 'application', "'=Sara Khan", 'status: Submitted → Approved'],
  ])
})
