import { and, asc, eq, sql } from 'drizzle-orm'
import { handOverAll } from '../applications/handOver.ts'
import { LINK_PURPOSES, revokeTokens } from '../auth/oneTimeTokens.ts'
import { endSessions } from '../auth/sessions.ts'
import type { Db } from '../db/open.ts'
import { users } from '../db/people.table.ts'
import { writeHistory } from '../history/queries.ts'

interface Ending {
  email: string
  /** The e-mail of the administrator who carries the cases on; else nobody does. */
  cases_to: string | undefined
}

/** Ends an administrator's account for good (A11). Answers how many cases were handed over, and to whom. */
export async function endAdministrator(db: Db, { email, cases_to }: Ending, moment: Date) {
  const at = moment.toISOString()
  return db.transaction(async (tx) => {
    const administrators = await lockAdministrators(tx)
    const named = (name: string) => administrators.find((each) => each.email.toLowerCase() === name.trim().toLowerCase())
    const ending = named(email) ?? (await refuseOther(tx, email.trim()))
    const heir = cases_to === undefined ? undefined : named(cases_to)
    if (cases_to !== undefined && !heir) throw new Error(`${cases_to} is not an administrator who could carry the cases.`)
    if (heir?.id === ending.id) throw new Error(`${cases_to} is the account that ends: name another administrator.`)
    if (administrators.length === 1) throw new Error(`${email} is the last administrator: create another one first.`)
    await tx.update(users).set({ approved: false }).where(eq(users.id, ending.id))
    await revokeTokens(tx, ending.id, LINK_PURPOSES)
    await endSessions(tx, ending.id)
    await writeHistory(tx, { of: { user: ending.id }, by: null, at, action: 'account_ended' })
    return { cases: await handOverAll(tx, { from: ending, to: heir, by: null, at }), heir: heir?.full_name }
  })
}

/** Those who can sign in. They are locked, so that two who end each other at once do not both end. */
const lockAdministrators = (tx: Db) =>
  tx
    .select({ id: users.id, email: users.email, full_name: users.full_name })
    .from(users)
    .where(and(sql`${users.role} = 'admin'`, eq(users.approved, true)))
    .orderBy(asc(users.id))
    .for('update')

async function refuseOther(tx: Db, email: string): Promise<never> {
  const [found] = await tx.select({ role: users.role }).from(users).where(sql`lower(${users.email}) = lower(${email})`)
  if (!found) throw new Error(`There is no account with the e-mail ${email}.`)
  if (found.role === 'admin') throw new Error(`The account ${email} has ended before.`)
  throw new Error(`${email} is no administrator: delete the account under Users.`)
}
