import { dubaiDate, type Transaction } from 'contract'
import { useTranslations } from 'use-intl'
import { perLanguage } from '../messages/language.ts'
import { Muted } from '../ui/Muted.tsx'
import { DubaiDate } from '../ui/signs/DubaiDate.tsx'
import { absolute, formatDate } from '../ui/signs/dates.ts'

const YEAR_MS = 365 * 86_400_000

const dayOf = (moment: string): string => dubaiDate(new Date(moment))

const withoutYear = perLanguage((locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }))

/** `28 Oct`: a request comes before the movement, which has the year; one of a year before has its own. */
const formatBefore = (moment: string, later: string): string =>
  Date.parse(later) - Date.parse(moment) < YEAR_MS ? withoutYear().format(new Date(dayOf(moment))) : formatDate(moment)

/** The day on which the money moved, and below it that of the request where it is another; what has not moved has its request's alone. */
export function TransactionDate({ transaction: { created_at, moved_at } }: { transaction: Transaction }) {
  const t = useTranslations('transactions')
  return (
    <>
      <DubaiDate value={moved_at ?? created_at} />
      {moved_at && dayOf(moved_at) !== dayOf(created_at) && (
        <Muted component="span" display="block" title={absolute(created_at)}>
          {t('requested', { date: formatBefore(created_at, moved_at) })}
        </Muted>
      )}
    </>
  )
}
