import type { BankDetails, Changes, DigestedKind, Fils, StageName, StageStatus, TransactionStatus } from 'contract'
import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { mails } from '../db/mails.table.ts'
import type { Db } from '../db/open.ts'
import { users } from '../db/people.table.ts'

/** When and in which browser something was done to an account. */
export interface Happening {
  at: string
  browser: string | null
  system: string | null
}

/** The facts of each kind of mail: no passport number, salary or document, and nothing on a Medical Test (V7). */
interface Facts {
  /** `link` opens the form for the first password. */
  invitation: { link: string; invited_by: string; company_name: string }
  password_reset: { link: string }
  password_changed: Happening
  new_device: Happening
  google_linked: Happening & { password_ended: boolean }
  two_step_on: object
  two_step_off: object
  recovery_code_used: { codes_left: number }
  /** What an administrator did with new bank details; without one, the time has come. */
  bank_details: { decision: 'asked' | 'active' | 'cancelled'; bank: BankDetails; by: string | null; in_force_at: string | null }
  /** What an administrator corrected in the data of a company. */
  company_corrected: { company_name: string; changes: Changes }
  /** Open cases of another administrator. */
  cases_assigned: { number: number; by: string }
  /** What another administrator did, with the password typed again. */
  reversal_made: { company_name: string; amount_fils: Fils; by: string }
  company_deleted: { company_name: string; by: string }
  registration_received: { link: string }
  account_approved: object
  registration_waiting: { company_name: string }
  stage_decided: {
    application_id: string
    employee_name: string
    company_name: string
    /** Absent for a Medical Test. */
    decision: { stage_name: StageName; status: StageStatus; notes: string | null } | null
  }
  /** The reason is absent at the Medical Test. */
  application_withdrawn: { application_id: string; employee_name: string; company_name: string; reason: string | null }
  /** `reference` is absent in mails of earlier releases, null for their top-ups. */
  topup_decided: {
    company_name: string
    amount_fils: Fils
    reference?: string | null
    status: TransactionStatus
    notes: string | null
  }
  /** Only that there is one. */
  message_received: Came
  application_submitted: Came
  renewal_requested: Came
  cancellation_requested: Came
  documents_received: Came
  /** Numbers alone. */
  daily_digest: { counts: Partial<Record<DigestedKind, number>> }
  /** `own`: to the person whose visa it is. */
  visa_expiring: { own?: true; company_name: string; employee_name: string; expiry_date: string; application_id: string | null }
}

/** Of a case, or of a record. */
interface Came {
  application_id: string | null
  employee_name: string
  company_name: string
}

interface Addressed {
  user_id: string
  /** The mail is not sent if the recipient has left this company. */
  company_id?: string
  /** At most one mail with the same key is ever queued. */
  unique_key?: string
}

export type Mail = { [Kind in keyof Facts]: { kind: Kind } & Addressed & Facts[Kind] }[keyof Facts]

/** The mail is sent after the commit, in the language that the recipient then has. A recipient who is being deleted gets none. */
export async function queueMail(tx: Db, mail: Mail, at: string, due_at = at): Promise<void> {
  const [recipient] = await tx.select({ id: users.id }).from(users).where(eq(users.id, mail.user_id)).for('key share')
  if (recipient) await queueMails(tx, [mail], at, due_at)
}

/** The same for recipients that the caller has locked against deletion. */
export async function queueMails(tx: Db, queued: Mail[], at: string, due_at = at): Promise<void> {
  if (queued.length === 0) return
  const rows = queued.map(({ kind, user_id, company_id, unique_key, ...facts }) => ({
    ...{ id: v7(), kind, user_id, company_id: company_id ?? null, once: unique_key ?? null },
    ...{ facts, created_at: at, due_at },
  }))
  await tx.insert(mails).values(rows).onConflictDoNothing({ target: mails.once })
}
