import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Changes } from '../db/changes.ts'
import type { Db } from '../db/open.ts'
import { withoutData } from '../http/log.ts'
import { RuleBook } from '../rules/book.ts'
import { settleDeadlines } from './settle.ts'

/** Between two looks, because every write of a person wakes this job. */
const MIN_PAUSE_MS = 1_000
/** For what an older server or a command has written, which wake nobody. */
const MAX_PAUSE_MS = 10_000
/** After a failure of the database. */
const RETRY_DELAY_MS = 15_000

interface Given {
  db: Db
  now: () => Date
  changes: Changes
  log: FastifyBaseLogger
  timed?: (round: () => Promise<unknown>) => Promise<unknown>
}

/** Writes the clocks that no request has written. Several servers share the companies. */
export function startDeadlineWorker({ db, now, changes, log, timed = (round) => round() }: Given): { end(): Promise<void> } {
  const rules = new RuleBook(db)
  const waker = changes.waker()
  const ending = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { signal: ending.signal }).catch(() => {})
  const run = async () => {
    while (!ending.signal.aborted) {
      try {
        await timed(() => settleDeadlines({ db, rules, now }, ending.signal))
        await pause(MIN_PAUSE_MS)
        await waker.pause(MAX_PAUSE_MS, ending.signal)
      } catch (error) {
        log.error(withoutData(error), 'writing the clocks failed')
        await pause(RETRY_DELAY_MS)
      }
    }
  }
  const running = run()
  return {
    end() {
      ending.abort()
      return running
    },
  }
}
