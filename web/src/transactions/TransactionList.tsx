import { exportTransactions } from 'contract'
import { DocumentPreview } from '../ui/files/DocumentPreview.tsx'
import { DownloadTable } from '../ui/files/DownloadTable.tsx'
import { ColumnsMenu } from '../ui/list/ColumnsMenu.tsx'
import { TableSkeleton } from '../ui/states/TableSkeleton.tsx'
import { useWidth } from '../ui/useWidth.ts'
import { TransactionRows } from './TransactionRows.tsx'
import { type TransactionListProps, TransactionTable, TransactionTableSkeleton, useTransactionColumns } from './TransactionTable.tsx'
import { useReceipts } from './useReceipts.ts'

/** Transactions with their receipts: a table where there is room for one, cards where there is not. */
export function TransactionList(props: Omit<TransactionListProps, 'onViewReceipt'>) {
  const roomy = useWidth('table')
  const { view, preview } = useReceipts(props.transactions)
  const Rows = roomy ? TransactionTable : TransactionRows
  return (
    <>
      <Rows {...props} onViewReceipt={view} />
      <DocumentPreview {...preview} />
    </>
  )
}

type Shown = Pick<TransactionListProps, 'company' | 'actions'>

/** The columns before there are rows. */
const useHeads = (shown: Shown) => useTransactionColumns({ ...shown, onViewReceipt: () => undefined })

export function TransactionsSkeleton(shown: Shown) {
  const columns = useHeads(shown)
  return useWidth('table') ? <TransactionTableSkeleton columns={columns} /> : <TableSkeleton rows={6} height={116} />
}

interface TransactionToolsProps extends Shown {
  /** Where they can be downloaded. */
  download?: { query: object; disabled: boolean } | undefined
}

export function TransactionTools({ download, ...shown }: TransactionToolsProps) {
  const columns = useHeads(shown)
  const list = useWidth('table') ? 'transactions' : undefined
  return (
    <>
      {download && <DownloadTable call={exportTransactions} list={list} {...download} />}
      {list && <ColumnsMenu {...{ list, columns }} />}
    </>
  )
}
