import { randomInt } from 'node:crypto'
import { REFERENCE_LENGTH, REFERENCE_LETTERS } from 'contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { topupReferences, transactions } from '../db/wallet.table.ts'

export const drawReference = (): string =>
  Array.from({ length: REFERENCE_LENGTH }, () => REFERENCE_LETTERS.charAt(randomInt(REFERENCE_LETTERS.length))).join('')

/** One that nobody has or had; there are 5 × 10¹¹. */
async function freeReference(db: Db, draw: () => string): Promise<string> {
  for (;;) {
    const reference = draw()
    const { rows } = await db.execute(sql`select from ${transactions} where ${transactions.reference} = ${reference}
      union all select from ${topupReferences} where ${topupReferences.reference} = ${reference}`)
    if (rows.length === 0) return reference
  }
}

interface Whose {
  user_id: string
  company_id: string
}

const isOf = ({ user_id, company_id }: Whose) => and(eq(topupReferences.user_id, user_id), eq(topupReferences.company_id, company_id))

/** The reference that the person was given for the company and has not used, or a new one. */
export async function giveReference(db: Db, whose: Whose, at: string, draw = drawReference): Promise<string> {
  const find = async () => (await db.select().from(topupReferences).where(isOf(whose)))[0]?.reference
  const given = await find()
  if (given) return given
  const reference = await freeReference(db, draw)
  // Of two at once, both answer what the first one wrote.
  await db
    .insert(topupReferences)
    .values({ reference, ...whose, created_at: at })
    .onConflictDoNothing()
  return (await find()) ?? giveReference(db, whose, at, draw)
}

/** For a top-up: the one that the person was given, which is used up by that, else a new one. */
export async function takeReference(tx: Db, whose: Whose): Promise<string> {
  const [taken] = await tx.delete(topupReferences).where(isOf(whose)).returning({ reference: topupReferences.reference })
  return taken?.reference ?? freeReference(tx, drawReference)
}
