import { WITHDRAWN } from 'contract'
import type { Db } from '../db/open.ts'
import { writeHistory } from '../history/queries.ts'
import { refuse, refuseUnknown } from '../http/errors.ts'
import type { Viewer } from '../http/session.ts'
import { mailWithdrawal } from '../mails/triggers.ts'
import { keepCompany } from '../transactions/queries.ts'
import { lockWallet } from '../transactions/wallet.ts'
import { withdrawPayment } from '../transactions/withdrawal.ts'
import { findApplication, lockApplication, setWithdrawn } from './queries.ts'
import { hasStages } from './stages.queries.ts'

/** For what a withdrawn application does not allow any more (S13). */
export async function lockOpen(tx: Db, viewer: Viewer, id: string) {
  const application = await lockApplication(tx, viewer, id)
  if (application?.status === 'withdrawn') refuse(409, WITHDRAWN)
  return application
}

interface Withdrawal {
  reason: string
  reverse_payment?: boolean | null | undefined
}

/** Withdraws an active application for good, and settles its payment with it (S13). */
export async function withdraw(tx: Db, viewer: Viewer, id: string, given: Withdrawal, at: string): Promise<void> {
  const { company_id } = (await findApplication(tx, viewer, id)) ?? refuseUnknown('application')
  // The wallet before the application, as whoever approves a top-up locks them, and the company before both, as its deletion does.
  if (!(await keepCompany(tx, company_id))) refuseUnknown('application')
  await lockWallet(tx, company_id)
  const application = (await lockOpen(tx, viewer, id)) ?? refuseUnknown('application')
  if (application.status !== 'active') refuse(409, 'This application is completed: it cannot be withdrawn')
  const isBegun = await hasStages(tx, id)
  if (isBegun && viewer.role !== 'admin') refuse(409, 'An administrator can withdraw it')
  // What is kept of applications before what is kept of money, as a submission locks them.
  await setWithdrawn(tx, id, at)
  await withdrawPayment(tx, { company_id, application_id: id }, { isReversed: !isBegun || given.reverse_payment === true, by: viewer, at })
  const changes = [{ field: 'reason', from: null, to: given.reason }]
  await writeHistory(tx, { of: { application: id }, by: viewer, at, action: 'withdrawn', changes })
  await mailWithdrawal(tx, application, { reason: given.reason, by: viewer }, at)
}
