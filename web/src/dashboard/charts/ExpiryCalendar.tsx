import { Link } from '@tanstack/react-router'
import { addDays, addMonths, type Charts, dubaiDate } from 'contract'
import { useFormatter, useTranslations } from 'use-intl'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Muted } from '../../ui/Muted.tsx'
import { DubaiDate } from '../../ui/signs/DubaiDate.tsx'
import { formatDate } from '../../ui/signs/dates.ts'
import { useUrlState } from '../../ui/useUrlState.ts'
import classes from './Charts.module.css'
import { Figure } from './Figure.tsx'

type Day = Charts['expiring'][number]

/** A year of months with their days; each month opens its employees. */
export function ExpiryCalendar({ days }: { days: readonly Day[] }) {
  const t = useTranslations('dashboard.charts.expiry')
  const month = dubaiDate(new Date()).slice(0, 7)
  const months = Array.from({ length: 12 }, (_, ahead) => addMonths(month, ahead))
  const most = Math.max(...days.map(({ visas }) => visas))
  return (
    <Figure wide title={t('title')} about={t('about')} table={<Days days={days} title={t('title')} />}>
      {days.length === 0 ? (
        <Muted>{t('none')}</Muted>
      ) : (
        <ul className={classes.year}>
          {months.map((each) => (
            <MonthRow key={each} month={each} days={days.filter(({ date }) => date.startsWith(each))} most={most} />
          ))}
        </ul>
      )}
    </Figure>
  )
}

function MonthRow({ month, days, most }: { month: string; days: readonly Day[]; most: number }) {
  const format = useFormatter()
  const [company_id] = useUrlState('company')
  const search = { expires: month, sort: 'visa_expiry_date', ...(company_id && { company_id }) }
  return (
    <li>
      <Link to="/employees" search={search} className={classes.month}>
        <span>{format.dateTime(new Date(`${month}-01`), { month: 'short', year: 'numeric', timeZone: 'UTC' })}</span>
        <span className={classes.days} aria-hidden>
          {daysOf(month).map((date) => (
            <DayCell key={date} date={date} visas={days.find((day) => day.date === date)?.visas ?? 0} most={most} />
          ))}
        </span>
        <span className={classes.number}>{format.number(days.reduce((sum, { visas }) => sum + visas, 0))}</span>
      </Link>
    </li>
  )
}

function DayCell({ date, visas, most }: Day & { most: number }) {
  const t = useTranslations('dashboard.charts.expiry')
  if (visas === 0) return <span className={classes.day} />
  return (
    <span className={classes.day} title={t('day', { date: formatDate(date), count: visas })}>
      <span style={{ blockSize: `${25 + (75 * visas) / most}%` }} />
    </span>
  )
}

function daysOf(month: string): string[] {
  const first = `${month}-01`
  return Array.from({ length: 31 }, (_, ahead) => addDays(first, ahead)).filter((date) => date.startsWith(month))
}

function Days({ days, title }: { days: readonly Day[]; title: string }) {
  const t = useTranslations('dashboard.charts.expiry')
  const format = useFormatter()
  const columns: Column<Day & { id: string }>[] = [
    { id: 'date', head: t('date'), cell: ({ date }) => <DubaiDate value={date} />, rowHeader: true },
    { id: 'visas', head: t('visas'), cell: ({ visas }) => format.number(visas), numeric: true },
  ]
  return <DataTable columns={columns} rows={days.map((day) => ({ id: day.date, ...day }))} label={title} height={36} />
}
