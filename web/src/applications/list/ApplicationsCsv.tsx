import { type Input, listApplications } from 'contract'
import { useTranslations } from 'use-intl'
import { sendAll } from '../../api/send.ts'
import { DownloadCsv } from '../../ui/files/DownloadCsv.tsx'
import { useCsv } from './useCsv.ts'

/** Downloads all applications that match search and filters, in the order of the list, as a file for spreadsheets (U33). */
export function ApplicationsCsv({ query, disabled }: { query: Input<typeof listApplications>['query']; disabled: boolean }) {
  const toasts = useTranslations('toasts.listApplications')
  const { fileName, write } = useCsv()
  const all = async () => write(await sendAll(listApplications, { query: { ...query, documents: 'link' } }))
  return <DownloadCsv write={all} fileName={fileName} failed={toasts('failed')} disabled={disabled} />
}
