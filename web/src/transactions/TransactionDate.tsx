import { dubaiDate, type Transaction } from 'contract'
import { useTranslations } from 'use-intl'
import { Muted } from '../ui/Muted.tsx'
import { DubaiDate } from '../ui/signs/DubaiDate.tsx'
import { formatDate } from '../ui/signs/dates.ts'

const dayOf = (moment: string): string => dubaiDate(new Date(moment))

/** The day on which the money moved, and below it that of the request where it is another; what has not moved has its request's alone. */
export function TransactionDate({ transaction: { created_at, moved_at } }: { transaction: Transaction }) {
  const t = useTranslations('transactions')
  return (
    <>
      <DubaiDate value={moved_at ?? created_at} />
      {moved_at && dayOf(moved_at) !== dayOf(created_at) && (
        <Muted component="span" display="block">
          {t('requested', { date: formatDate(created_at) })}
        </Muted>
      )}
    </>
  )
}
