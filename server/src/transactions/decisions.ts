import { formatAed, fromAed, minus, toAed } from 'contract'
import type { Db } from '../db/open.ts'
import { writeHistory } from '../history/queries.ts'
import { refuse, refuseField, refuseUnknown } from '../http/errors.ts'
import type { Actor } from '../http/session.ts'
import { mailTopup } from '../mails/triggers.ts'
import { decideTopup, findStored, keepCompany } from './queries.ts'
import { creditTopup, lockWallet, postReversal, reversedOf } from './wallet.ts'

interface Decision {
  status: 'approved' | 'rejected'
  notes: string | null
  by: Actor
  at: string
}

/** The wallet first, then one conditional update; the later one is told who decided and when (W4). */
export async function decide(tx: Db, id: string, { status, notes, by, at }: Decision): Promise<void> {
  const stored = (await findStored(tx, id)) ?? refuseUnknown('transaction')
  if (stored.type !== 'topup') refuse(409, 'Only a top-up can be approved or rejected')
  const isKept = await keepCompany(tx, stored.company_id)
  await lockWallet(tx, stored.company_id)
  if (!isKept && status === 'approved') refuseDeleted(await findStored(tx, id))
  const topup = (await decideTopup(tx, id, { status, notes, by, at })) ?? refuseDecided(await findStored(tx, id))
  await writeHistory(tx, { of: { transaction: id }, by, at, action: status === 'approved' ? 'topup_approved' : 'topup_rejected' })
  if (status === 'approved') await creditTopup(tx, topup, at)
  await mailTopup(tx, { company_id: stored.company_id, amount_fils: stored.amount_fils, status, notes }, at)
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Dubai' })

/** What was pending was rejected when the company was deleted (W6). */
function refuseDeleted(stored: Awaited<ReturnType<typeof findStored>>): never {
  return stored?.status === 'pending' ? refuse(409, 'The company was deleted: nothing is approved for it any more') : refuseDecided(stored)
}

function refuseDecided(stored: Awaited<ReturnType<typeof findStored>>): never {
  const word = stored?.status === 'approved' ? 'Already approved' : 'Already rejected'
  return refuse(409, `${word} by ${stored?.decided_by_name ?? 'someone else'} on ${moment.format(new Date(stored?.decided_at ?? 0))}`)
}

interface Correction {
  reason: string
  /** In AED; absent: all that is left. */
  amount?: number | undefined
  by: Actor
  at: string
}

/** Only a settled top-up or visa payment can be reversed, at most in full, and never below zero (W5). Answers the reversal's id. */
export async function reverse(tx: Db, id: string, { reason, amount: aed, by, at }: Correction): Promise<string> {
  const unlocked = (await findStored(tx, id)) ?? refuseUnknown('transaction')
  const balance = await lockWallet(tx, unlocked.company_id)
  const stored = (await findStored(tx, id)) ?? refuseUnknown('transaction')
  if (!['approved', 'completed'].includes(stored.status) || stored.type === 'reversal')
    refuse(409, 'Only a settled top-up or visa payment can be corrected')
  const left = minus(stored.amount_fils, await reversedOf(tx, id))
  const amount = aed === undefined ? left : fromAed(aed)
  if (left === 0) refuse(409, 'This transaction has already been taken back in full')
  if (amount > left) refuseField('amount', `Amount must be at most ${formatAed(toAed(left))}`)
  if (stored.direction === 'credit' && amount > balance) refuse(409, `The wallet holds only ${formatAed(toAed(balance))}`)
  const made = await postReversal(tx, { of: stored, amount, reason, by, at })
  const changes = [{ field: 'reason', from: null, to: reason }]
  await writeHistory(tx, { of: { transaction: stored.id }, by, at, action: 'reversed', changes })
  return made
}
