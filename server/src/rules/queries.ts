import { conditionsKey, type NewRule, RULES, type Rule, type RuleVersion } from 'contract'
import { and, count, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Db } from '../db/open.ts'
import { users } from '../db/people.table.ts'
import { ruleConfirmations, rules, rulesVersion } from '../db/rules.table.ts'

type Given = z.output<typeof NewRule>

/** The columns of a rule as it was given. The value becomes what the schema of its key makes of it. */
export const valuesOf = ({ source_url, source_date, note, value, withdrawn, ...rule }: Given) => ({
  ...rule,
  applies_key: conditionsKey(rule.applies),
  value: withdrawn ? null : RULES[rule.key].value.parse(value),
  source_url: source_url || null,
  source_date: source_date || null,
  note: note || null,
})

const lastWord = sql`(select c.id from ${ruleConfirmations} c where c.rule_id = ${rules.id} order by c.seq desc limit 1)`
const isLastWord = eq(ruleConfirmations.id, lastWord)

const SHOWN = {
  id: rules.id,
  key: rules.key,
  applies: rules.applies,
  value: rules.value,
  in_force_from: rules.in_force_from,
  source_name: rules.source_name,
  source_url: rules.source_url,
  source_date: rules.source_date,
  confidence: rules.confidence,
  note: rules.note,
  confirmed: sql<boolean>`coalesce(${ruleConfirmations.confirmed}, false)`,
  confirmed_at: ruleConfirmations.confirmed_at,
}

/** All that were not replaced, at most MAX_RULES. */
export const listRules = (db: Db, narrowed?: SQL): Promise<Rule[]> =>
  db
    .select(SHOWN)
    .from(rules)
    .leftJoin(ruleConfirmations, isLastWord)
    .where(and(isNull(rules.replaced_at), narrowed))
    .orderBy(rules.key, rules.applies_key, desc(rules.in_force_from))

const [author, judge] = [alias(users, 'author'), alias(users, 'judge')]

/** The rules of the line of one, newest first, also those that were replaced. */
export async function listVersions(db: Db, id: string): Promise<RuleVersion[]> {
  const line = sql`(select ${rules.key}, ${rules.applies_key} from ${rules} where ${eq(rules.id, id)})`
  return db
    .select({
      ...SHOWN,
      created_at: rules.created_at,
      created_by_name: author.full_name,
      confirmed_by_name: judge.full_name,
      replaced_at: rules.replaced_at,
    })
    .from(rules)
    .leftJoin(ruleConfirmations, isLastWord)
    .leftJoin(author, eq(author.id, rules.created_by))
    .leftJoin(judge, eq(judge.id, ruleConfirmations.confirmed_by))
    .where(sql`(${rules.key}, ${rules.applies_key}) in ${line}`)
    .orderBy(desc(rules.in_force_from), desc(rules.created_at), desc(rules.id))
}

/** So that rules are written one after the other. */
export async function lockRules(tx: Db): Promise<void> {
  await tx.insert(rulesVersion).values({ version: 0 }).onConflictDoNothing()
  await tx.select().from(rulesVersion).for('update')
}

export async function countRules(tx: Db): Promise<number> {
  const [found] = await tx.select({ number: count() }).from(rules)
  return found?.number ?? 0
}

/** Of the same key and conditions. */
export const isOfLine = ({ key, applies }: Pick<Rule, 'key' | 'applies'>): SQL =>
  sql`${eq(rules.key, key)} and ${eq(rules.applies_key, conditionsKey(applies))}`

export async function replaceRule(tx: Db, id: string, at: string): Promise<void> {
  await tx.update(rules).set({ replaced_at: at }).where(eq(rules.id, id))
}

export async function insertRule(tx: Db, rule: typeof rules.$inferInsert): Promise<void> {
  await tx.insert(rules).values(rule)
}

export async function insertConfirmation(tx: Db, confirmation: typeof ruleConfirmations.$inferInsert): Promise<void> {
  await tx.insert(ruleConfirmations).values(confirmation)
}
