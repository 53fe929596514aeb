import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { dubaiDate, listTransactions, type TransactionStatus, type TransactionType } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Refusal } from '../api/refusal.ts'
import { sendAll } from '../api/send.ts'
import { saveFile } from '../ui/saveFile.ts'
import { showFailed } from '../ui/toast.tsx'
import { CSV_COLUMNS, transactionsCsv } from './csv.ts'

interface DownloadCsvProps {
  filter: { type: TransactionType | undefined; status: TransactionStatus | undefined }
  disabled: boolean
}

/** All rows that the filter leaves, also those that are not on the screen yet, as a file for spreadsheets. */
export function DownloadCsv({ filter, disabled }: DownloadCsvProps) {
  const t = useTranslations('transactions')
  const { download, busy } = useCsv(filter)
  return (
    <Button variant="default" leftSection={<IconDownload size={16} />} loading={busy} disabled={disabled} onClick={() => void download()}>
      {t('downloadCsv')}
    </Button>
  )
}

function useCsv(filter: DownloadCsvProps['filter']) {
  const t = useTranslations('transactions')
  const statuses = useTranslations('enums.status')
  const [busy, setBusy] = useState(false)
  const heads = Object.fromEntries(CSV_COLUMNS.map((column) => [column, t(`csv.${column}`)])) as Record<
    (typeof CSV_COLUMNS)[number],
    string
  >
  const download = async () => {
    setBusy(true)
    try {
      const rows = await sendAll(listTransactions, { query: filter })
      const text = transactionsCsv(rows, { heads, typeOf: ({ type }) => t(type), statusOf: ({ status }) => statuses(status) })
      saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), t('csvName', { date: dubaiDate(new Date()) }))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      showFailed(t('failed'), { refusal: error })
    } finally {
      setBusy(false)
    }
  }
  return { download, busy }
}
