import { dubaiDate, keyed, listJournal } from 'contract'
import { useTranslations } from 'use-intl'
import { sendAll } from '../api/send.ts'
import { DownloadCsv } from '../ui/files/DownloadCsv.tsx'
import { CSV_COLUMNS, journalCsv } from './csv.ts'
import type { JournalFilter } from './useJournalFilters.ts'

/** Downloads all filtered entries as CSV. */
export function JournalCsv({ filter, disabled }: { filter: JournalFilter; disabled: boolean }) {
  const t = useTranslations('journal')
  const kinds = useTranslations('journal.kinds')
  const outcomes = useTranslations('journal.outcomes')
  const write = async () => {
    const heads = keyed(CSV_COLUMNS, (column) => t(`csv.${column}`))
    const entries = await sendAll(listJournal, { query: filter })
    return journalCsv(entries, { heads, kindOf: (entry) => kinds(entry.record_type), outcomeOf: (entry) => outcomes(entry.outcome) })
  }
  return <DownloadCsv write={write} fileName={t('csvName', { date: dubaiDate(new Date()) })} failed={t('failed')} disabled={disabled} />
}
