import { setTimeout as sleep } from 'node:timers/promises'
import { dubaiDate } from 'contract'
import { withoutData } from '../http/log.ts'
import { deliverNext, type MailContext } from './deliver.ts'
import { isMorning, queueExpiring } from './expiring.ts'
import { transportOf } from './transport.ts'

const POLL_INTERVAL_MS = 1_000
/** After a failure of the database. */
const RETRY_DELAY_MS = 15_000
/** For a mail that is being sent when the portal stops. */
const SHUTDOWN_TIMEOUT_MS = 5_000

/** Runs the daily queueing, and asks the database only when needed. */
function onceADay({ db, now }: MailContext): () => Promise<void> {
  let done = ''
  return async () => {
    const moment = now()
    const today = dubaiDate(moment)
    if (done === today || !isMorning(moment)) return
    await queueExpiring(db, moment)
    done = today
  }
}

export function startMailWorker(given: Omit<MailContext, 'transport'>): { end(): Promise<void> } {
  const context: MailContext = { ...given, transport: transportOf(given.settings) }
  const ending = new AbortController()
  const sending = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { signal: ending.signal }).catch(() => {})
  const daily = onceADay(context)
  const run = async () => {
    while (!ending.signal.aborted) {
      try {
        await daily()
        while (!ending.signal.aborted && (await deliverNext(context, sending.signal)));
        await pause(POLL_INTERVAL_MS)
      } catch (error) {
        if (!sending.signal.aborted) context.log.error(withoutData(error), 'the mail job failed')
        await pause(RETRY_DELAY_MS)
      }
    }
  }
  const running = run()
  return {
    async end() {
      ending.abort()
      const impatient = setTimeout(() => sending.abort(), SHUTDOWN_TIMEOUT_MS)
      await running
      clearTimeout(impatient)
    },
  }
}
