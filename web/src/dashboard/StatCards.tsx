import { Flex, Paper, Skeleton, Text } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { getStats, Reply } from 'contract'
import { useFormatter, useTranslations } from 'use-intl'
import { useIsOfAll } from '../session/allCompanies.ts'
import { useUser } from '../session/session.ts'
import { Muted } from '../ui/Muted.tsx'
import classes from './DashboardScreen.module.css'

interface StatCardsProps {
  /** Undefined while they load. */
  stats: Reply<typeof getStats> | undefined
  /** Called when a card is pressed whose list is on this screen. */
  onOpenPanel: () => void
}

/** The four numbers, each a link to what it counts; Companies for the admin only. */
export function StatCards({ stats, onOpenPanel }: StatCardsProps) {
  const t = useTranslations('dashboard')
  const { role } = useUser()
  // The lists are of one company.
  const isOfAll = useIsOfAll()
  const linked = (link: Pick<LinkProps, 'to' | 'search'>) => (isOfAll ? undefined : link)
  return (
    <Paper component="ul" withBorder className={classes.cards ?? ''} aria-label={t('summary')}>
      <StatCard
        label={t('totalApplications')}
        number={stats?.total_applications}
        about={t('totalApplicationsText')}
        link={linked({ to: '/applications' })}
      />
      {role === 'admin' && (
        <StatCard label={t('companies')} number={stats?.total_companies} about={t('companiesText')} link={{ to: '/companies' }} />
      )}
      <StatCard
        label={t('pending')}
        number={stats?.pending_applications}
        about={t('pendingText')}
        link={linked({ to: '/dashboard', search: { tab: 'pending' } })}
        onOpen={onOpenPanel}
      />
      <StatCard
        label={t('completed')}
        number={stats?.completed_applications}
        about={t('completedText')}
        link={linked({ to: '/dashboard', search: { tab: 'completed' } })}
        onOpen={onOpenPanel}
      />
    </Paper>
  )
}

interface StatCardProps {
  label: string
  number: number | undefined
  about: string
  link: Pick<LinkProps, 'to' | 'search'> | undefined
  onOpen?: () => void
}

function StatCard({ label, number, about, link, onOpen }: StatCardProps) {
  const format = useFormatter()
  const figure = (
    <>
      <Text component="div" size="sm" fw={500}>
        {label}
        {/* Only for screen readers: "Pending, 12" (U29). */}
        <Text span fz={0} lh={0}>
          ,
        </Text>
      </Text>
      <Flex align="center" h="2.5rem" mt="2xs" fz="2rem" fw={600} lts="-0.01em">
        {number === undefined ? <Skeleton height={26} width={56} /> : format.number(number)}
      </Flex>
    </>
  )
  return (
    <li className={classes.card} data-press={link !== undefined || undefined}>
      {link ? (
        <Link {...link} className={classes.figure} resetScroll={false} {...(onOpen && { onClick: onOpen })}>
          {figure}
        </Link>
      ) : (
        <div className={classes.figure}>{figure}</div>
      )}
      <Muted lh="row">
        {about}
        {/* It goes with the last word to the next line. */}
        {link && (
          <>
            {'\u00a0'}
            <IconArrowRight size={14} stroke={1.75} className={classes.arrow} data-flip aria-hidden />
          </>
        )}
      </Muted>
    </li>
  )
}
