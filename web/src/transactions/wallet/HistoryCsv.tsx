import { dubaiDate, type Input, keyed, listTransactions, type TransactionStatus, type TransactionType } from 'contract'
import { useTranslations } from 'use-intl'
import { sendAll } from '../../api/send.ts'
import { DownloadCsv } from '../../ui/files/DownloadCsv.tsx'
import { sortOf } from '../TransactionFilters.tsx'
import { CSV_COLUMNS, transactionsCsv } from './csv.ts'

interface HistoryCsvProps {
  filter: { type: TransactionType | undefined; status: TransactionStatus | undefined }
  disabled: boolean
}

/** All rows that match the filter, as a file for spreadsheets. */
export function HistoryCsv({ filter, disabled }: HistoryCsvProps) {
  const t = useTranslations('transactions')
  const statuses = useTranslations('enums.status')
  const write = async () => {
    const heads = keyed(CSV_COLUMNS, (column) => t(`csv.${column}`))
    const read = (query: Partial<Input<typeof listTransactions>['query']>) => sendAll(listTransactions, { query: { ...filter, ...query } })
    const ledger = await read({ sort: sortOf(filter.status) })
    // As on the screen: what waits above the ledger, what was rejected below it.
    const rows = filter.status ? ledger : [...(await read({ status: 'pending' })), ...ledger, ...(await read({ status: 'rejected' }))]
    return transactionsCsv(rows, { heads, typeOf: ({ type }) => t(type), statusOf: ({ status }) => statuses(status) })
  }
  return <DownloadCsv write={write} fileName={t('csvName', { date: dubaiDate(new Date()) })} failed={t('failed')} disabled={disabled} />
}
