import { Box, Flex, Skeleton, Text } from '@mantine/core'
import { type Fils, formatAed, getBalance, outlookOf, toAed } from 'contract'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { useUser } from '../session/session.ts'
import { Callout } from '../ui/Callout.tsx'
import { Money } from '../ui/signs/Money.tsx'

interface WalletOutlookProps {
  /** The company that pays; empty while an administrator has chosen none. */
  company_id: string
  /** The amount that will be charged. */
  cost: Fils
  /** A link to the top-up; shown when the balance is too low, to who can top up. */
  topUp: ReactNode
}

/** The balance of the company's wallet and what will be due (B11, U40). If it does not load, nothing is shown (§8). */
export function WalletOutlook({ company_id, cost, topUp }: WalletOutlookProps) {
  const t = useTranslations('ui.wallet')
  const loading = useTranslations('ui')('loading')
  const { role } = useUser()
  const known = company_id !== ''
  const { data, isError } = useLoad(getBalance, { query: { company_id } }, { enabled: known, answers: () => true })
  if (!known) return null
  if (!data && isError)
    return (
      <Text size="sm" lh="inherit" c="dimmed" mt="0.625rem">
        {t('unavailable')}
      </Text>
    )
  if (!data) return <Skeleton height={44} mt="xs" role="img" aria-label={loading} />
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
          {data.pending_topups > 0 && t('pendingTopups', { amount: formatAed(data.pending_topups) })} {role !== 'admin' && topUp}
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
