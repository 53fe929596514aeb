import { Text, VisuallyHidden } from '@mantine/core'
import { addDays, dubaiDate, EXPIRING_WINDOW_DAYS, type ExpiringDay, MAX_A_DAY } from 'contract'
import type { CSSProperties } from 'react'
import { useTranslations } from 'use-intl'
import { Muted } from '../../ui/Muted.tsx'
import { DubaiDate } from '../../ui/signs/DubaiDate.tsx'
import { formatDate } from '../../ui/signs/dates.ts'
import { EXPIRING } from '../ExpiringVisas.tsx'
import classes from './ExpiringDays.module.css'

/** A renewal that starts later will hardly finish in time. */
const URGENT_DAYS = 7
/** So many people are told apart; more fill the day. */
const MOST_TICKS = 8

/** Thirty days on a line, with a tick for each person whose visa expires on one; the list below names them. */
export function ExpiringDays({ days }: { days: readonly ExpiringDay[] }) {
  const t = useTranslations('dashboard.today.aside')
  const today = dubaiDate(new Date())
  const people = new Map(days.map((day) => [day.date, day.people]))
  if (days.length === 0) return <Text size="sm">{t('nobody')}</Text>
  const all = Array.from({ length: EXPIRING_WINDOW_DAYS + 1 }, (_, ahead) => {
    const date = addDays(today, ahead)
    return { ahead, date, count: people.get(date) ?? 0 }
  })
  const said = (date: string, count: number) => t(count >= MAX_A_DAY ? 'dayOfMany' : 'day', { date: formatDate(date), count })
  return (
    <a href={`#${EXPIRING}`} className={classes.link}>
      <span className={classes.days} aria-hidden>
        {all.map(({ ahead, date, count }) => (
          <span key={date} className={classes.day} title={count > 0 ? said(date, count) : undefined}>
            {count > 0 && (
              <span
                className={classes.ticks}
                data-urgent={ahead <= URGENT_DAYS || undefined}
                style={{ '--ticks': Math.min(count, MOST_TICKS) } as CSSProperties}
              />
            )}
          </span>
        ))}
      </span>
      <VisuallyHidden>
        {all
          .filter(({ count }) => count > 0)
          .map(({ date, count }) => said(date, count))
          .join(', ')}
      </VisuallyHidden>
      <span className={classes.ends} aria-hidden>
        {[0, EXPIRING_WINDOW_DAYS].map((ahead) => (
          <Muted key={ahead} component="span">
            <DubaiDate value={addDays(today, ahead)} />
          </Muted>
        ))}
      </span>
    </a>
  )
}
