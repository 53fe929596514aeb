import { createHash } from 'node:crypto'
import { NewRule } from 'contract'
import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { INSTALLATION, installation } from '../db/installation.table.ts'
import type { Db } from '../db/open.ts'
import { ruleConfirmations, rules } from '../db/rules.table.ts'
import { valuesOf } from './queries.ts'
import starter from './starter.json' with { type: 'json' }

const isTheMark = eq(installation.key, INSTALLATION.starterRules)

/** Brings along the rules of this release, once: those whose key, conditions and day are there stay as they are. */
export async function writeStarter(db: Db, moment: Date): Promise<void> {
  const mark = createHash('sha256').update(JSON.stringify(starter)).digest('hex')
  const [kept] = await db.select().from(installation).where(isTheMark)
  if (kept?.value === mark) return
  await db.transaction(async (tx) => {
    await tx.insert(installation).values({ key: INSTALLATION.starterRules, value: '' }).onConflictDoNothing()
    await tx.select().from(installation).where(isTheMark).for('update')
    await write(tx, moment.toISOString())
    await tx.update(installation).set({ value: mark }).where(isTheMark)
  })
}

async function write(tx: Db, at: string): Promise<void> {
  const rows = starter.map(({ confirmed, ...given }) => {
    const rule = NewRule.parse(given)
    return { row: { id: v7(), ...valuesOf(rule), created_at: at }, confirmed }
  })
  const made = await tx
    .insert(rules)
    .values(rows.map(({ row }) => row))
    .onConflictDoNothing()
    .returning({ id: rules.id })
  const isNew = new Set(made.map(({ id }) => id))
  const confirmed = rows.filter(({ row, confirmed }) => confirmed && isNew.has(row.id))
  const confirmations = confirmed.map(({ row }) => ({ id: v7(), rule_id: row.id, confirmed: true, confirmed_at: at }))
  if (confirmations.length > 0) await tx.insert(ruleConfirmations).values(confirmations)
}
