import { deliverNext } from '../server/src/mails/deliver.ts'
import { transportOf } from '../server/src/mails/transport.ts'
import type { Portal } from './portal.ts'

/** Sends what is due, by SMTP or into the outbox; answers how many mails it handled. */
export async function deliverDue(portal: Portal, smtp_url?: string, log = portal.app.log): Promise<number> {
  const settings = { ...portal.settings, smtp_url }
  const context = { db: portal.db, settings, now: () => portal.clock.moment, transport: transportOf(settings), log }
  let looked = 0
  while (await deliverNext(context, new AbortController().signal)) looked++
  return looked
}
