import { Button } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { formatAed, type Transaction } from 'contract'
import { useTranslations } from 'use-intl'
import { LostNote } from '../ui/files/LostNote.tsx'
import { formatDate } from '../ui/signs/dates.ts'

interface ReceiptButtonProps {
  transaction: Transaction
  onView: (id: string) => void
  /** As a sign alone. */
  short?: boolean | undefined
}

/** The button View Receipt, where there is a receipt; of a lost one, that it is. */
export function ReceiptButton({ transaction: { id, amount, created_at, receipt_details }, onView, short = false }: ReceiptButtonProps) {
  const t = useTranslations('transactions')
  if (!receipt_details) return null
  if (receipt_details.lost) return <LostNote short={short} />
  const icon = <IconPaperclip size={15} stroke={1.6} />
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      ms="-xs"
      leftSection={short ? undefined : icon}
      title={short ? t('viewReceipt') : undefined}
      aria-label={t('viewReceiptNamed', { date: formatDate(created_at), amount: formatAed(amount) })}
      onClick={() => onView(id)}
    >
      {short ? icon : t('viewReceipt')}
    </Button>
  )
}
