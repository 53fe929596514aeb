import type { Db } from '../db/open.ts'
import { queueMail } from './queue.ts'
import { listAdmins } from './readers.ts'

const HOUR = 'YYYY-MM-DDTHH'.length

/**
 * To the registrant, and to the admins, who have to approve. Nobody has confirmed the registrant's address yet, so that mail repeats
 * nothing a stranger typed; and however many register, an admin gets one mail an hour.
 */
export async function mailRegistration(tx: Db, { user, company }: Registered, at: string): Promise<void> {
  await queueMail(tx, { kind: 'registration_received', user_id: user.id }, at)
  const facts = { kind: 'registration_waiting', company_name: company.name } as const
  for (const { id } of await listAdmins(tx)) {
    await queueMail(tx, { ...facts, user_id: id, once: `registration_waiting ${id} ${at.slice(0, HOUR)}` }, at)
  }
}

interface Registered {
  user: { id: string }
  company: { id: string; name: string }
}
