import type { Input, RowOf } from 'contract'
import { type ListCall, sendAll } from '../../api/send.ts'
import { DownloadCsv } from '../files/DownloadCsv.tsx'
import type { RowsCsv } from './ChosenCsv.tsx'

interface ListCsvProps<C extends ListCall> {
  call: C
  query: Input<C>
  csv: RowsCsv<RowOf<C>>
  failed: string
  disabled: boolean
}

/** Downloads all rows that match search and filters, in the order of the list, as a file for spreadsheets (U33). */
export const ListCsv = <C extends ListCall>({ call, query, csv: { fileName, write }, failed, disabled }: ListCsvProps<C>) => (
  <DownloadCsv write={async () => write(await sendAll(call, query))} fileName={fileName} failed={failed} disabled={disabled} />
)
