import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Hue } from '../ui/signs/Tag.tsx'
import classes from './Analytics.module.css'

const PERCENT = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const

interface Share {
  key: string
  name: ReactNode
  count: number
  hue?: Hue
}

interface ShareTableProps {
  /** What the first column holds. */
  label: string
  /** The id of the heading that names the table. */
  labelledBy: string
  rows: readonly Share[]
}

/** Counts with their shares of the total, as numbers and as bars: a table that everybody can read (U30). */
export function ShareTable({ label, labelledBy, rows }: ShareTableProps) {
  const t = useTranslations('dashboard.shares')
  const format = useFormatter()
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  return (
    <table className={classes.table} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">{label}</th>
          <th scope="col" className={classes.number}>
            {t('applications')}
          </th>
          <th scope="col">{t('share')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, count, hue = 'green' }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td className={classes.number}>{format.number(count)}</td>
            <td>
              <span className={classes.share}>
                <span className={classes.track} aria-hidden>
                  <span data-hue={hue} style={{ inlineSize: `${(100 * count) / total}%` }} />
                </span>
                <span className={classes.percent}>{format.number(count / total, PERCENT)}</span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
