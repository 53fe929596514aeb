import { formatAed, fromAed, MAX_UNPROVEN_REVERSAL, minus, toAed } from 'contract'
import type { Db } from '../db/open.ts'
import { writeHistory, writing } from '../history/queries.ts'
import { refuse, refuseField, refuseUnknown } from '../http/errors.ts'
import type { Actor } from '../http/session.ts'
import { mailTopup, tellOtherAdmins } from '../mails/triggers.ts'
import { type Decision, decideTopup, findCompanyName, findStored } from './queries.ts'
import { lockWallet, postReversal, reversedOf } from './wallet.ts'

/** The later one of two is told who decided and when (W4). */
export async function decide(tx: Db, id: string, decision: Decision): Promise<void> {
  const { outcome, company_id, amount_fils, reference } = await decideTopup(tx, id, decision)
  if (outcome === 'unknown') refuseUnknown('transaction')
  if (outcome === 'no top-up') refuse(409, 'Only a top-up can be approved or rejected')
  if (outcome === 'no company') refuseDeleted(await findStored(tx, id))
  if (outcome === 'decided before') refuseDecided(await findStored(tx, id))
  const { status, notes, by, at } = decision
  const event = writing(tx, { of: { transaction: id }, by, at, action: status === 'approved' ? 'topup_approved' : 'topup_rejected' })
  await mailTopup(tx, { company_id, amount_fils, reference, status, notes }, at, tx.$with('written').as(event))
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
  /** The person has not typed the password again. */
  unproven?: boolean
  by: Actor
  at: string
}

/** Only a settled top-up or visa payment can be reversed, at most in full, and never below zero (W5). Answers the reversal's id. */
export async function reverse(tx: Db, id: string, { reason, amount: aed, unproven, by, at }: Correction): Promise<string> {
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
  const isLarge = amount > fromAed(MAX_UNPROVEN_REVERSAL)
  if (isLarge && unproven) refuseField('password', 'Password is required')
  const made = await postReversal(tx, { of: stored, amount, reason, by, at })
  const changes = [{ field: 'reason', from: null, to: reason }]
  await writeHistory(tx, { of: { transaction: stored.id }, by, at, action: 'reversed', changes })
  if (isLarge)
    await tellOtherAdmins(tx, by, { kind: 'reversal_made', company_name: await findCompanyName(tx, stored.id), amount_fils: amount }, at)
  return made
}
