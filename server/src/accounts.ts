import { randomInt } from 'node:crypto'
import { EmailAddress, RequiredLine } from 'contract'
import { sql } from 'drizzle-orm'
import { hashPassword, MIN_ADMIN_PASSWORD } from './auth/password.ts'
import * as queries from './auth/queries.ts'
import type { Db } from './db/open.ts'
import type { Settings } from './settings.ts'

const EMBEDDED_ADMIN = 'admin@visa-portal.local'
const FIRST_ADMIN_LOCK = 7_036_002
/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Some 99 random bits that a person can type. */
export const newPassword = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')).join('-')

export interface FirstAdmin {
  email: string
  /** Only if it was made up here: to be shown once. */
  password: string | undefined
}

/**
 * A1: how to create the first admin of an empty database, to be done once the portal listens, so that its password is not made up
 * by a start that fails; or why there is none to create.
 */
export async function planFirstAdmin(db: Db, settings: Pick<Settings, 'first_admin' | 'database_url'>) {
  if (!(await queries.isWithoutUsers(db))) return 'not needed'
  if (!settings.first_admin && settings.database_url) return 'not named'
  const generated = settings.first_admin ? undefined : newPassword()
  const email = settings.first_admin?.email ?? EMBEDDED_ADMIN
  const password_hash = await hashPassword(settings.first_admin?.password ?? generated ?? '')
  return async (moment: Date): Promise<FirstAdmin | undefined> =>
    db.transaction(async (tx) => {
      // Of two servers that start at once on one database, one creates the admin.
      await tx.execute(sql`select pg_advisory_xact_lock(${FIRST_ADMIN_LOCK})`)
      if (!(await queries.isWithoutAdmin(tx))) return undefined
      await queries.insertAdmin(tx, { full_name: 'Administrator', email, password_hash }, moment)
      return { email, password: generated }
    })
}

/** Creates another admin; throws an Error with a sentence when the input is wrong or the e-mail is taken. */
export async function createAdmin(db: Db, given: { email: string; full_name: string; password: string }, moment: Date): Promise<void> {
  const email = parsed(EmailAddress.safeParse(given.email), `${given.email} is not an e-mail address.`)
  const full_name = parsed(RequiredLine.safeParse(given.full_name), 'The full name must have 1 to 200 characters.')
  const password_hash = await hashPassword(longEnough(given.password))
  if (await queries.findAccount(db, email)) throw new Error(`An account with the e-mail ${email} already exists.`)
  await queries.insertAdmin(db, { full_name, email, password_hash }, moment)
}

/** Sets a password and ends all sessions of its account; throws an Error with a sentence when there is none. */
export async function resetPassword(db: Db, email: string, password: string): Promise<void> {
  const password_hash = await hashPassword(longEnough(password))
  if (!(await queries.replacePassword(db, email.trim(), password_hash))) throw new Error(`There is no account with the e-mail ${email}.`)
}

function longEnough(password: string): string {
  if (password.length < MIN_ADMIN_PASSWORD) throw new Error(`The password must have at least ${MIN_ADMIN_PASSWORD} characters.`)
  return password
}

function parsed(read: { success: boolean; data?: string }, sentence: string): string {
  if (!read.success || read.data === undefined) throw new Error(sentence)
  return read.data
}
