import { Paper } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Transaction } from 'contract'
import { useTranslations } from 'use-intl'
import { Note } from '../../ui/Note.tsx'
import { Tag } from '../../ui/signs/Tag.tsx'

const FLAGS = [
  ['receipt_seen_before', 'receiptSeen'],
  ['amount_seen_before', 'amountSeen'],
] as const

const raised = (topup: Transaction) => FLAGS.flatMap(([field, word]) => (topup[field] ? [word] : []))

/** What needs a second look, in two words each (W10). */
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
    <Paper key={word} radius="sm" px="sm" py="0.625rem" lh="row" bg="var(--amber-ground)">
      <Note hue="amber" Icon={IconAlertTriangle}>
        {t(`${word}Text`)}
      </Note>
    </Paper>
  ))
}
