import { Box, Flex, Skeleton, Text } from '@mantine/core'
import { type Fils, formatAed, getBalance, outlookOf, toAed } from 'contract'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { useUser } from '../session/session.ts'
import { Callout } from '../ui/Callout.tsx'
import { Money } from '../ui/signs/Money.tsx'

interface WalletOutlookProps {
  /** The amount that will be charged. */
  cost: Fils
  /** A link to the top-up; shown when the balance is too low. */
  topUp: ReactNode
}

/** The balance of the active company's wallet and what will be due (B11, U40). If it does not load, nothing is shown (§8). */
export function WalletOutlook({ cost, topUp }: WalletOutlookProps) {
  const t = useTranslations('ui.wallet')
  const loading = useTranslations('ui')('loading')
  const { role } = useUser()
  // Only roles that belong to one company can ask for its balance.
  const concerned = getBalance.access.some((allowed) => allowed === role)
  const { data, isError } = useLoad(getBalance, {}, { enabled: concerned, answers: () => true })
  if (!concerned) return null
  if (!data && isError)
    return (
      <Text size="sm" lh="inherit" c="dimmed" mt="0.625rem">
        {t('unavailable')}
      </Text>
    )
  if (!data) return <Skeleton height={44} mt="xs" aria-label={loading} />
  const { due, missing } = outlookOf(cost, data)
  return (
    <>
      <Box component="dl" m={0} mt="0.625rem" fz="sm" lh="1.5rem">
        <Amount label={t('balance')} aed={data.balance} />
        {data.due > 0 && <Amount label={t('dueAlready')} aed={data.due} />}
        <Amount label={t('dueAfter')} aed={toAed(due)} strong />
      </Box>
      {missing > 0 && (
        <Callout hue="amber" mt="0.625rem" lh="row">
          {t('missing', { missing: formatAed(toAed(missing)) })}{' '}
          {data.pending_topups > 0 && t('pendingTopups', { amount: formatAed(data.pending_topups) })} {topUp}
        </Callout>
      )}
    </>
  )
}

function Amount({ label, aed, strong = false }: { label: string; aed: number; strong?: boolean }) {
  return (
    <Flex wrap="wrap" align="baseline" justify="space-between" columnGap="md" {...(strong && { fw: 500 })}>
      <Text component="dt" inherit {...(!strong && { c: 'dimmed' })}>
        {label}
      </Text>
      <Box component="dd" m={0} ms="auto">
        <Money aed={aed} />
      </Box>
    </Flex>
  )
}
