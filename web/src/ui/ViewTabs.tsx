import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from './ViewTabs.module.css'

interface View {
  id: string
  name: string
  /** What the address has for it, but for the search. */
  search: Partial<Record<string, string>>
  count?: { count: number; more: boolean } | undefined
}

interface ViewTabsProps {
  label: string
  views: readonly View[]
  current: string | undefined
  /** What can be done with views, behind them. */
  children?: ReactNode
}

/** The views of a list as links, above it. */
export function ViewTabs({ label, views, current, children }: ViewTabsProps) {
  const t = useTranslations('ui')
  return (
    <nav aria-label={label} className={classes.views}>
      {views.map(({ id, name, search, count }) => (
        <Link
          key={id}
          to="."
          search={(previous: Partial<Record<string, string>>) => ({ ...search, ...(previous.q && { q: previous.q }) })}
          resetScroll={false}
          // Else the view of all rows would count as open in each other.
          activeOptions={{ exact: true, includeSearch: true }}
          className={classes.view}
          aria-current={id === current ? 'page' : undefined}
        >
          {name}
          {count && (count.count > 0 || !count.more) && (
            <span className={classes.count}>
              {t('number', { number: count.count })}
              {count.more && '+'}
            </span>
          )}
        </Link>
      ))}
      {children}
    </nav>
  )
}
