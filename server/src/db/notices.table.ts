import { type Changes, type Fils, NoticeKind, type StageName } from 'contract'
import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { applications } from './applications.table.ts'
import { instant, oneOf, word } from './columns.ts'
import { companies } from './companies.table.ts'
import { users } from './people.table.ts'

/** No passport number, salary or document, and nothing on a Medical Test (V7): the same as in mails. */
export interface NoticeFacts {
  company_name?: string
  employee_name?: string
  employee_id?: string
  stage_name?: StageName
  decision?: string
  amount_fils?: Fils
  number?: number
  changes?: Changes
}

/** What happened, for one reader or, without a reader, for all administrators. */
export const notices = pgTable(
  'notices',
  {
    id: uuid().primaryKey(),
    kind: word(NoticeKind.options).notNull(),
    reader_id: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** Of administrators: the one whom alone it concerns. */
    admin_id: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** The reader must still belong to this company. */
    company_id: uuid().references(() => companies.id, { onDelete: 'cascade' }),
    application_id: uuid().references(() => applications.id, { onDelete: 'cascade' }),
    facts: jsonb().$type<NoticeFacts>().notNull(),
    created_at: instant().notNull(),
    /** Of all administrators: whether those who want single mails have theirs. */
    mailed: boolean().notNull().default(false),
  },
  (t) => [
    oneOf('notices_kind', t.kind, NoticeKind.options),
    index('notices_of_reader').on(t.reader_id, t.created_at, t.id),
    index('notices_of_admin').on(t.admin_id).where(sql`${t.admin_id} is not null`),
    index('notices_by_age').on(t.created_at),
    index('notices_of_company').on(t.company_id),
    index('notices_of_application').on(t.application_id),
    index('notices_unmailed').on(t.created_at).where(sql`${t.reader_id} is null and not ${t.mailed}`),
  ],
)

/** Up to when a person has read all notices. */
export const noticeMarks = pgTable('notice_marks', {
  user_id: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  read_up_to: instant().notNull(),
})

/** Single notices that a person has read behind the mark. */
export const noticeReads = pgTable(
  'notice_reads',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    notice_id: uuid()
      .notNull()
      .references(() => notices.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.notice_id] }), index('notice_reads_of_notice').on(t.notice_id)],
)
