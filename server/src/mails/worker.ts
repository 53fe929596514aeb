import { setTimeout as sleep } from 'node:timers/promises'
import { dubaiDate } from 'contract'
import type { Context } from '../context.ts'
import { withoutData } from '../http/log.ts'
import { queueDigest, queueSingle } from './administrators.ts'
import { deliverNext, type MailContext } from './deliver.ts'
import { isMorning, queueExpiring } from './expiring.ts'
import { findNextDue } from './queries.ts'
import { transportOf } from './transport.ts'

/** Between two looks at the queue, because every write of a person wakes this job. */
const MIN_PAUSE_MS = 1_000
/** For the mails of a killed server or a command, which wake nobody, and for the hour of the daily ones. */
const MAX_PAUSE_MS = 10_000
/** Connections to the mail server, and to the database, at a time. */
export const LANES = 4
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
    await queueDigest(db, moment)
    done = today
  }
}

async function msUntilDue({ db, now }: MailContext): Promise<number> {
  const due_at = await findNextDue(db)
  return due_at === undefined ? MAX_PAUSE_MS : Math.min(MAX_PAUSE_MS, Date.parse(due_at) - now().getTime())
}

type Given = Omit<MailContext, 'transport'> & Pick<Context, 'changes'> & { timed?: (round: () => Promise<number>) => Promise<number> }

export function startMailWorker({ timed = (round) => round(), ...given }: Given): { end(): Promise<void> } {
  const context: MailContext = { ...given, transport: transportOf(given.settings) }
  const waker = given.changes.waker()
  const ending = new AbortController()
  const sending = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { signal: ending.signal }).catch(() => {})
  const daily = onceADay(context)
  const deliverOn = async () => {
    while (!ending.signal.aborted && (await deliverNext(context, sending.signal)));
  }
  /** In several lanes, because a mail takes the mail server's time. Each lane takes another row. */
  const deliverAll = async () => {
    const ended = await Promise.allSettled(Array.from({ length: LANES }, deliverOn))
    for (const lane of ended) if (lane.status === 'rejected') throw lane.reason
  }
  const round = async () => {
    // The digest leaves out what had a mail of its own.
    await queueSingle(context.db, context.now())
    await daily()
    const wait = await msUntilDue(context)
    if (wait <= 0) await deliverAll()
    return wait
  }
  const run = async () => {
    while (!ending.signal.aborted) {
      try {
        const wait = await timed(round)
        await pause(MIN_PAUSE_MS)
        if (wait > MIN_PAUSE_MS) await waker.pause(wait - MIN_PAUSE_MS, ending.signal)
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
