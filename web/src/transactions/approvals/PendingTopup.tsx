import { Box, Button, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import clsx from 'clsx'
import { formatAed, referenceOf, type Transaction } from 'contract'
import { useTranslations } from 'use-intl'
import { ButtonRow } from '../../ui/ButtonRow.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { useFileSize } from '../../ui/files/useFileSize.ts'
import { Muted } from '../../ui/Muted.tsx'
import rows from '../../ui/Rows.module.css'
import { RelativeTime } from '../../ui/signs/DubaiDate.tsx'
import { absolute } from '../../ui/signs/dates.ts'
import { Money } from '../../ui/signs/Money.tsx'
import { ReceiptButton } from '../ReceiptButton.tsx'
import classes from './AdminBillingScreen.module.css'
import { ApprovalOutlook } from './ApprovalOutlook.tsx'
import { ReceiptPane } from './ReceiptPane.tsx'
import { TopupFlags, TopupWarnings } from './TopupFlags.tsx'
import type { Decision } from './useDecision.ts'

/** The id of the line by which a top-up is opened. */
export const headOf = (id: string): string => `topup-${id}`

interface PendingTopupProps {
  topup: Transaction
  open: boolean
  onToggle: () => void
  onDecide: (decision: Decision) => void
  onViewReceipt: (id: string) => void
}

/** One request: a line that opens to its facts, the receipt beside them and the two decisions (U62). */
export function PendingTopup({ topup, open, onToggle, onDecide, onViewReceipt }: PendingTopupProps) {
  const t = useTranslations('approvals')
  const { id, company_name, user_name, amount, created_at } = topup
  return (
    <Box component="li" className={classes.item ?? ''} {...(open && { bg: 'var(--surface)' })}>
      <UnstyledButton
        id={headOf(id)}
        className={classes.head ?? ''}
        data-press
        aria-expanded={open}
        aria-controls={open ? `${headOf(id)}-panel` : undefined}
        onClick={onToggle}
      >
        <span className={classes.who}>
          <Text component="bdi" inherit display="block" fw={600}>
            {company_name}
          </Text>
          <Muted component="bdi" display="block">
            {user_name ?? t('nobody')}
          </Muted>
        </span>
        <span className={classes.flags}>
          <TopupFlags topup={topup} />
        </span>
        <Muted component="span" ta="end" className={classes.age ?? ''}>
          <RelativeTime value={created_at} />
        </Muted>
        <Text span inherit fw={600} ta="right" className={classes.amount ?? ''}>
          <Money aed={amount} />
        </Text>
        <IconChevronDown size={16} className={clsx(rows.chevron, classes.chevron)} aria-hidden />
      </UnstyledButton>
      {open && (
        // biome-ignore lint/a11y/useSemanticElements: what belongs to the line above, not a set of fields
        <div id={`${headOf(id)}-panel`} role="group" aria-labelledby={headOf(id)} className={classes.panel}>
          <Stack gap="md" miw={0}>
            <TopupWarnings topup={topup} />
            <TopupFacts topup={topup} />
            <Buttons topup={topup} onDecide={onDecide} onViewReceipt={onViewReceipt} />
          </Stack>
          <ReceiptPane topup={topup} />
        </div>
      )}
    </Box>
  )
}

function TopupFacts({ topup }: { topup: Transaction }) {
  const t = useTranslations('approvals')
  const none = useTranslations('ui')('none')
  const size = useFileSize()
  const { company_id, reference, created_at, receipt_details: receipt } = topup
  return (
    <Facts>
      <ApprovalOutlook topup={topup} />
      <Fact name={t('reference')}>
        <bdi>{reference ?? referenceOf(company_id)}</bdi>
      </Fact>
      <Fact name={t('at')}>{absolute(created_at)}</Fact>
      <Fact name={t('file')} wide>
        {receipt ? (
          <>
            <bdi>{receipt.name}</bdi> · {size(receipt.size)}
          </>
        ) : (
          none
        )}
      </Fact>
    </Facts>
  )
}

function Buttons({ topup, onDecide, onViewReceipt }: Pick<PendingTopupProps, 'topup' | 'onDecide' | 'onViewReceipt'>) {
  const t = useTranslations('approvals')
  const named = { amount: formatAed(topup.amount), company: topup.company_name }
  return (
    <ButtonRow>
      <Button aria-label={t('approveNamed', named)} aria-keyshortcuts="A" onClick={() => onDecide('approve')}>
        {t('approve')}
      </Button>
      <Button variant="default" aria-label={t('rejectNamed', named)} aria-keyshortcuts="R" onClick={() => onDecide('reject')}>
        {t('reject')}
      </Button>
      <ReceiptButton transaction={topup} onView={onViewReceipt} />
    </ButtonRow>
  )
}
