import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { applications, stages } from './applications.table.ts'
import { bytes, instant, oneOf, word } from './columns.ts'
import { companies } from './companies.table.ts'
import { messages } from './messages.table.ts'
import { papers } from './papers.table.ts'
import { users } from './people.table.ts'
import { transactions } from './wallet.table.ts'

/** Unattached, a file belongs to its uploader and is removed after 24 h (D1); attached, it belongs to exactly one record (D4). */
export const documents = pgTable(
  'documents',
  {
    id: uuid().primaryKey(),
    uploaded_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The company in whose quota it counts; null for an administrator's file. */
    charged_to: uuid(),
    name: text().notNull(),
    type: word(['application/pdf', 'image/jpeg', 'image/png']).notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    /** Whether a PDF has other files attached, which nobody checked (D8). */
    attachments: boolean().notNull().default(false),
    wrapped_key: bytes().notNull(),
    created_at: instant().notNull(),
    /** When a restore did not find its file; null where there is one. */
    missing_at: instant(),
    application_id: uuid(),
    stage_id: uuid(),
    company_id: uuid(),
    transaction_id: uuid(),
    /** The user whose picture it is (B8). */
    user_id: uuid(),
    /** The message that it came with. */
    message_id: uuid(),
    paper_id: uuid(),
    slot: text(),
  },
  (t) => [
    foreignKey({ columns: [t.application_id], foreignColumns: [applications.id] }).onDelete('cascade'),
    foreignKey({ columns: [t.stage_id], foreignColumns: [stages.id] }).onDelete('cascade'),
    foreignKey({ columns: [t.company_id], foreignColumns: [companies.id] }).onDelete('cascade'),
    foreignKey({ columns: [t.transaction_id], foreignColumns: [transactions.id] }),
    foreignKey({ columns: [t.user_id], foreignColumns: [users.id] }).onDelete('cascade'),
    foreignKey({ columns: [t.message_id], foreignColumns: [messages.id] }).onDelete('cascade'),
    foreignKey({ columns: [t.paper_id], foreignColumns: [papers.id] }).onDelete('cascade'),
    oneOf('documents_type', t.type, ['application/pdf', 'image/jpeg', 'image/png']),
    check('documents_size', sql`${t.size} > 0`),
    check(
      'documents_one_record',
      sql`num_nonnulls(${t.application_id}, ${t.stage_id}, ${t.company_id}, ${t.transaction_id}, ${t.user_id}, ${t.message_id}, ${t.paper_id}) <= 1`,
    ),
    check('documents_slot', sql`(${t.slot} is null) = (${t.application_id} is null and ${t.company_id} is null)`),
    unique('documents_application_slot').on(t.application_id, t.slot),
    unique('documents_company_slot').on(t.company_id, t.slot),
    unique('documents_stage').on(t.stage_id),
    unique('documents_transaction').on(t.transaction_id),
    unique('documents_user').on(t.user_id),
    index('documents_charged').on(t.charged_to),
    /** A list reads its links from here alone. */
    index('documents_links').on(t.application_id, t.slot, t.id).where(sql`${t.application_id} is not null`),
    index('documents_receipts').on(t.sha256).where(sql`${t.transaction_id} is not null`),
    index('documents_of_message').on(t.message_id).where(sql`${t.message_id} is not null`),
    uniqueIndex('documents_of_paper').on(t.paper_id).where(sql`${t.paper_id} is not null`),
    index('documents_unattached')
      .on(t.created_at)
      .where(
        sql`${t.application_id} is null and ${t.stage_id} is null and ${t.company_id} is null and ${t.transaction_id} is null and ${t.user_id} is null and ${t.message_id} is null and ${t.paper_id} is null`,
      ),
  ],
)

/** How many files a company stored in the current hour; each upload locks the row. */
export const uploadHours = pgTable('upload_hours', {
  company_id: uuid()
    .primaryKey()
    .references(() => companies.id, { onDelete: 'cascade' }),
  began_at: instant().notNull(),
  files: integer().notNull(),
})
