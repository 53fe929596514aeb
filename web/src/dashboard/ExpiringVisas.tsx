import { Anchor, Text } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { listEmployees, listExpiringVisas } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoadPages } from '../api/useLoad.ts'
import { useCompanies, useIsOfAll } from '../session/allCompanies.ts'
import { useUser } from '../session/session.ts'
import { Listing } from '../ui/Listing.tsx'
import { Muted } from '../ui/Muted.tsx'
import rows from '../ui/Rows.module.css'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { TableSkeleton } from '../ui/states/TableSkeleton.tsx'
import screen from './DashboardScreen.module.css'
import { ExpiringRow } from './ExpiringRow.tsx'
import { PanelHead } from './PanelHead.tsx'

const PAGE_SIZE = 50

/** The place of the list in the page. */
export const EXPIRING = 'expiring-visas'

/** Visas that expire soon, soonest first, and the number of those that have expired (S9). */
export function ExpiringVisas({ expired }: { expired: number }) {
  const t = useTranslations('dashboard')
  const companies = useCompanies()
  const list = useLoadPages(listExpiringVisas, { query: { limit: PAGE_SIZE, ...companies } })
  const { items = [], total = 0 } = list.data ?? {}
  return (
    <section id={EXPIRING} className={screen.expiring} aria-label={t('expiring.title')}>
      <PanelHead title={t('expiring.title')}>
        <Muted component="span" role="status">
          {total > PAGE_SIZE && t('expiring.showing', { shown: items.length, total })}
        </Muted>
      </PanelHead>
      <Listing
        list={list}
        skeleton={<TableSkeleton rows={4} height={56} />}
        failed={t('failed')}
        more={t('expiring.more')}
        nothing={<NoneExpiring expired={expired} />}
      >
        {(visas) => (
          <ul className={rows.rows}>
            {visas.map((visa) => (
              <ExpiringRow key={visa.id} visa={visa} />
            ))}
          </ul>
        )}
      </Listing>
      <ExpiredLine count={expired} />
    </section>
  )
}

/** Nothing is celebrated while a visa has expired (S9). */
function NoneExpiring({ expired }: { expired: number }) {
  const t = useTranslations('dashboard.expiring')
  return expired > 0 ? <EmptyState title={t('none')} /> : <EmptyState title={t('allUpToDate')} hint={t('none')} />
}

function ExpiredLine({ count }: { count: number }) {
  const t = useTranslations('dashboard.expiring')
  const { role } = useUser()
  const isOfAll = useIsOfAll()
  if (count === 0 || isOfAll || !listEmployees.access.some((allowed) => allowed === role)) return null
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
