import { createHash } from 'node:crypto'
import { type CheckedRow, type ImportColumn, importLabel, PERSON_PAPERS, RECORD_COLUMNS, type RecordColumn, type Sheet } from 'contract'
import { judgeCompany } from './companyRow.ts'
import type { Known, OnRecord } from './known.ts'
import { changedOf, changesFrom, heldPart, type PaperWrite, type Parts, paperOf, pastEnds, unfit } from './rowPapers.ts'
import { missingIn, type ReadRow } from './sheet.ts'

type PersonPaper = (typeof PERSON_PAPERS)[number]
export type RecordValues = Partial<Record<RecordColumn, string>>

/** A row with what it would do. */
export interface Judged extends CheckedRow {
  of: ReadRow['of']
  said: ReadRow['said']
  known: Known | undefined
  papers: PaperWrite[]
}

interface Given {
  rows: ReadRow[]
  onRecord: OnRecord
  /** In Dubai. */
  today: string
}

export const judge = ({ rows, onRecord, today }: Given): Judged[] =>
  rows.map((row) =>
    row.of === 'company' && onRecord.company ? judgeCompany(row, onRecord.company, today) : judgeRow(row, onRecord, today),
  )

function judgeRow(row: ReadRow, { known: all, renumbered }: OnRecord, today: string): Judged {
  const number = row.said.passport_number ?? ''
  const known = all.get(number)
  const before = renumbered.get(number)
  const papers = PERSON_PAPERS.flatMap((kind) => paperOfPerson(kind, row, known) ?? [])
  const errors = [...row.errors, ...(known ? [] : missingIn(row)), ...papers.flatMap(unfit), ...lonely(row, known)]
  if (before !== undefined)
    errors.push({
      column: 'passport_number',
      detail: `The person is on record with the passport ${before}: renew or correct that one first`,
    })
  if (known?.isOlder && papers.some(({ kind }) => kind === 'passport'))
    errors.push({ column: 'passport_number', detail: 'The person has a newer record, with another passport' })
  const changes = known ? changesFrom(row.said, (column) => heldValue(column, known)) : []
  const outcome = errors.length > 0 ? 'refused' : known ? (changes.length > 0 ? 'changed' : 'same') : 'created'
  const { line, of, said } = row
  const remarks = remarksOf(row, known, today)
  return { ...{ line, of, outcome, errors, remarks, changes, said, known }, papers: known ? changedOf(papers, changes) : papers }
}

/** Undefined where the row says nothing of the kind beside what the record says. */
function paperOfPerson(kind: PersonPaper, { said }: ReadRow, known: Known | undefined): PaperWrite | undefined {
  const paper = paperOf(kind, said, known?.held.get(kind))
  return paper && { ...paper, ...recorded(kind, said) }
}

/** Of three kinds the employee record has numbers and ends. */
function recorded(kind: PersonPaper, said: ReadRow['said']): Partial<Parts> {
  if (kind === 'passport') return said.passport_number ? { number: said.passport_number } : {}
  if (kind === 'residence')
    return { ...(said.visa_number && { number: said.visa_number }), ...(said.visa_expiry_date && { expires_on: said.visa_expiry_date }) }
  if (kind === 'emirates_id')
    return { ...(said.eid_number && { number: said.eid_number }), ...(said.eid_expiry_date && { expires_on: said.eid_expiry_date }) }
  return {}
}

/** Issue date and issuer of a residence or an Emirates ID that has neither number nor end. */
function lonely(row: ReadRow, known: Known | undefined) {
  return (['residence', 'emirates_id'] as const).flatMap((kind) => {
    const paper = paperOfPerson(kind, row, known)
    if (!paper || paper.number || paper.expires_on) return []
    const name = kind === 'residence' ? 'visa_number' : 'eid_number'
    return [{ column: name as ImportColumn, detail: `${importLabel(name)} or its expiry is needed` }]
  })
}

const heldValue = (column: string, { record, held }: Known): unknown =>
  column.includes('.') ? heldPart(column, held) : record[column as RecordColumn]

function remarksOf({ said }: ReadRow, known: Known | undefined, today: string): CheckedRow['remarks'] {
  const past = pastEnds(said, today)
  if (known?.record.status === 'cancelled') past.push({ column: 'passport_number', detail: 'The record of this person is cancelled' })
  return past
}

/** The record's fields as the row says them. */
export const recordValues = ({ said }: Pick<Judged, 'said'>): RecordValues =>
  Object.fromEntries(RECORD_COLUMNS.flatMap((column) => (said[column] === undefined ? [] : [[column, said[column]]])))

export const shownRow = ({ line, outcome, errors, remarks, changes }: Judged): CheckedRow => ({ line, outcome, errors, remarks, changes })

/** Of what was sent and what it would do, which follows from what is on record. */
export function fingerprintOf({ company_id, columns, rows }: Pick<Sheet, 'company_id' | 'columns' | 'rows'>, judged: Judged[]): string {
  const would = judged.map(({ outcome, changes, known }) => [outcome, changes, known?.record.id])
  return createHash('sha256')
    .update(JSON.stringify([company_id, columns, rows, would]))
    .digest('base64url')
}
