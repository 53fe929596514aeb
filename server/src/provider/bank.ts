import { BANK_WAIT_HOURS, type BankDetails, type HistoryAction, HOUR_MS } from 'contract'
import { v7 } from 'uuid'
import type { Db } from '../db/open.ts'
import { PROVIDER_ID } from '../db/provider.table.ts'
import { changesOf, writeHistory } from '../history/queries.ts'
import { refuse } from '../http/errors.ts'
import type { Actor } from '../http/session.ts'
import { queueMails } from '../mails/queue.ts'
import { lockEveryAdmin } from '../mails/recipients.ts'
import { writeNotices } from '../notices/write.ts'
import type { Settings } from '../settings.ts'
import { isDue, type ProviderRow } from './provider.ts'
import * as queries from './queries.ts'

export const FIXED = 'The environment sets this value, so it cannot be changed here'
const NONE_WAITS = 'These bank details are not waiting any more'
const ONE_WAITS = 'Other bank details are waiting already. Confirm or cancel them first.'
const OWN = 'Another administrator must confirm what you asked for'

interface Step {
  decision: 'asked' | 'active' | 'cancelled'
  bank: BankDetails
  /** Null: the time has come. */
  by: Actor | null
  in_force_at?: string | null
  /** The details before. */
  before?: BankDetails | null
}

const ACTIONS: Record<Step['decision'], HistoryAction> = { asked: 'bank_asked', active: 'bank_in_force', cancelled: 'bank_cancelled' }

/** In the history, and to every administrator by mail and notice: whoever else could change them must see it. */
async function tell(tx: Db, at: string, { decision, bank, by, in_force_at = null, before }: Step): Promise<void> {
  const changes = before === undefined ? [] : changesOf(before ?? {}, bank)
  await writeHistory(tx, { of: { settings: PROVIDER_ID }, by, at, action: ACTIONS[decision], changes })
  const facts = { kind: 'bank_details' as const, decision, bank, by: by?.full_name ?? null, in_force_at }
  const mails = (await lockEveryAdmin(tx)).map(({ id }) => ({ ...facts, user_id: id }))
  await queueMails(tx, mails, at)
  await writeNotices(tx, at, [{ kind: 'bank_details', ...(decision !== 'asked' && { decision }) }])
}

async function settle(tx: Db, { waiting_bank, waiting_until, bank }: ProviderRow): Promise<void> {
  if (!waiting_bank || !waiting_until) return
  await queries.bringIntoForce(tx, waiting_bank, waiting_until)
  await tell(tx, waiting_until, { decision: 'active', bank: waiting_bank, by: null, before: bank })
}

type Fixed = Pick<Settings, 'provider'>

/** Keeps bank details whose time has come, which count since then already. They wait as long as the environment sets others. */
export const settleBank = (db: Db, { provider: fixed }: Fixed, moment: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const row = fixed.bank ? undefined : await queries.lockDue(tx, moment)
    if (row) await settle(tx, row)
  })

/** The row as it now is, locked. */
export async function lockSettled(tx: Db, { provider: fixed }: Fixed, moment: Date): Promise<ProviderRow> {
  const row = await queries.lockProvider(tx)
  if (fixed.bank || !isDue(row, moment)) return row
  await settle(tx, row)
  return queries.lockProvider(tx)
}

export async function askForBank(tx: Db, row: ProviderRow, bank: BankDetails, by: Actor, moment: Date): Promise<void> {
  if (row.waiting_id) refuse(409, ONE_WAITS)
  const at = moment.toISOString()
  const alone = !(await queries.hasOtherAdmin(tx, by.id))
  const waiting_until = alone ? new Date(moment.getTime() + BANK_WAIT_HOURS * HOUR_MS).toISOString() : null
  await queries.saveProvider(tx, { waiting_id: v7(), waiting_bank: bank, waiting_by: by.id, waiting_since: at, waiting_until })
  await tell(tx, at, { decision: 'asked', bank, by, in_force_at: waiting_until, before: row.bank })
}

interface Decision {
  id: string
  by: Actor
  moment: Date
}

async function lockWaiting(tx: Db, settings: Fixed, id: string, moment: Date) {
  const row = await lockSettled(tx, settings, moment)
  return row.waiting_id === id && row.waiting_bank ? { ...row, waiting_bank: row.waiting_bank } : refuse(409, NONE_WAITS)
}

export async function confirmBank(tx: Db, settings: Fixed, { id, by, moment }: Decision): Promise<void> {
  const { waiting_bank, waiting_by, bank } = await lockWaiting(tx, settings, id, moment)
  // What is told to be in force must be.
  if (settings.provider.bank) refuse(409, FIXED)
  if (waiting_by === by.id) refuse(409, OWN)
  const at = moment.toISOString()
  await queries.bringIntoForce(tx, waiting_bank, at)
  await tell(tx, at, { decision: 'active', bank: waiting_bank, by, before: bank })
}

export async function cancelBank(tx: Db, settings: Fixed, { id, by, moment }: Decision): Promise<void> {
  const { waiting_bank } = await lockWaiting(tx, settings, id, moment)
  await queries.saveProvider(tx, queries.NOTHING_WAITS)
  await tell(tx, moment.toISOString(), { decision: 'cancelled', bank: waiting_bank, by })
}
