import { MailKind, UrgentMailKind } from 'contract'
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, type PgColumn, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instant, oneOf, word } from './columns.ts'
import { companies } from './companies.table.ts'
import { users } from './people.table.ts'

/** Literals, so that the partial index fits the query. */
export const isUrgent = (kind: PgColumn) => sql`${kind} in (${sql.raw(UrgentMailKind.options.map((each) => `'${each}'`).join(', '))})`

/** `kept`: in DATA_DIR/outbox, without SMTP. */
const ENDINGS = ['sent', 'kept', 'muted', 'withdrawn', 'given_up'] as const

/** Waiting mails, and traces of ended ones. At the end the facts, with their links, are removed. */
export const mails = pgTable(
  'mails',
  {
    id: uuid().primaryKey(),
    kind: word(MailKind.options).notNull(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The recipient must still belong to this company. */
    company_id: uuid().references(() => companies.id, { onDelete: 'cascade' }),
    facts: jsonb().$type<Record<string, unknown>>(),
    /** No second mail may have the same. */
    once: text(),
    created_at: instant().notNull(),
    due_at: instant().notNull(),
    tries: integer().notNull().default(0),
    ended_at: instant(),
    ending: word(ENDINGS),
  },
  (t) => [
    oneOf('mails_kind', t.kind, MailKind.options),
    oneOf('mails_ending', t.ending, ENDINGS),
    check('mails_ended', sql`(${t.ended_at} is null) = (${t.ending} is null) and (${t.ended_at} is null) = (${t.facts} is not null)`),
    unique('mails_once').on(t.once),
    index('mails_due').on(t.due_at, t.id).where(sql`${t.ended_at} is null`),
    index('mails_urgent')
      .on(t.due_at, t.id)
      .where(sql`${t.ended_at} is null and ${isUrgent(t.kind)}`),
    index('mails_by_user').on(t.user_id),
    index('mails_by_company').on(t.company_id),
    index('mails_by_end').on(t.ended_at),
    index('mails_in_outbox').on(t.created_at, t.id).where(sql`${t.ended_at} is null or ${t.ending} = 'kept'`),
    index('mails_given_up').on(t.ended_at).where(sql`${t.ending} = 'given_up'`),
  ],
)
