import { Modal } from '@mantine/core'
import { formatAed, listTransactionHistory, type Transaction } from 'contract'
import { useLoad } from '../../api/useLoad.ts'
import { HistoryPanel } from '../../panels/HistoryPanel.tsx'

interface TransactionRecordProps {
  /** The transaction whose record is open; undefined closes the dialog. */
  transaction: Transaction | undefined
  onClose: () => void
}

/** Who asked for a movement, decided on it and corrected it, and when (S10). */
export function TransactionRecord({ transaction, onClose }: TransactionRecordProps) {
  const title = transaction && `${formatAed(transaction.amount)}, ${transaction.company_name}`
  return (
    <Modal opened={transaction !== undefined} onClose={onClose} title={title} transitionProps={{ duration: 140, exitDuration: 0 }}>
      {transaction && <Entries id={transaction.id} />}
    </Modal>
  )
}

function Entries({ id }: { id: string }) {
  const history = useLoad(listTransactionHistory, { params: { id } })
  return <HistoryPanel id={id} entries={history.data} refusal={history.error} onRetry={() => void history.refetch()} />
}
