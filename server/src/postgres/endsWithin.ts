import { setTimeout as sleep } from 'node:timers/promises'

/** Whether it came to an end in that time, if only by failing: a database that hangs keeps nobody from ending (T54). */
export async function endsWithin(ms: number, ending: Promise<unknown>): Promise<boolean> {
  const ended = new AbortController()
  const late = sleep(ms, false, { signal: ended.signal }).catch(() => true)
  const inTime = ending.then(
    () => true,
    () => true,
  )
  return Promise.race([inTime, late]).finally(() => ended.abort())
}
