import { Button, Group } from '@mantine/core'
import { MAX_COUNTED } from 'contract'
import type { ReactNode, Ref } from 'react'
import { useTranslations } from 'use-intl'
import type { Refusal } from '../api/refusal.ts'
import classes from './Listing.module.css'
import { Muted } from './Muted.tsx'
import { LoadError } from './states/LoadError.tsx'

/** The part of useLoad and useLoadPages that Listing reads. */
interface Loading<Row> {
  data: { items: readonly Row[]; total: number; unfiltered: number } | undefined
  error: Refusal | null
  isPlaceholderData: boolean
  refetch: () => unknown
  hasNextPage?: boolean
  isFetchingNextPage?: boolean
  fetchNextPage?: () => unknown
}

/** How many rows are on the screen and, as number and in words, how many match: `10,000+` for more (B15). */
interface Shown {
  shown: string
  total: number
  of: string
}

interface ListingProps<Row> {
  list: Loading<Row>
  /** The search, then the other filters. */
  tools?: ReactNode
  /** Whether the tools stay below the header while the page scrolls, above the head of a table that does. */
  stickyTools?: boolean
  /** What stands between the tools and the rows. */
  filters?: ReactNode
  /** Whether the tools have equal widths on phones, as they do without a search. */
  evenTools?: boolean
  /** Says how many rows are shown of how many, announced when it changes. */
  count?: (shown: Shown) => string
  /** Whether the same stands in few letters beside the tools, where the sentence stands below the rows. */
  range?: boolean
  /** Whether a search or a filter is on: then all rows are told as well. */
  filtered?: boolean
  /** Text beside the count that is not announced. */
  beside?: ReactNode
  /** Whether the count stands below the rows. */
  countBelow?: boolean
  /** Rows of the final height, shown while the first ones load. */
  skeleton: ReactNode
  /** The sentence to show if the list does not load. */
  failed: string
  /** The label of the button for the next page. */
  more?: string
  /** Shown if there are no rows. */
  nothing: ReactNode
  /** The element to focus after a row has been removed. */
  results?: Ref<HTMLDivElement>
  children: (rows: readonly Row[]) => ReactNode
}

/** A list in all its states: loading, failed, empty, shown, outdated, with more pages. */
export function Listing<Row>(props: ListingProps<Row>) {
  const {
    list,
    tools,
    evenTools = false,
    stickyTools = false,
    filters,
    beside,
    countBelow = false,
    skeleton,
    failed,
    more,
    nothing,
    results,
    children,
  } = props
  const { data, error } = list
  const counted = (
    <Muted className={classes.count}>
      <span role="status">
        <Count {...props} />
      </span>
      {beside}
    </Muted>
  )
  const next = list.hasNextPage && (
    <Button variant="default" loading={list.isFetchingNextPage === true} onClick={() => void list.fetchNextPage?.()}>
      {more}
    </Button>
  )
  return (
    <div className={classes.listing} data-sticky={stickyTools || undefined}>
      {tools && (
        <div className={classes.tools} data-even={evenTools || undefined}>
          {tools}
          {!countBelow && counted}
          <Range {...props} />
        </div>
      )}
      {filters}
      {!data && (error ? <LoadError text={failed} refusal={error} onRetry={() => void list.refetch()} /> : skeleton)}
      {data?.items.length === 0 && nothing}
      {data && data.items.length > 0 && (
        <div ref={results} tabIndex={-1} className={classes.results} data-stale={list.isPlaceholderData || undefined}>
          {children(data.items)}
        </div>
      )}
      {(countBelow || next) && (
        <Group justify={countBelow ? 'space-between' : 'center'} gap="sm" mt="md">
          {countBelow && counted}
          {next}
        </Group>
      )}
    </div>
  )
}

function Count<Row>({ list: { data }, count, filtered = false }: ListingProps<Row>) {
  const t = useTranslations('ui')
  if (!data || !count || data.unfiltered === 0 || (!filtered && data.total === 0)) return null
  const { items, total, unfiltered } = data
  const counted = (number: number) => (number > MAX_COUNTED && filtered ? t('tooMany') : t('number', { number }))
  const showing = count({ shown: counted(items.length), total, of: counted(total) })
  return filtered ? t('inAll', { showing, all: t('number', { number: unfiltered }) }) : showing
}

function Range<Row>({ list: { data }, range = false, filtered = false }: ListingProps<Row>) {
  const t = useTranslations('ui')
  if (!range) return null
  // Keeps its place until the rows are there.
  if (!data || data.items.length === 0) return <Muted className={classes.range} />
  const { items, total } = data
  const counted = (number: number) => (number > MAX_COUNTED && filtered ? t('tooMany') : t('number', { number }))
  return <Muted className={classes.range}>{t('range', { from: 1, to: counted(items.length), of: counted(total) })}</Muted>
}
