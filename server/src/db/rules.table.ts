import { RULE_KEYS, type RuleConditions, RuleConfidence, type RuleValue } from 'contract'
import { sql } from 'drizzle-orm'
import { bigint, bigserial, boolean, check, date, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, oneOf, word } from './columns.ts'
import { users } from './people.table.ts'

/** Append-only: a trigger lets a row only be replaced before it is in force. */
export const rules = pgTable(
  'rules',
  {
    id: uuid().primaryKey(),
    key: word(RULE_KEYS).notNull(),
    applies: jsonb().$type<RuleConditions>().notNull(),
    /** The conditions as one text. */
    applies_key: text().notNull(),
    /** Null: no rule from that day on. */
    value: jsonb().$type<RuleValue>(),
    in_force_from: date().notNull(),
    source_name: text().notNull(),
    source_url: text(),
    source_date: date(),
    confidence: word(RuleConfidence.options).notNull(),
    note: text(),
    created_at: instant().notNull(),
    /** Null: the portal brought it along. */
    created_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    replaced_at: instant(),
  },
  (t) => [
    oneOf('rules_confidence', t.confidence, RuleConfidence.options),
    check('rules_source', sql`${t.source_name} <> ''`),
    uniqueIndex('rules_once').on(t.key, t.applies_key, t.in_force_from).where(sql`${t.replaced_at} is null`),
    index('rules_created_by').on(t.created_by),
  ],
)

/** Who has confirmed a rule, or taken that back: the newest counts. Append-only. */
export const ruleConfirmations = pgTable(
  'rule_confirmations',
  {
    id: uuid().primaryKey(),
    seq: bigserial({ mode: 'number' }).notNull(),
    rule_id: uuid()
      .notNull()
      .references(() => rules.id),
    confirmed: boolean().notNull(),
    confirmed_at: instant().notNull(),
    /** Null: the portal brought it along. */
    confirmed_by: uuid().references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [index('rule_confirmations_of_rule').on(t.rule_id, t.seq), index('rule_confirmations_confirmed_by').on(t.confirmed_by)],
)

/** In one row how often rules have changed: sessions read it, and with it each server knows whether its rules are the latest. */
export const rulesVersion = pgTable(
  'rules_version',
  { only: boolean().primaryKey().default(true), version: bigint({ mode: 'number' }).notNull() },
  (t) => [check('rules_version_only', sql`${t.only}`)],
)
