import type { Query } from '@tanstack/react-query'
import { type Change, pathOf, streamChanges } from 'contract'
import { useEffect } from 'react'
import { queryClient } from '../api/queryClient.ts'
import { Refusal } from '../api/refusal.ts'
import { inBackground } from '../api/send.ts'
import { sparingly, sparinglyFor } from '../api/sparing.ts'
import { PACED, SPARED, STALE, staleAfter } from '../api/stale.ts'
import { askSessionTimes } from './sessionTimes.ts'
import { setStreamCursor, streamCursor } from './streamCursor.ts'

/** `missed`: changes before now may have been lost. */
type News = Change | 'missed'
/** `place`: everything before it was forwarded. */
type Message = News | { place: string }

const CHANNEL = 'portal-changes'
const DEBOUNCE_MS = 100
const RETRY_DELAY_MS = 5_000
/** How often counts of what waits are asked for after changes of others, which concern many; the bell is there within 3 s. */
const PACES = [
  { names: PACED.waiting, every: 3_000, jitter: 1_000 },
  { names: PACED.notices, every: 1_500, jitter: 500 },
]
/** The settings have the numbers of rules that every screen may show. */
const OF_RULES = { every: () => 3_000, jitter: 1_000 }
/** A hidden tab shows its number in the title alone. */
const HIDDEN_MS = 30_000

/** Updates this screen when somebody else changes something, without a reload and without touching unsaved input. */
export function useChanges(): void {
  useEffect(() => {
    const stopped = new AbortController()
    follow(gather(stopped.signal), stopped.signal)
    return () => stopped.abort()
  }, [])
}

/** Loads again what became stale: once for several changes, and not as activity of the user (A9). */
function gather(signal: AbortSignal): (news: News) => void {
  const everything = new Set<string>(Object.values(STALE).flat())
  let stale = new Set<string>()
  let missedAt = 0
  let timer: number | undefined
  const spared = askForSpared()
  const settings = sparingly(() => void askSessionTimes({ background: true }).catch(() => undefined), OF_RULES)
  signal.addEventListener('abort', () => {
    window.clearTimeout(timer)
    spared.stop()
    settings.stop()
  })
  const isStale = ({ queryKey, state }: Query) => {
    const name = String(queryKey[0])
    if (SPARED.has(name)) return false
    // A first load is left alone: it is still under way.
    return stale.has(name) || (everything.has(name) && state.dataUpdatedAt > 0 && state.dataUpdatedAt < missedAt)
  }
  const ask = () => {
    const later = queryClient.getQueryCache().findAll({ predicate: (query) => isStale(query) && isGrowing(query) })
    inBackground(() => void queryClient.invalidateQueries({ predicate: (query) => isStale(query) && !isGrowing(query) }))
    stale = new Set(later.map(({ queryKey }) => String(queryKey[0])))
    timer = later.length > 0 ? window.setTimeout(ask, DEBOUNCE_MS) : undefined
  }
  return (news) => {
    const touched = news === 'missed' ? everything : staleAfter([news.noun])
    if (news === 'missed') missedAt = Date.now()
    else stale = new Set([...stale, ...touched])
    spared.ask(touched)
    if (news === 'missed' || news.noun === 'rule') settings.ask()
    timer ??= window.setTimeout(ask, DEBOUNCE_MS)
  }
}

/** Counts and first items of what waits together, and the bell's; only what a change has touched. */
function askForSpared() {
  const run = (names: ReadonlySet<string>) =>
    inBackground(() => void queryClient.invalidateQueries({ predicate: ({ queryKey }) => names.has(String(queryKey[0])) }))
  const all = PACES.map(({ names, every, jitter }) => ({
    names,
    spared: sparinglyFor(run, { every: () => (document.hidden ? HIDDEN_MS : every), jitter }),
  }))
  return {
    ask: (touched: ReadonlySet<string>) => {
      for (const { names, spared } of all) spared.ask(names.filter((name) => touched.has(name)))
    },
    stop: () => {
      for (const { spared } of all) spared.stop()
    },
  }
}

/** Whether the next page is loading; loading the list again now would cancel it. */
const isGrowing = ({ state }: Query): boolean => state.fetchStatus === 'fetching' && state.fetchMeta?.fetchMore !== undefined

/** One tab reads the stream and forwards it to the others: a browser opens at most six connections to a server. */
function follow(tell: (news: News) => void, signal: AbortSignal): void {
  const channel = new BroadcastChannel(CHANNEL)
  // Each tab knows the place, because any may be the next to read the stream.
  const handle = (message: Message) => {
    if (typeof message === 'object' && 'place' in message) setStreamCursor(message.place)
    else tell(message)
  }
  signal.addEventListener('abort', () => channel.close())
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => handle(data))
  const broadcast = (message: Message) => {
    handle(message)
    if (!signal.aborted) channel.postMessage(message)
  }
  // Browsers have locks only on https and localhost; elsewhere each tab reads the stream.
  if (!('locks' in navigator)) return void stream(broadcast, signal)
  navigator.locks.request(CHANNEL, { signal }, () => stream(broadcast, signal)).catch(() => undefined)
}

/** Reads the stream until it is aborted or the session has ended. */
function stream(broadcast: (message: Message) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource | undefined
    let timer: number | undefined
    const end = () => {
      window.clearTimeout(timer)
      source?.close()
      resolve()
    }
    const open = () => {
      // The stream begins with the changes since the cursor, or with `missed` if the server no longer has them. Where the browser connects
      // again by itself, it sends the last place.
      const cursor = streamCursor()
      source = new EventSource(`/api${pathOf(streamChanges)}${cursor ? `?after=${cursor}` : ''}`)
      source.addEventListener('message', ({ data }: MessageEvent<string>) => broadcast(JSON.parse(data)))
      source.addEventListener('missed', () => broadcast('missed'))
      source.addEventListener('place', ({ lastEventId }) => broadcast({ place: lastEventId }))
      source.addEventListener('ended', () => void again())
      source.addEventListener('error', () => source?.readyState === EventSource.CLOSED && void again())
    }
    const again = async () => {
      source?.close()
      if (!(await hasSession())) return end()
      if (!signal.aborted) timer = window.setTimeout(open, RETRY_DELAY_MS)
    }
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
    else open()
  })
}

/** Whether there is a session, also after the user was asked for the password (U9). */
async function hasSession(): Promise<boolean> {
  try {
    await askSessionTimes({ background: true })
    return true
  } catch (error) {
    return error instanceof Refusal && error.status !== 401
  }
}
