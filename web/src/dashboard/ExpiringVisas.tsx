import { Anchor, Text } from '@mantine/core'
import { IconAlertTriangle, IconArrowRight, IconChevronRight, IconClock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ExpiringVisa, listEmployees, listExpiringVisas } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { useUser } from '../session/session.ts'
import { Muted } from '../ui/Muted.tsx'
import rows from '../ui/Rows.module.css'
import { DubaiDate } from '../ui/signs/DubaiDate.tsx'
import { Tag } from '../ui/signs/Tag.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { LoadError } from '../ui/states/LoadError.tsx'
import { TableSkeleton } from '../ui/states/TableSkeleton.tsx'
import screen from './DashboardScreen.module.css'
import { PanelHead } from './PanelHead.tsx'
import classes from './Rows.module.css'

/** A renewal that starts later will hardly finish in time. */
const URGENT_DAYS = 7

/** Visas that expire soon, soonest first, and the number of those that have expired (S9). */
export function ExpiringVisas({ expired }: { expired: number }) {
  const t = useTranslations('dashboard')
  const visas = useLoad(listExpiringVisas, {}, { staleTime: 0 })
  if (visas.isError && !visas.data) return <LoadError text={t('failed')} refusal={visas.error} onRetry={() => void visas.refetch()} />
  return (
    <section aria-label={t('expiring.title')}>
      <PanelHead title={t('expiring.title')} />
      {!visas.data && <TableSkeleton rows={4} height={56} />}
      {visas.data?.length === 0 && <EmptyState title={t('expiring.allUpToDate')} hint={t('expiring.none')} />}
      {visas.data && visas.data.length > 0 && (
        <ul className={rows.rows}>
          {visas.data.map((visa) => (
            <li key={visa.id}>
              <ExpiringRow visa={visa} />
            </li>
          ))}
        </ul>
      )}
      <ExpiredLine count={expired} />
    </section>
  )
}

function ExpiringRow({ visa }: { visa: ExpiringVisa }) {
  const t = useTranslations('dashboard.expiring')
  const ui = useTranslations('ui')
  const urgent = visa.days_left <= URGENT_DAYS
  return (
    <Link to="/applications/$id" params={{ id: visa.id }} className={classes.row} data-press data-kind="visa">
      <span className={classes.person}>
        <Text component="bdi" inherit display="block" fw={600}>
          {visa.employee_name}
        </Text>
        <Muted component="span" display="block" truncate className={classes.facts ?? ''}>
          {t('passport')} <bdi>{visa.passport_number ?? ui('none')}</bdi>
        </Muted>
      </span>
      <span className={classes.sign}>
        <Tag
          hue={urgent ? 'red' : 'amber'}
          icon={urgent ? <IconAlertTriangle size={15} stroke={1.75} /> : <IconClock size={15} stroke={1.75} />}
        >
          {t('daysLeft', { days: visa.days_left })}
        </Tag>
      </span>
      <Muted component="span" className={classes.date ?? ''}>
        <span className={classes.wide}>{t('expires')} </span>
        <DubaiDate value={visa.expiry_date} />
      </Muted>
      <IconChevronRight size={16} color="var(--muted)" className={classes.arrow} data-flip aria-hidden />
    </Link>
  )
}

function ExpiredLine({ count }: { count: number }) {
  const t = useTranslations('dashboard.expiring')
  const { role } = useUser()
  if (count === 0 || !listEmployees.access.some((allowed) => allowed === role)) return null
  return (
    <Text lh="inherit" mt="sm">
      <Anchor
        c="var(--red-text)"
        underline="hover"
        className={screen.link ?? ''}
        renderRoot={(props) => <Link {...props} to="/employees" search={{ status: 'expired' }} />}
      >
        {t('expired', { count })}
        <IconArrowRight size={15} stroke={1.75} data-flip aria-hidden />
      </Anchor>
    </Text>
  )
}
