import { Link } from '@tanstack/react-router'
import type { Charts } from 'contract'
import { useFormatter, useTranslations } from 'use-intl'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Muted } from '../../ui/Muted.tsx'
import { formatMonth } from '../../ui/signs/dates.ts'
import classes from './Charts.module.css'
import { Figure } from './Figure.tsx'
import { useCases } from './useCases.ts'

type Month = Charts['completed'][number]

/** How long visas took, by the month in which they were completed. */
export function TimeToVisa({ months }: { months: readonly Month[] }) {
  const t = useTranslations('dashboard.charts.took')
  const most = Math.max(1, ...months.map(({ median_days }) => median_days ?? 0))
  return (
    <Figure title={t('title')} about={t('about')} table={<Months months={months} title={t('title')} />}>
      {months.every(({ visas }) => visas === 0) ? (
        <Muted>{t('none')}</Muted>
      ) : (
        <ul className={classes.year}>
          {months.map((each) => (
            <MonthBar key={each.month} month={each} most={most} />
          ))}
        </ul>
      )}
    </Figure>
  )
}

function MonthBar({ month: { month, median_days }, most }: { month: Month; most: number }) {
  const t = useTranslations('dashboard.charts.took')
  const format = useFormatter()
  const cases = useCases()
  const name = format.dateTime(new Date(`${month}-01`), { month: 'short', year: 'numeric', timeZone: 'UTC' })
  if (median_days === null)
    return (
      <li className={classes.month}>
        <span>{name}</span>
      </li>
    )
  return (
    <li>
      <Link {...cases({ completed: month })} className={classes.month}>
        <span>{name}</span>
        <span className={classes.time} aria-hidden>
          <span style={{ inlineSize: `${(100 * median_days) / most}%` }} />
        </span>
        <span className={classes.number}>{t('days', { days: median_days })}</span>
      </Link>
    </li>
  )
}

function Months({ months, title }: { months: readonly Month[]; title: string }) {
  const t = useTranslations('dashboard.charts.took')
  const ui = useTranslations('ui')
  const format = useFormatter()
  const columns: Column<Month & { id: string }>[] = [
    { id: 'month', head: t('month'), cell: ({ month }) => formatMonth(month), rowHeader: true },
    { id: 'median', head: t('median'), cell: ({ median_days: days }) => (days === null ? ui('none') : format.number(days)), numeric: true },
    { id: 'visas', head: t('visas'), cell: ({ visas }) => format.number(visas), numeric: true },
  ]
  return <DataTable columns={columns} rows={months.map((month) => ({ id: month.month, ...month }))} label={title} height={36} />
}
