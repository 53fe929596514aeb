import { setTimeout as sleep } from 'node:timers/promises'
import { login, MINUTE_MS, passSecondStep } from 'contract'
import { getTableColumns, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { ipPrefixOf } from '../auth/ipPrefix.ts'
import { accesses } from '../db/journal.table.ts'
import type { Db } from '../db/open.ts'

type Access = Omit<typeof accesses.$inferInsert, 'id' | 'seq'>

/** A queue of accesses to write: a read neither waits for it nor fails with it (T62). */
export interface Journal {
  keep(access: Access): void
  flush(): Promise<void>
  /** Writes a last time; what cannot be written is lost. Answers how many rows that are. */
  end(): Promise<number>
}

const WRITE_DELAY_MS = 500
const RETRY_DELAY_MS = 5_000
const SHUTDOWN_TIMEOUT_MS = 3_000
const SHUTDOWN_POLL_MS = 250
const MAX_QUEUE_LENGTH = 20_000
const BATCH_SIZE = 1_000
/** For rows of an address without a user: strangers must not fill a journal that is kept forever. */
const MAX_ANONYMOUS_PER_MINUTE = 300
/** These count apart, so that other refusals of an address cannot use up their rows. */
const LOGIN_CALLS: readonly string[] = [login, passSecondStep].map(({ method, path }) => `${method} ${path}`)

/** `onTrouble` gets the error and how many rows were lost since the last time. */
export function openJournal(
  db: Db,
  onTrouble: (trouble: { lost: number; error?: unknown }) => void,
  maxLength = MAX_QUEUE_LENGTH,
): Journal {
  const waiting: (Access & { id: string })[] = []
  let lost = 0
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  const isOverLimit = anonymousLimiter()

  const later = (ms: number) => {
    timer ??= setTimeout(() => void flush(), ms)
  }
  const write = async () => {
    clearTimeout(timer)
    timer = undefined
    try {
      while (waiting.length > 0) {
        const batch = waiting.slice(0, BATCH_SIZE)
        // The row of an earlier try may exist: perhaps only the answer was lost.
        await insertAccesses(db, batch)
        waiting.splice(0, batch.length)
      }
      if (lost > 0) onTrouble({ lost })
    } catch (error) {
      onTrouble({ lost, error })
      later(RETRY_DELAY_MS)
    }
    lost = 0
  }
  const flush = () => {
    writing = writing.then(write)
    return writing
  }
  return {
    keep(access) {
      if (waiting.length >= maxLength || isOverLimit(access)) lost++
      else waiting.push({ ...access, id: v7() })
      later(WRITE_DELAY_MS)
    },
    flush,
    async end() {
      await flush()
      // A restarting database is back in a moment.
      for (const from = performance.now(); waiting.length > 0 && performance.now() - from < SHUTDOWN_TIMEOUT_MS; await flush())
        await sleep(SHUTDOWN_POLL_MS)
      clearTimeout(timer)
      if (waiting.length > 0) onTrouble({ lost: waiting.length })
      return waiting.length
    },
  }
}

const { seq: _, ...written } = getTableColumns(accesses)
const names = sql.join(
  Object.values(written).map(({ name }) => sql.identifier(name)),
  sql`, `,
)

/** One value for all rows: a parameter for each of their columns takes longer to build than to write. */
const insertAccesses = (db: Db, rows: Access[]) =>
  db.execute(sql`insert into ${accesses} (${names}) select ${names}
    from jsonb_populate_recordset(null::${accesses}, ${JSON.stringify(rows)}::jsonb) on conflict (id) do nothing`)

/** Tries to sign in count apart from the rest of an address. */
const limitKeyOf = ({ address, call, outcome }: Access): string =>
  LOGIN_CALLS.includes(call) && outcome !== 'throttled' ? `${ipPrefixOf(address)} ${call}` : ipPrefixOf(address)

function anonymousLimiter(): (access: Access) => boolean {
  const lines = new Map<string, number>()
  let began = 0
  return (access) => {
    if (access.actor_id) return false
    if (Math.abs(Date.now() - began) >= MINUTE_MS) {
      began = Date.now()
      lines.clear()
    }
    const shared = limitKeyOf(access)
    const count = (lines.get(shared) ?? 0) + 1
    lines.set(shared, count)
    return count > MAX_ANONYMOUS_PER_MINUTE
  }
}
