import { carrierOf } from '../server/src/mails/carrier.ts'
import { deliverNext } from '../server/src/mails/deliver.ts'
import type { Portal } from './portal.ts'

/** Sends what is due, by SMTP or into the outbox; answers how many mails it handled. */
export async function deliverDue(portal: Portal, smtp_url?: string, log = portal.app.log): Promise<number> {
  const settings = { ...portal.settings, smtp_url }
  const post = { db: portal.db, settings, now: () => portal.clock.moment, carrier: carrierOf(settings), log }
  let looked = 0
  while (await deliverNext(post, new AbortController().signal)) looked++
  return looked
}
