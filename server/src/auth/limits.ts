import { DAY_MS, HOUR_MS } from 'contract'
import type { Db } from '../db/open.ts'
import { refuse } from '../http/errors.ts'
import { hashOf } from '../http/session.ts'
import { ipPrefixOf } from './ipPrefix.ts'
import { countOne, inMinutes, longSubject, retryAfter, WINDOW_MS } from './throttle.ts'

/** Limits for strangers: they make the portal send mails, hash passwords and write rows. */
const RESETS_PER_EMAIL = 3
const RESETS_PER_ADDRESS = 50
const REGISTRATIONS_PER_MAILBOX = 3
const LINKS_PER_PERSON = 3
const WARNINGS_PER_PERSON = 5
/** Higher than for one person: a company may read the mails of its people in one mailbox. */
const INVITATIONS_PER_MAILBOX = 10
const INVITATIONS_PER_SENDER = 50

/** Mails to somebody+tag@company.example arrive at somebody@company.example. */
const mailboxOf = (email: string): string => email.toLowerCase().replace(/(?<=.)\+[^@]*(?=@)/, '')

/** False when too many requests came for the e-mail or from the address lately (T3). */
export async function countReset(db: Db, { email, address }: { email: string; address: string }, moment: Date): Promise<boolean> {
  const limits = [
    { subject: hashOf(`forgot-email:${email.toLowerCase()}`), max: RESETS_PER_EMAIL },
    { subject: hashOf(`forgot-address:${ipPrefixOf(address)}`), max: RESETS_PER_ADDRESS },
  ]
  return (await countOne(db, limits, moment)) === undefined
}

/** Counts a try to register, whatever its outcome; refuses 429. */
export async function countRegistration(db: Db, network: string, max: number, moment: Date): Promise<void> {
  const wait = await countOne(db, [{ subject: hashOf(`register-address:${network}`), max }], moment)
  if (wait !== undefined) refuseNetwork(wait)
}

export function refuseNetwork(wait = WINDOW_MS): never {
  refuse(429, `Too many registrations from your network. Please try again in ${inMinutes(wait)}.`, retryAfter(wait))
}

export async function countRegistered(tx: Db, email: string, moment: Date): Promise<void> {
  const subject = longSubject(`register-mailbox:${mailboxOf(email)}`)
  const wait = await countOne(tx, [{ subject, max: REGISTRATIONS_PER_MAILBOX, window_ms: HOUR_MS }], moment)
  if (wait !== undefined) refuse(429, `Too many registrations with this e-mail. Please try again in ${inMinutes(wait)}.`, retryAfter(wait))
}

/** Whether one more warning may go to the person within the hour; more would tell nothing new and delay other mails. */
export async function countWarning(tx: Db, user_id: string, moment: Date): Promise<boolean> {
  const limit = { subject: longSubject(`warnings-of:${user_id}`), max: WARNINGS_PER_PERSON, window_ms: HOUR_MS }
  return (await countOne(tx, [limit], moment)) === undefined
}

export async function countInvitation(tx: Db, invited: { id: string; email: string }, by: { id: string }, moment: Date): Promise<void> {
  const ofSender = { subject: longSubject(`invitations-of:${by.id}`), max: INVITATIONS_PER_SENDER, window_ms: DAY_MS }
  const sent = await countOne(tx, [ofSender], moment)
  if (sent !== undefined)
    refuse(429, `You have sent ${INVITATIONS_PER_SENDER} invitations within a day. Please go on tomorrow.`, retryAfter(sent))
  const ofReader = [
    { subject: longSubject(`invitations-to:${invited.id}`), max: LINKS_PER_PERSON, window_ms: HOUR_MS },
    { subject: longSubject(`invitations-mailbox:${mailboxOf(invited.email)}`), max: INVITATIONS_PER_MAILBOX, window_ms: HOUR_MS },
  ]
  const wait = await countOne(tx, ofReader, moment)
  if (wait !== undefined)
    refuse(429, `Enough invitations were sent to this e-mail. Please try again in ${inMinutes(wait)}.`, retryAfter(wait))
}
