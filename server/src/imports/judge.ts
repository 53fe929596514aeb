import { createHash } from 'node:crypto'
import {
  type CheckedRow,
  type ImportColumn,
  importLabel,
  PERSON_PAPERS,
  RECORD_COLUMNS,
  type RecordColumn,
  type Sheet,
  westernDigits,
} from 'contract'
import { changesOf } from '../history/queries.ts'
import type { PaperRow } from '../papers/queries.ts'
import { written } from '../papers/sentences.ts'
import type { Known, OnRecord } from './known.ts'
import { missingIn, type ReadRow } from './sheet.ts'

type PersonPaper = (typeof PERSON_PAPERS)[number]
export type RecordValues = Partial<Record<RecordColumn, string>>

const PARTS = ['number', 'issuer', 'issued_on', 'expires_on'] as const
type Parts = Record<(typeof PARTS)[number], string | null>

/** A paper as it is once the row is written, beside what the employee record says of it. */
export interface PaperWrite extends Parts {
  kind: PersonPaper
}

/** A row with what it would do. */
export interface Judged extends CheckedRow {
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

export const judge = ({ rows, onRecord, today }: Given): Judged[] => rows.map((row) => judgeRow(row, onRecord, today))

function judgeRow(row: ReadRow, { known: all, renumbered }: OnRecord, today: string): Judged {
  const number = row.said.passport_number ?? ''
  const known = all.get(number)
  const before = renumbered.get(number)
  const papers = PERSON_PAPERS.flatMap((kind) => paperOf(kind, row, known) ?? [])
  const errors = [...row.errors, ...(known ? [] : missingIn(row)), ...papers.flatMap(unfit), ...lonely(row, known)]
  if (before !== undefined)
    errors.push({
      column: 'passport_number',
      detail: `The person is on record with the passport ${before}: renew or correct that one first`,
    })
  if (known?.isOlder && papers.some(({ kind }) => kind === 'passport'))
    errors.push({ column: 'passport_number', detail: 'The person has a newer record, with another passport' })
  const changes = known ? changesOfRow(row, known) : []
  const outcome = errors.length > 0 ? 'refused' : known ? (changes.length > 0 ? 'changed' : 'same') : 'created'
  const changed = new Set(changes.map(({ field }) => field.split('.')[0]))
  const toWrite = known ? papers.filter(({ kind }) => changed.has(kind)) : papers
  return { ...{ line: row.line, outcome, errors, changes, said: row.said, known }, remarks: remarksOf(row, known, today), papers: toWrite }
}

/** Undefined where the row says nothing of the kind beside what the record says. */
function paperOf(kind: PersonPaper, { said }: ReadRow, known: Known | undefined): PaperWrite | undefined {
  const given = Object.fromEntries(PARTS.map((part) => [part, said[`${kind}.${part}` as ImportColumn]]))
  if (Object.values(given).every((value) => value === undefined)) return undefined
  const held: Partial<PaperRow> = known?.held.get(kind) ?? {}
  const whole = Object.fromEntries(PARTS.map((part) => [part, given[part] ?? held[part] ?? null])) as Parts
  return { kind, ...whole, ...recorded(kind, said) }
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

const issueColumn = (kind: PersonPaper) => `${kind}.issued_on` as ImportColumn

const unfit = ({ kind, issued_on, expires_on }: PaperWrite) =>
  issued_on && expires_on && expires_on <= issued_on
    ? [{ column: issueColumn(kind), detail: `${importLabel(issueColumn(kind))}: the expiry date must be after the issue date` }]
    : []

/** Issue date and issuer of a residence or an Emirates ID that has neither number nor end. */
function lonely(row: ReadRow, known: Known | undefined) {
  return (['residence', 'emirates_id'] as const).flatMap((kind) => {
    const paper = paperOf(kind, row, known)
    if (!paper || paper.number || paper.expires_on) return []
    const name = kind === 'residence' ? 'visa_number' : 'eid_number'
    return [{ column: name as ImportColumn, detail: `${importLabel(name)} or its expiry is needed` }]
  })
}

function changesOfRow({ said }: ReadRow, { record, held }: Known): CheckedRow['changes'] {
  const before = Object.fromEntries(Object.keys(said).map((column) => [column, heldValue(column, record, held)]))
  return changesOf(before, said).filter(({ from, to }) => westernDigits(from ?? '') !== westernDigits(to ?? ''))
}

function heldValue(column: string, record: Known['record'], held: Known['held']): unknown {
  const [kind = '', part] = column.split('.')
  return part === undefined ? record[column as RecordColumn] : held.get(kind)?.[part as keyof Parts]
}

function remarksOf({ said }: ReadRow, known: Known | undefined, today: string): CheckedRow['remarks'] {
  const past = Object.entries(said).flatMap(([name, value]) => {
    const column = name as ImportColumn
    if (!/(expires_on|expiry_date)$/.test(column) || value >= today) return []
    return [{ column, detail: `${importLabel(column)}: ${written(value)} is in the past` }]
  })
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
