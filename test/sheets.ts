import type { ImportColumn } from 'contract'
import { fingerprintOf, judge } from '../server/src/imports/judge.ts'
import { readSheet } from '../server/src/imports/sheet.ts'

type Person = Partial<Record<ImportColumn, string>>

/** A spreadsheet of these people. */
export function sheetOf(company_id: string, people: Person[]) {
  const columns = [...new Set(people.flatMap((person) => Object.keys(person) as ImportColumn[]))]
  return { company_id, columns, rows: people.map((person) => columns.map((column) => person[column] ?? null)) }
}

/** Of people who are not on record yet. */
export const newPeople = (company_id: string, people: Person[]) =>
  sheetOf(
    company_id,
    people.map((person) => ({ nationality: 'Indian', designation: 'Clerk', ...person })),
  )

/** As an import after the check, where nobody of them is on record, nor a paper of the company. */
export function asChecked(sheet: ReturnType<typeof sheetOf>) {
  const nothing = { known: new Map(), renumbered: new Map(), company: { trade_license: '', held: new Map() } }
  const judged = judge({ rows: readSheet({ ...sheet, lines: undefined }), onRecord: nothing, today: '2026-11-24' })
  return { ...sheet, file_name: 'people.xlsx', fingerprint: fingerprintOf(sheet, judged) }
}
