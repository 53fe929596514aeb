import { keepPreviousData, type UseInfiniteQueryResult, type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Answer, Call, Input, List, RowOf } from 'contract'
import { useCallback, useEffect, useRef } from 'react'
import { useMessages } from 'use-intl'
import { showFailed } from '../feedback/toast.ts'
import { type Messages, toastTexts } from '../messages/messages.ts'
import { queryClient } from './queryClient.ts'
import type { Refusal } from './refusal.ts'
import { endsSession, type ListCall, send, sentAhead } from './send.ts'

interface LoadOptions {
  enabled?: boolean
  /** The load does not count as activity of the user, such as polling (A9). */
  background?: boolean
  /** Loads again after this many milliseconds. */
  refetchInterval?: number
  /** Shows the last answer while another input loads, for searches. */
  keepPrevious?: boolean
  staleTime?: number
  /** Whether the screen shows this refusal itself, without a toast. */
  answers?: (refusal: Refusal) => boolean
  /** The key of the toasts, if not the call's name. */
  toasts?: keyof Messages['toasts']
}

/** Also where every showing asks anew, the first one need not ask again for what the page has asked for. */
const ofNow = (): number => Date.now() + FIRST_SHOWING_MS
const FIRST_SHOWING_MS = 1_000

/** The key of a load in the queryClient. It begins with the call's name. */
export const loadKey = (call: Call, input: unknown = {}): unknown[] => [call.name, input]

/** Loads the answer of a call into the cache; a failure shows the call's toast of §8 once. */
export function useLoad<C extends Call>(call: C, input: Input<C>, options: LoadOptions = {}): UseQueryResult<Answer<C>, Refusal> {
  const { keepPrevious = false, background, answers, toasts, ...rest } = options
  const query = useQuery<Answer<C>, Refusal>(
    {
      queryKey: loadKey(call, input),
      queryFn: ({ signal }) => send(call, input, { signal, background }),
      initialData: () => sentAhead(call, input),
      initialDataUpdatedAt: ofNow,
      ...(keepPrevious && { placeholderData: (previous) => previous }),
      ...rest,
    },
    queryClient,
  )
  useFailureToast(toasts ?? call.name, call, query, answers)
  return query
}

/** Loads a list page by page: `data` is one list of all loaded pages, fetchNextPage adds one. */
export function useLoadPages<C extends ListCall>(
  call: C,
  input: Input<C>,
  { enabled = true }: Pick<LoadOptions, 'enabled'> = {},
): UseInfiniteQueryResult<List<RowOf<C>>, Refusal> {
  type Page = List<RowOf<C>>
  const query = useInfiniteQuery<Page, Refusal, Page, unknown[], string | undefined>(
    {
      queryKey: [...loadKey(call, input), 'pages'],
      queryFn: ({ signal, pageParam }) => send(call, input, { signal, cursor: pageParam }),
      initialData: () => {
        const page = sentAhead(call, input)
        return page && { pages: [page], pageParams: [undefined] }
      },
      initialDataUpdatedAt: ofNow,
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next,
      placeholderData: keepPreviousData,
      enabled,
      select: ({ pages }) => joined(pages),
    },
    queryClient,
  )
  useFailureToast(call.name, call, query)
  return query
}

/** Loads in the background what the user will probably open next, such as a detail under the pointer. */
export function usePrefetch(): <C extends Call>(call: C, input: Input<C>) => void {
  return useCallback(
    (call, input) =>
      void queryClient.prefetchQuery({
        queryKey: loadKey(call, input),
        queryFn: ({ signal }) => send(call, input, { signal, background: true }),
      }),
    [],
  )
}

function joined<Row>(pages: List<Row>[]): List<Row> {
  const items = pages.flatMap((page) => page.items)
  const last = pages.at(-1)
  return { items, total: last?.total ?? 0, unfiltered: last?.unfiltered ?? 0, next: last?.next }
}

interface Failing {
  error: Refusal | null
  errorUpdatedAt: number
}

function useFailureToast(name: string, call: Call, { error, errorUpdatedAt }: Failing, answers?: (refusal: Refusal) => boolean): void {
  const text = toastTexts(useMessages())[name]?.failed
  const reported = error !== null && !answers?.(error) && !endsSession(call, error.status)
  const refusal = useRef(error)
  refusal.current = error
  useEffect(() => {
    if (errorUpdatedAt > 0 && reported && text) showFailed(text, { refusal: refusal.current ?? undefined })
  }, [errorUpdatedAt, reported, text])
}
