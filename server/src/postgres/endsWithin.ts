import { setTimeout as sleep } from 'node:timers/promises'

/** False if it takes longer, so that a hanging database cannot block the stop (T54); a failure counts as an end. */
export async function endsWithin(ms: number, ending: Promise<unknown>): Promise<boolean> {
  const ended = new AbortController()
  const late = sleep(ms, false, { signal: ended.signal }).catch(() => true)
  const inTime = ending.then(
    () => true,
    () => true,
  )
  return Promise.race([inTime, late]).finally(() => ended.abort())
}
