import { useIsOfAll } from '../session/allCompanies.ts'
import { useUser } from '../session/session.ts'
import { DocumentPreview } from '../ui/files/DocumentPreview.tsx'
import { TableSkeleton } from '../ui/states/TableSkeleton.tsx'
import { useWidth } from '../ui/useWidth.ts'
import { TransactionRows } from './TransactionRows.tsx'
import { type TransactionListProps, TransactionTable } from './TransactionTable.tsx'
import { useReceipts } from './useReceipts.ts'

/** Transactions with their receipts: a table where there is room for one, cards where there is not. */
export function TransactionList(props: Omit<TransactionListProps, 'onViewReceipt'>) {
  const roomy = useRoomForTable()
  const { view, preview } = useReceipts(props.transactions)
  const Rows = roomy ? TransactionTable : TransactionRows
  return (
    <>
      <Rows {...props} onViewReceipt={view} />
      <DocumentPreview {...preview} />
    </>
  )
}

/** A list of several companies has the company, and an administrator's the corrections besides. */
function useRoomForTable(): boolean {
  const { role } = useUser()
  const isOfAll = useIsOfAll()
  return useWidth(role === 'admin' || isOfAll ? 'beside' : 'table')
}

export function TransactionsSkeleton() {
  const roomy = useRoomForTable()
  return <TableSkeleton rows={6} height={roomy ? 56 : 132} />
}
