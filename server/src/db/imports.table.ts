import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant } from './columns.ts'
import { companies } from './companies.table.ts'
import { employees, users } from './people.table.ts'

/** Each import of a spreadsheet. */
export const imports = pgTable(
  'imports',
  {
    id: uuid().primaryKey(),
    company_id: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    file_name: text().notNull(),
    row_count: integer().notNull(),
    created_count: integer().notNull(),
    changed_count: integer().notNull(),
    company_paper_count: integer().notNull().default(0),
    imported_at: instant().notNull(),
    imported_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    undone_at: instant(),
  },
  (t) => [
    index('imports_newest').on(t.imported_at, t.id),
    index('imports_of_company').on(t.company_id, t.imported_at, t.id),
    index('imports_by_user').on(t.imported_by),
  ],
)

/** What a row changed, encrypted, as long as the import can be undone. It goes with its employee record. */
export const importRows = pgTable(
  'import_rows',
  {
    import_id: uuid()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    employee_id: uuid()
      .notNull()
      .references(() => employees.id, { onDelete: 'cascade' }),
    sealed: bytes().notNull(),
    imported_at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.import_id, t.employee_id] }),
    index('import_rows_of_record').on(t.employee_id),
    index('import_rows_by_time').on(t.imported_at),
  ],
)

/** What an import changed of the papers of its company, kept as its rows are. */
export const importPapers = pgTable(
  'import_papers',
  {
    import_id: uuid()
      .primaryKey()
      .references(() => imports.id, { onDelete: 'cascade' }),
    sealed: bytes().notNull(),
    imported_at: instant().notNull(),
  },
  (t) => [index('import_papers_by_time').on(t.imported_at)],
)
