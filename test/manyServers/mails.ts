import { LANES } from '../../server/src/mails/worker.ts'
import type { Delivery } from '../smtp.ts'
import type { Faults, Span } from './faults.ts'
import { senderAt } from './portals.ts'

/** Commits that an end may have cost after SMTP had answered. */
export interface Lost {
  /** Of this server; of all. */
  sender?: string
  /** When it ended. */
  at: number
  /** When those mails came. */
  from: number
  to: number
  most: number
}

/** A commit takes less. */
const COMMIT_MS = 1_000
/** How late this process may hear of bytes that were sent before. A server is back later. */
const LATE_MS = 1_000

export const lostAtKill = ({ place, at }: Faults['kills'][number]): Lost => ({
  sender: senderAt(place),
  at,
  from: at - COMMIT_MS,
  to: at + LATE_MS,
  most: LANES,
})

/** Nothing is committed while the replica hears nothing. */
export const lostAtFailover = ({ from, to }: Span = { from: 0, to: 0 }, lagMs = 0): Lost => ({
  at: from,
  from: from - lagMs - COMMIT_MS,
  to: to + LATE_MS,
  most: Number.POSITIVE_INFINITY,
})

type Came = Pick<Delivery, 'at' | 'headers'>

const causes = ({ sender, at, from, to }: Lost, one: Came, next: Came): boolean =>
  (!sender || one.headers.from?.includes(sender) === true) && one.at >= from && one.at <= to && next.at >= at

/** How often a mail came again, and those of these for which nothing lost the commit of the one before, with what was between them. */
export function judgeRepeats(received: Came[], lost: Lost[]): { repeated: number; unexplained: string[] } {
  const left = lost.map((each) => ({ ...each }))
  const unexplained: string[] = []
  let repeated = 0
  for (const [id, copies] of Map.groupBy(received, ({ headers }) => headers['message-id'])) {
    const sorted = copies.toSorted((one, other) => one.at - other.at)
    for (const [place, next] of sorted.slice(1).entries()) {
      const one = sorted[place] as Came
      const cause = left.find((each) => each.most > 0 && causes(each, one, next))
      repeated++
      if (cause) cause.most--
      else unexplained.push(`${id} of ${one.headers.from}, then ${Math.round(next.at - one.at)} ms later of ${next.headers.from}`)
    }
  }
  return { repeated, unexplained }
}
