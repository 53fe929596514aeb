import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import clsx from 'clsx'
import { formatAed, type Transaction } from 'contract'
import { useTranslations } from 'use-intl'
import facts from '../../ui/Facts.module.css'
import { useFileSize } from '../../ui/files/useFileSize.ts'
import rows from '../../ui/Rows.module.css'
import { RelativeTime } from '../../ui/signs/DubaiDate.tsx'
import { absolute } from '../../ui/signs/dates.ts'
import { Money } from '../../ui/signs/Money.tsx'
import { referenceOf } from '../../ui/signs/reference.ts'
import { ReceiptButton } from '../ReceiptButton.tsx'
import { ApprovalOutlook } from './ApprovalOutlook.tsx'
import classes from './Approvals.module.css'
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
    <li className={classes.item} data-open={open || undefined}>
      <button
        type="button"
        id={headOf(id)}
        className={classes.head}
        aria-expanded={open}
        aria-controls={open ? `${headOf(id)}-panel` : undefined}
        onClick={onToggle}
      >
        <span className={classes.who}>
          <bdi className={classes.company}>{company_name}</bdi>
          <bdi className={classes.muted}>{user_name ?? t('nobody')}</bdi>
        </span>
        <span className={classes.flags}>
          <TopupFlags topup={topup} />
        </span>
        <span className={classes.age}>
          <RelativeTime value={created_at} />
        </span>
        <span className={classes.amount}>
          <Money aed={amount} />
        </span>
        <IconChevronDown size={16} className={clsx(rows.chevron, classes.chevron)} aria-hidden />
      </button>
      {open && (
        // biome-ignore lint/a11y/useSemanticElements: what belongs to the line above, not a set of fields
        <div id={`${headOf(id)}-panel`} role="group" aria-labelledby={headOf(id)} className={classes.panel}>
          <div className={classes.about}>
            <TopupWarnings topup={topup} />
            <Facts topup={topup} />
            <Buttons topup={topup} onDecide={onDecide} onViewReceipt={onViewReceipt} />
          </div>
          <ReceiptPane topup={topup} />
        </div>
      )}
    </li>
  )
}

function Facts({ topup }: { topup: Transaction }) {
  const t = useTranslations('approvals')
  const none = useTranslations('ui')('none')
  const size = useFileSize()
  const { company_id, created_at, receipt_details: receipt } = topup
  return (
    <dl className={clsx(facts.facts, classes.facts)}>
      <ApprovalOutlook topup={topup} />
      <div>
        <dt>{t('reference')}</dt>
        <dd>
          <bdi>{referenceOf(company_id)}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('at')}</dt>
        <dd>{absolute(created_at)}</dd>
      </div>
      <div className={classes.wide}>
        <dt>{t('file')}</dt>
        <dd>
          {receipt ? (
            <>
              <bdi>{receipt.name}</bdi> · {size(receipt.size)}
            </>
          ) : (
            none
          )}
        </dd>
      </div>
    </dl>
  )
}

function Buttons({ topup, onDecide, onViewReceipt }: Pick<PendingTopupProps, 'topup' | 'onDecide' | 'onViewReceipt'>) {
  const t = useTranslations('approvals')
  const named = { amount: formatAed(topup.amount), company: topup.company_name }
  return (
    <div className={classes.buttons}>
      <Button aria-label={t('approveNamed', named)} aria-keyshortcuts="A" onClick={() => onDecide('approve')}>
        {t('approve')}
      </Button>
      <Button variant="default" aria-label={t('rejectNamed', named)} aria-keyshortcuts="R" onClick={() => onDecide('reject')}>
        {t('reject')}
      </Button>
      <ReceiptButton transaction={topup} onView={onViewReceipt} />
    </div>
  )
}
