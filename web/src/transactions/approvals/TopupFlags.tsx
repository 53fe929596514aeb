import { IconAlertTriangle } from '@tabler/icons-react'
import type { Transaction } from 'contract'
import { useTranslations } from 'use-intl'
import { Tag } from '../../ui/signs/Tag.tsx'
import classes from './Approvals.module.css'

const FLAGS = [
  ['receipt_seen_before', 'receiptSeen'],
  ['amount_seen_before', 'amountSeen'],
] as const

const raised = (topup: Transaction) => FLAGS.flatMap(([field, word]) => (topup[field] ? [word] : []))

/** What asks for a second look, in two words each (W10). */
export function TopupFlags({ topup }: { topup: Transaction }) {
  const t = useTranslations('approvals')
  return raised(topup).map((word) => (
    <Tag key={word} hue="amber" icon={<IconAlertTriangle size={15} stroke={2} />}>
      {t(word)}
    </Tag>
  ))
}

/** The same in a sentence each. */
export function TopupWarnings({ topup }: { topup: Transaction }) {
  const t = useTranslations('approvals')
  return raised(topup).map((word) => (
    <p key={word} className={classes.warning}>
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      {t(`${word}Text`)}
    </p>
  ))
}
