import type { ViewedList } from 'contract'
import type { ComponentProps } from 'react'
import { partOf, usePart } from '../../feedback/usePart.ts'
import { ViewTabs } from '../ViewTabs.tsx'
import { ownViewOf, useOwnViews } from './useOwnViews.ts'

const importActions = partOf(() => import('./ViewActions.tsx').then(({ ViewActions }) => ViewActions))

interface ListViewsProps {
  list: ViewedList
  label: string
  /** The views that everybody of the role has. */
  views: ComponentProps<typeof ViewTabs>['views']
  /** The one of them that the address is on, whatever it is sorted by. */
  current: string | undefined
  filters: Partial<Record<string, string>>
  /** As the address has it; empty for the usual one. */
  sort: string
  /** Whether the rows are there. */
  ready: boolean
}

/** The views of a list, behind them the person's own, and where the address is on none of them what keeps it as one. */
export function ListViews({ list, label, views, current, filters, sort, ready }: ListViewsProps) {
  const kept = useOwnViews(list, ready)
  const asked = Object.fromEntries(Object.entries({ ...filters, sort }).filter((entry): entry is [string, string] => Boolean(entry[1])))
  const own = ownViewOf(kept, asked)
  const isNew = !own && current === undefined && Object.keys(filters).length > 0
  const Actions = usePart(importActions, own !== undefined || isNew)
  const all = [...views, ...kept.map(({ id, name, filters: search }) => ({ id, name, search }))]
  if (all.length === 0 && !isNew) return null
  return (
    <ViewTabs label={label} views={all} current={own?.id ?? current}>
      {Actions && <Actions list={list} own={own} filters={isNew ? asked : undefined} />}
    </ViewTabs>
  )
}
