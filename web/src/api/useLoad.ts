import {
  keepPreviousData,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Call, Input, Reply } from 'contract'
import { useCallback, useEffect, useRef } from 'react'
import { useMessages } from 'use-intl'
import { showFailed } from '../feedback/toast.tsx'
import { type Messages, toastTexts } from '../messages/messages.ts'
import { nameOf } from './callName.ts'
import type { Refusal } from './refusal.ts'
import { endsSession, type List, type RowOf, send, sendAll, sendList, sendTagged, type Tagged, withCursor } from './send.ts'

interface LoadOptions {
  enabled?: boolean
  /** No activity of the person: polling (A9). */
  background?: boolean
  /** Asks again after this many milliseconds. */
  refetchInterval?: number
  /** Shows what was there while another input loads: for searches and pages. */
  keepPrevious?: boolean
  staleTime?: number
  /** A refusal that the screen answers itself, without a toast. */
  answers?: (refusal: Refusal) => boolean
  /** The key of the toasts where a screen has other words for the call; the call's name otherwise. */
  toasts?: keyof Messages['toasts']
}

type Given<C> = [input: Input<C>, options?: LoadOptions]
/** The input may be left out where the call needs none. */
type Arguments<C> = Record<string, never> extends Input<C> ? Given<C> | [] : Given<C>
type Kind = 'list' | 'pages' | 'all' | 'single' | 'tagged'

/** Where the cache keeps what a load answered. A list is kept apart from the plain reply of the same call: their shapes differ. */
export const loadKey = (call: Call, input: unknown = {}, kind: Kind = 'single'): unknown[] => [nameOf(call), input, kind]

/** The reply of a GET, kept in the cache under [call's name, input]; its failure shows the call's toast of §8 once. */
export function useLoad<C extends Call>(call: C, ...[input, options]: Arguments<C>): UseQueryResult<Reply<C>, Refusal> {
  return useCached(call, input, options, (signal) => send(call, input as Input<C>, { signal, background: options?.background }))
}

/** Like useLoad, for a list with its counts (P3). */
export function useLoadList<C extends Call>(call: C, ...[input, options]: Arguments<C>): UseQueryResult<List<Reply<C>>, Refusal> {
  return useCached(call, input, options, (signal) => sendList(call, input as Input<C>, { signal, background: options?.background }), 'list')
}

/** Like useLoad, for one record with the ETag that a change of it is sent with (P5). */
export function useLoadTagged<C extends Call>(call: C, ...[input, options]: Arguments<C>): UseQueryResult<Tagged<Reply<C>>, Refusal> {
  return useCached(
    call,
    input,
    options,
    (signal) => sendTagged(call, input as Input<C>, { signal, background: options?.background }),
    'tagged',
  )
}

/** Like useLoad, for a list that is needed to its end: what is added up of it must not miss a page. */
export function useLoadAll<C extends Call>(call: C, input: Input<C>): UseQueryResult<RowOf<C>[], Refusal> {
  return useCached(call, input, {}, (signal) => sendAll(call, input, { signal }), 'all')
}

/** Like useLoadList, page by page: `data` is what was loaded so far as one list, fetchNextPage adds to it. */
export function useLoadPages<C extends Call>(call: C, input: Input<C>): UseInfiniteQueryResult<List<RowOf<C>[]>, Refusal> {
  const query = useInfiniteQuery({
    queryKey: loadKey(call, input, 'pages'),
    queryFn: ({ signal, pageParam }) => sendList(call, withCursor(input, pageParam), { signal }) as Promise<List<RowOf<C>[]>>,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    select: ({ pages }) => joined(pages),
  })
  useFailureToast(nameOf(call), call, query as Failing)
  return query as UseInfiniteQueryResult<List<RowOf<C>[]>, Refusal>
}

/** Loads in the background what will probably be wanted next: a detail under the pointer. */
export function usePrefetch(): <C extends Call>(call: C, input: Input<C>) => void {
  const cache = useQueryClient()
  return useCallback(
    (call, input) =>
      void cache.prefetchQuery({
        queryKey: loadKey(call, input),
        queryFn: ({ signal }) => send(call, input, { signal, background: true }),
      }),
    [cache],
  )
}

function joined<Row>(pages: List<Row[]>[]): List<Row[]> {
  const items = pages.flatMap((page) => page.items)
  const last = pages.at(-1)
  return { items, total: last?.total ?? 0, unfiltered: last?.unfiltered ?? 0, next: last?.next }
}

function useCached<T>(
  call: Call,
  input: unknown,
  options: LoadOptions = {},
  load: (signal: AbortSignal) => Promise<T>,
  kind: Kind = 'single',
): UseQueryResult<T, Refusal> {
  const { keepPrevious, background: _background, answers, toasts, ...rest } = options
  const query = useQuery<T, Refusal>({
    queryKey: loadKey(call, input, kind),
    queryFn: ({ signal }) => load(signal),
    ...(keepPrevious ? { placeholderData: keepPreviousData as never } : {}),
    ...rest,
  })
  useFailureToast(toasts ?? nameOf(call), call, query, answers)
  return query as UseQueryResult<T, Refusal>
}

interface Failing {
  error: Refusal | null
  errorUpdatedAt: number
}

function useFailureToast(name: string, call: Call, { error, errorUpdatedAt }: Failing, answers?: (refusal: Refusal) => boolean): void {
  const text = toastTexts(useMessages())[name]?.failed
  const told = error !== null && !answers?.(error) && !endsSession(call, error.status)
  const refusal = useRef(error)
  refusal.current = error
  useEffect(() => {
    if (errorUpdatedAt > 0 && told && text) showFailed(text, { refusal: refusal.current ?? undefined })
  }, [errorUpdatedAt, told, text])
}
