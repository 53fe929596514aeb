import {
  COMPANY_COLUMNS,
  DateOnly,
  type ImportColumn,
  importLabel,
  isCompanyColumn,
  isCompanyRow,
  isDateColumn,
  isStorable,
  Line,
  NEEDED_COLUMNS,
  OptionalEmail,
  type Sheet,
  westernDigits,
} from 'contract'
import { refuse } from '../http/errors.ts'

interface Remark {
  column: ImportColumn
  detail: string
}

/** A row as it was read: what its cells say, and what is wrong with them. */
export interface ReadRow {
  line: number
  /** A row that says nothing but papers of the company is the company's. */
  of: 'person' | 'company'
  /** Cells that are not empty. */
  said: Partial<Record<ImportColumn, string>>
  errors: Remark[]
}

const MOST_CHARACTERS = 200

export function readSheet({ columns, lines, rows }: Sheet): ReadRow[] {
  if (new Set(columns).size < columns.length) refuse(422, 'Each column may be there once')
  if (lines && lines.length !== rows.length) refuse(422, 'Lines must have as many entries as rows')
  const read = rows.map((cells, at) => readRow(columns, cells, lines?.[at] ?? at + 2))
  nameDoubles(read)
  nameOthers(read)
  return read
}

function readRow(columns: ImportColumn[], cells: (string | null)[], line: number): ReadRow {
  const filled = columns.flatMap((column, at) => {
    const cell = (cells[at] ?? '').trim()
    return cell === '' ? [] : [{ column, cell }]
  })
  const of = isCompanyRow(filled.map(({ column }) => column)) ? 'company' : 'person'
  const row: ReadRow = { line, of, said: {}, errors: [] }
  for (const { column, cell } of filled) {
    const { value, detail } = readCell(column, cell)
    if (detail) row.errors.push({ column, detail })
    else if (value) row.said[column] = value
    if (of === 'person' && isCompanyColumn(column)) row.errors.push({ column, detail: OWN_ROW })
  }
  return row
}

const OWN_ROW = 'Papers of the company have a row of their own, in which no person stands'

function readCell(column: ImportColumn, cell: string): { value?: string; detail?: string } {
  const label = importLabel(column)
  if (!isStorable(cell)) return { detail: `${label} contains characters that cannot be stored` }
  const { data: value, success } = Line.safeParse(cell)
  if (!success) return { detail: `${label} must be at most ${MOST_CHARACTERS} characters` }
  if (isDateColumn(column) && !DateOnly.safeParse(value).success) return { detail: `${label} ‘${value.slice(0, 40)}’ is no date` }
  if (column === 'email' && !OptionalEmail.safeParse(value).success) return { detail: `${label} is not a valid e-mail address` }
  if (column === 'skill_level')
    return /^0?[1-9](\.0+)?$/.test(value) ? { value: String(Number(value)) } : { detail: `${label} must be from 1 to 9` }
  if (column !== 'passport_number') return { value }
  const number = westernDigits(value.toUpperCase())
  return number.length > MOST_CHARACTERS ? { detail: `${label} must be at most ${MOST_CHARACTERS} characters` } : { value: number }
}

/** Two rows of one passport name each other's line. */
function nameDoubles(read: ReadRow[]): void {
  const rows = new Map<string, ReadRow[]>()
  for (const row of read) {
    const number = row.said.passport_number
    if (number !== undefined) rows.set(number, [...(rows.get(number) ?? []), row])
  }
  for (const same of rows.values()) {
    if (same.length === 1) continue
    for (const row of same) {
      const others = same.filter((other) => other !== row).map(({ line }) => line)
      row.errors.push({ column: 'passport_number', detail: `Line ${others.slice(0, 5).join(', ')} has the same passport number` })
    }
  }
}

/** Two rows of the company name each other's line. */
function nameOthers(read: ReadRow[]): void {
  const rows = read.filter(({ of }) => of === 'company')
  for (const row of rows) {
    const others = rows.filter((other) => other !== row).map(({ line }) => line)
    const [column] = COMPANY_COLUMNS.filter((each) => row.said[each] || row.errors.some((error) => error.column === each))
    if (others.length > 0 && column)
      row.errors.push({ column, detail: `Line ${others.slice(0, 5).join(', ')} has papers of the company too` })
  }
}

/** What a row lacks to add a person. */
export const missingIn = ({ said, errors }: ReadRow): Remark[] =>
  NEEDED_COLUMNS.filter((column) => !said[column] && !errors.some((error) => error.column === column)).map((column) => ({
    column,
    detail: `${importLabel(column)} is required`,
  }))
