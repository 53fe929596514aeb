import { z } from 'zod'
import { call } from './call.ts'
import { ById, Id, RequiredLine, Timestamp } from './fields.ts'
import { Changes } from './history.ts'
import { IMPORT_COLUMNS, MAX_IMPORT_ROWS } from './importColumns.ts'

const Column = z.enum(IMPORT_COLUMNS)

export const IMPORT_OUTCOMES = ['created', 'changed', 'same', 'refused'] as const
const ImportOutcome = z.enum(IMPORT_OUTCOMES)

/** The name of each column once, and for each row a cell for each column; dates as YYYY-MM-DD, an empty cell says nothing. The company's papers have a row of their own. */
const Sheet = z.object({
  company_id: Id,
  columns: z.array(Column).min(1),
  /** By which line of the file sentences call each row; without it the first row is line 2. */
  lines: z.array(z.int().min(1)).optional(),
  rows: z
    .array(z.array(z.string().nullable()).max(IMPORT_COLUMNS.length))
    .min(1)
    .max(MAX_IMPORT_ROWS, `At most ${MAX_IMPORT_ROWS.toLocaleString('en')} rows at once`),
})
export type Sheet = z.output<typeof Sheet>

export const CheckedRow = z.object({
  line: z.number().int(),
  outcome: ImportOutcome,
  errors: z.array(z.object({ column: Column, detail: z.string() })),
  remarks: z.array(z.object({ column: Column, detail: z.string() })),
  /** Of a person on record; a new one has what the row says. */
  changes: Changes,
})
export type CheckedRow = z.infer<typeof CheckedRow>

const admins = ['admin', 'company_admin'] as const

export const checkImport = call('checkImport', 'POST /imports/check', {
  access: admins,
  summary: 'What an import of these rows would do, row by row; nothing is written',
  body: Sheet,
  reply: z.object({
    rows: z.array(CheckedRow),
    /** Of the rows and of what is on record: the import asks for it. */
    fingerprint: z.string(),
  }),
  reads: true,
  extension: true,
  many_rows: true,
  journal: 'company',
  touches: [],
  refuses: [404],
})

export const Import = z.object({
  id: Id,
  company_id: Id,
  company_name: z.string(),
  file_name: z.string(),
  row_count: z.number().int(),
  created_count: z.number().int(),
  changed_count: z.number().int(),
  /** How many papers of the company it wrote, beside the people. */
  company_paper_count: z.number().int(),
  imported_at: Timestamp,
  /** Null where the account is gone. */
  imported_by_name: z.string().nullable(),
  undo_until: Timestamp,
  undone_at: Timestamp.nullable(),
})
export type Import = z.infer<typeof Import>

export const runImport = call('runImport', 'POST /imports', {
  access: admins,
  summary: 'Import people, their papers and those of the company: all rows or none, as they were checked',
  body: Sheet.extend({ file_name: RequiredLine, fingerprint: z.string().max(100) }),
  reply: Import,
  status: 201,
  extension: true,
  many_rows: true,
  idempotent: true,
  touches: ['employee', 'company'],
  refuses: [409],
  journal: 'company',
})

export const listImports = call('listImports', 'GET /imports', {
  access: admins,
  summary: 'The newest 50 imports, newest first: of all companies for an admin, of the active one for a company_admin (V3)',
  query: z.object({ company_id: Id.optional() }),
  reply: z.array(Import),
  extension: true,
  journal: 'company',
})

export const undoImport = call('undoImport', 'POST /imports/{id}/undo', {
  access: admins,
  summary: 'Undo an import within seven days, if none of its people and company papers was changed since, and nobody has a case',
  params: ById,
  reply: Import,
  extension: true,
  touches: ['employee', 'company'],
  refuses: [409],
  journal: 'company',
})
