import { EmailAddress, RequiredLine } from 'contract'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { writeHistory } from '../history/queries.ts'
import { queueMail } from '../mails/queue.ts'
import type { Settings } from '../settings.ts'
import { hashPassword, MIN_ADMIN_PASSWORD } from './password.ts'
import * as queries from './queries.ts'
import { randomCode } from './randomCode.ts'
import { endSessions } from './sessions.ts'
import { switchOff } from './twoStep.queries.ts'

const EMBEDDED_ADMIN = 'admin@visa-portal.local'
const FIRST_ADMIN_LOCK = 7_036_002

/** About 99 random bits, easy to type. */
export const newPassword = (): string => randomCode(4, 5)

export interface FirstAdmin {
  email: string
  password: string | undefined
}

/** How to create the first admin, if any (A1). Run it when the portal listens: a failed start must not use up the password. */
export async function planFirstAdmin(db: Db, settings: Pick<Settings, 'first_admin' | 'database_url'>) {
  if (!(await queries.isWithoutUsers(db))) return 'not needed'
  if (!settings.first_admin && settings.database_url) return 'not named'
  const generated = settings.first_admin ? undefined : newPassword()
  const email = settings.first_admin?.email ?? EMBEDDED_ADMIN
  const password_hash = await hashPassword(settings.first_admin?.password ?? generated ?? '')
  return async (moment: Date): Promise<FirstAdmin | undefined> =>
    db.transaction(async (tx) => {
      // If two servers start at once, only one creates the admin.
      await tx.execute(sql`select pg_advisory_xact_lock(${FIRST_ADMIN_LOCK})`)
      if (!(await queries.isWithoutAdmin(tx))) return undefined
      await queries.insertAdmin(tx, { full_name: 'Administrator', email, password_hash }, moment)
      return { email, password: generated }
    })
}

export async function createAdmin(db: Db, given: { email: string; full_name: string; password: string }, moment: Date): Promise<void> {
  const email = parsed(EmailAddress.safeParse(given.email), `${given.email} is not an e-mail address.`)
  const full_name = parsed(RequiredLine.safeParse(given.full_name), 'The full name must have 1 to 200 characters.')
  const password_hash = await hashPassword(longEnough(given.password))
  if (await queries.findAccount(db, email)) throw new Error(`An account with the e-mail ${email} already exists.`)
  await queries.insertAdmin(db, { full_name, email, password_hash }, moment)
}

/** Also ends all sessions of the account. */
export async function resetPassword(db: Db, email: string, password: string): Promise<void> {
  const password_hash = await hashPassword(longEnough(password))
  if (!(await queries.replacePassword(db, email.trim(), password_hash))) throw new Error(`There is no account with the e-mail ${email}.`)
}

/** For somebody who lost phone and recovery codes. */
export async function endTwoStep(db: Db, email: string, moment: Date): Promise<void> {
  const account = await queries.findAccount(db, email.trim())
  if (!account) throw new Error(`There is no account with the e-mail ${email}.`)
  const at = moment.toISOString()
  await db.transaction(async (tx) => {
    await queries.lockAccount(tx, account.id)
    if (!(await switchOff(tx, account.id))) throw new Error(`The account ${email} has no two-step sign-in.`)
    await endSessions(tx, account.id)
    await writeHistory(tx, { of: { user: account.id }, by: null, at, action: 'two_step_off' })
    await queueMail(tx, { kind: 'two_step_off', user_id: account.id }, at)
  })
}

function longEnough(password: string): string {
  if (password.length < MIN_ADMIN_PASSWORD) throw new Error(`The password must have at least ${MIN_ADMIN_PASSWORD} characters.`)
  return password
}

function parsed(read: { success: boolean; data?: string }, sentence: string): string {
  if (!read.success || read.data === undefined) throw new Error(sentence)
  return read.data
}
