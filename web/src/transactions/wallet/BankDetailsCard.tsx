import { Box, Skeleton, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type BankDetails, MINUTE_MS } from 'contract'
import { type ReactNode, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Refusal } from '../../api/refusal.ts'
import { loadSettings, settingsNow, useKeptSettings } from '../../session/settings.ts'
import { Muted } from '../../ui/Muted.tsx'
import { Note } from '../../ui/Note.tsx'
import { DubaiDate } from '../../ui/signs/DubaiDate.tsx'
import { inFours } from '../../ui/signs/iban.ts'
import classes from './BillingScreen.module.css'
import { CopyButton } from './CopyButton.tsx'
import { WalletCard } from './WalletCard.tsx'

interface BankDetailsCardProps {
  /** What the transfer names. */
  reference?: string | undefined
  /** Below the values. */
  children?: ((bank: BankDetails) => ReactNode) | undefined
}

/** A page that stands open for long must not send money to an account of before. */
function freshen(): void {
  const kept = settingsNow()
  if (!kept || Date.now() - kept.at < MINUTE_MS) return
  loadSettings().catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
}

/** The bank account for transfers, with a button to copy each value (U60). */
export function BankDetailsCard({ reference, children }: BankDetailsCardProps) {
  const t = useTranslations('billing.bank')
  const data = useKeptSettings()?.settings
  useEffect(freshen, [])
  return (
    <WalletCard id="billing-bank" title={t('title')}>
      {data?.bank_changed_at && (
        <Note hue="amber" Icon={IconAlertTriangle}>
          {t.rich('changed', { date: () => <DubaiDate value={data.bank_changed_at ?? ''} /> })}
        </Note>
      )}
      {data?.bank && <Details bank={data.bank} reference={reference} />}
      {data?.bank && children?.(data.bank)}
      {data && !data.bank && (
        <>
          <Text lh="prose" mt="sm">
            {t('contact')}
          </Text>
          {data.support_contact && (
            <Text size="sm" lh="prose" c="dimmed">
              {data.support_contact}
            </Text>
          )}
        </>
      )}
      {!data && <DetailsSkeleton />}
    </WalletCard>
  )
}

function Details({ bank, reference }: { bank: BankDetails; reference: string | undefined }) {
  const t = useTranslations('billing.bank')
  const values = [
    { label: t('bank_name'), value: bank.bank_name },
    { label: t('account_name'), value: bank.account_name },
    { label: t('account_number'), value: bank.account_number },
    { label: t('iban'), value: bank.iban, shown: inFours(bank.iban) },
    ...(reference ? [{ label: t('reference'), value: reference, hint: t('referenceHint') }] : []),
  ]
  return (
    <Box component="dl" mx={0} mt="xs" mb="-xs" className={classes.bank ?? ''}>
      {values.map(({ label, value, shown, hint }: { label: string; value: string; shown?: string; hint?: string }) => (
        <div key={label}>
          <Text component="dt" inherit c="dimmed">
            {label}
          </Text>
          <dd>
            <bdi className={classes.value}>{shown ?? value}</bdi>
            <CopyButton label={label} value={value} />
            {hint && (
              <Muted component="span" flex="1 0 100%" lh="1.125rem">
                {hint}
              </Muted>
            )}
          </dd>
        </div>
      ))}
    </Box>
  )
}

/** A line for each of the four values. */
const DetailsSkeleton = () => (
  <Box component="dl" mx={0} mt="xs" mb="-xs" className={classes.bank ?? ''} aria-hidden>
    {['55%', '65%', '45%', '80%'].map((width) => (
      <div key={width}>
        <dt>
          <Skeleton height={10} width="60%" mt={6} mb={5} />
        </dt>
        <dd>
          <Skeleton height={12} width={width} />
        </dd>
      </div>
    ))}
  </Box>
)
