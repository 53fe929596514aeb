import { dubaiDate, keyed, listApplications } from 'contract'
import { useTranslations } from 'use-intl'
import { sendAll } from '../../api/send.ts'
import { DownloadCsv } from '../../ui/files/DownloadCsv.tsx'
import { applicationsCsv, CSV_COLUMNS } from './csv.ts'

/** Downloads all applications that match the search, as a file for spreadsheets (U33). */
export function ApplicationsCsv({ search, disabled }: { search: string; disabled: boolean }) {
  const t = useTranslations('applications')
  const toasts = useTranslations('toasts.listApplications')
  const words = useTranslations('enums')
  const write = async () => {
    const rows = await sendAll(listApplications, { query: { documents: 'link', ...(search ? { q: search } : {}) } })
    return applicationsCsv(rows, {
      heads: keyed(CSV_COLUMNS, (column) => t(`csv.${column}`)),
      visaType: ({ visa_type }) => words(`visaType.${visa_type}`),
      priority: ({ priority }) => words(`priority.${priority}`),
      location: ({ employee_location }) => words(`employeeLocation.${employee_location}`),
      stage: ({ current_stage }) => words(`stage.${current_stage}`),
      status: ({ status }) => words(`status.${status}`),
    })
  }
  return (
    <DownloadCsv write={write} fileName={t('csvName', { date: dubaiDate(new Date()) })} failed={toasts('failed')} disabled={disabled} />
  )
}
