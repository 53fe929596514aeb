import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type Change, pathOf, streamChanges } from 'contract'
import { useEffect } from 'react'
import { Refusal } from '../api/refusal.ts'
import { inBackground } from '../api/send.ts'
import { STALE, staleAfter } from '../api/stale.ts'
import { askSessionTimes } from './sessionTimes.ts'
import { streamCursor } from './streamCursor.ts'

/** `missed`: changes may have gone by until now. */
type Message = Change | 'missed'

const CHANNEL = 'portal-changes'
const DEBOUNCE_MS = 100
const RETRY_DELAY_MS = 5_000

/** Shows on this screen, within a moment, what somebody else changed, without a reload and without touching what is being typed. */
export function useChanges(): void {
  const cache = useQueryClient()
  useEffect(() => {
    const stopped = new AbortController()
    follow(gather(cache, stopped.signal), stopped.signal)
    return () => stopped.abort()
  }, [cache])
}

/** Asks anew for what became stale: once for changes that come together, and as no activity of the person (A9). */
function gather(cache: QueryClient, signal: AbortSignal): (message: Message) => void {
  const everything = new Set<string>(Object.values(STALE).flat())
  let stale = new Set<string>()
  let missedAt = 0
  let timer: number | undefined
  signal.addEventListener('abort', () => window.clearTimeout(timer))
  const isStale = ({ queryKey, state }: Query) => {
    const name = String(queryKey[0])
    // What is asked for the first time is left alone: it is on its way.
    return stale.has(name) || (everything.has(name) && state.dataUpdatedAt > 0 && state.dataUpdatedAt < missedAt)
  }
  const ask = () => {
    const later = cache.getQueryCache().findAll({ predicate: (query) => isStale(query) && isGrowing(query) })
    inBackground(() => void cache.invalidateQueries({ predicate: (query) => isStale(query) && !isGrowing(query) }))
    stale = new Set(later.map(({ queryKey }) => String(queryKey[0])))
    timer = later.length > 0 ? window.setTimeout(ask, DEBOUNCE_MS) : undefined
  }
  return (message) => {
    if (message === 'missed') missedAt = Date.now()
    else stale = new Set([...stale, ...staleAfter([message.noun])])
    timer ??= window.setTimeout(ask, DEBOUNCE_MS)
  }
}

/** On its way to its next page, which asking anew would take back from the person who pressed Load more. */
const isGrowing = ({ state }: Query): boolean => state.fetchStatus === 'fetching' && state.fetchMeta?.fetchMore !== undefined

/** One tab has the stream and tells the others: a browser opens no more than six connections to a server. */
function follow(handle: (message: Message) => void, signal: AbortSignal): void {
  const channel = new BroadcastChannel(CHANNEL)
  signal.addEventListener('abort', () => channel.close())
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => handle(data))
  const broadcast = (message: Message) => {
    handle(message)
    if (!signal.aborted) channel.postMessage(message)
  }
  // Locks exist on https and on this machine only; elsewhere each tab has a stream.
  if (!('locks' in navigator)) return void stream(broadcast, signal)
  navigator.locks.request(CHANNEL, { signal }, () => stream(broadcast, signal)).catch(() => undefined)
}

/** Reads the stream until the signal, or until the session is over for good. */
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
      // Between the answers on this screen and each start of the stream something may have changed: that is told first, or `missed`.
      const cursor = streamCursor()
      source = new EventSource(`/api${pathOf(streamChanges)}${cursor ? `?after=${cursor}` : ''}`)
      source.addEventListener('message', ({ data }: MessageEvent<string>) => broadcast(JSON.parse(data)))
      source.addEventListener('missed', () => broadcast('missed'))
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

/** Whether there is a session, or one again after the person was asked for the password (U9). */
async function hasSession(): Promise<boolean> {
  try {
    await askSessionTimes({ background: true })
    return true
  } catch (error) {
    return error instanceof Refusal && error.status !== 401
  }
}
