import { COMPANY_PAPERS, PAPER_STATES, PERSON_PAPERS } from 'contract'
import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, date, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { applications } from './applications.table.ts'
import { byTrigger, instant, oneOf, word } from './columns.ts'
import { companies } from './companies.table.ts'
import { persons } from './persons.table.ts'

const KINDS = [...new Set([...PERSON_PAPERS, ...COMPANY_PAPERS])]
const listed = (words: readonly string[]) => sql.raw(words.map((each) => `'${each}'`).join(', '))

/** Every official paper of a person or a company, also earlier ones. Triggers keep three kinds in step with the employee records. */
export const papers = pgTable(
  'papers',
  {
    id: uuid().primaryKey(),
    company_id: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** Null: a paper of the company. */
    person_id: uuid().references(() => persons.id, { onDelete: 'cascade' }),
    kind: word(KINDS).notNull(),
    /** Of other papers alone. */
    title: text(),
    /** Null for a trade licence, whose number is the company's. */
    number: text(),
    issuer: text(),
    note: text(),
    issued_on: date({ mode: 'string' }),
    expires_on: date({ mode: 'string' }),
    state: word(PAPER_STATES).notNull(),
    /** The one that this took the place of. */
    renews_id: uuid().references((): AnyPgColumn => papers.id),
    withdrawn_reason: text(),
    /** The case that it came from. */
    application_id: uuid().references(() => applications.id, { onDelete: 'set null' }),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
    /** State, owner and kind in one word, along which lists are read; a trigger keeps it, as it does the text that is searched. */
    shelf: text().notNull().$defaultFn(byTrigger),
    search_text: text().notNull().$defaultFn(byTrigger),
  },
  (t) => [
    oneOf('papers_state', t.state, PAPER_STATES),
    check(
      'papers_kind',
      sql`case when ${t.person_id} is null then ${t.kind} in (${listed(COMPANY_PAPERS)}) else ${t.kind} in (${listed(PERSON_PAPERS)}) end`,
    ),
    check('papers_title', sql`(${t.title} is not null) = (${t.kind} = 'other_paper')`),
    check('papers_number', sql`${t.number} is null or ${t.kind} <> 'trade_license'`),
    check('papers_dates', sql`${t.expires_on} > ${t.issued_on}`),
    check('papers_withdrawn', sql`(${t.withdrawn_reason} is not null) = (${t.state} = 'withdrawn')`),
    uniqueIndex('papers_one_of_person')
      .on(t.person_id, t.kind)
      .where(sql`${t.state} = 'held' and ${t.person_id} is not null and ${t.kind} <> 'other_paper'`),
    uniqueIndex('papers_one_of_company')
      .on(t.company_id, t.kind)
      .where(sql`${t.state} = 'held' and ${t.person_id} is null and ${t.kind} <> 'other_paper'`),
    uniqueIndex('papers_renewed_once').on(t.renews_id).where(sql`${t.renews_id} is not null`),
    uniqueIndex('papers_of_case').on(t.application_id).where(sql`${t.application_id} is not null`),
    index('papers_of_person').on(t.person_id, t.kind).where(sql`${t.person_id} is not null`),
    index('papers_by_expiry').on(sql`coalesce(${t.expires_on}, 'infinity'::date)`, t.id),
    index('papers_of_company_by_expiry').on(t.company_id, sql`coalesce(${t.expires_on}, 'infinity'::date)`, t.id),
    // The bare date last: without it PostgreSQL would read the rows for the key that the index has.
    index('papers_by_shelf').on(t.shelf, sql`coalesce(${t.expires_on}, 'infinity'::date)`, t.id, t.expires_on),
    index('papers_of_company_by_shelf').on(t.company_id, t.shelf, sql`coalesce(${t.expires_on}, 'infinity'::date)`, t.id, t.expires_on),
    index('papers_grams').using('gin', sql`grams(${t.search_text})`).with({ gin_pending_list_limit: 128 }),
  ],
)
