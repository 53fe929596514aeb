import { downloadName, dubaiDate, formatAed, type Transaction } from 'contract'
import { useTranslations } from 'use-intl'
import type { PreviewDocument } from '../ui/files/DocumentPreview.tsx'
import { formatDate } from '../ui/signs/dates.ts'
import { useUrlState } from '../ui/useUrlState.ts'

/** The receipts of these transactions as the preview steps through them; the address names the transaction whose receipt is open. */
export function useReceipts(transactions: readonly Transaction[]) {
  const t = useTranslations('transactions')
  const [shown, view] = useUrlState('receipt')
  const held = transactions.flatMap(({ id, company_name, amount, created_at, receipt_details: info }) => {
    if (!info || info.lost) return []
    const title = t('receiptOf', { date: formatDate(created_at), amount: formatAed(amount) })
    const file_name = downloadName(company_name, `receipt ${dubaiDate(new Date(created_at))}`, info.type)
    return [{ ...info, of: id, title, file_name } satisfies PreviewDocument & { of: string }]
  })
  const index = held.findIndex(({ of }) => of === shown)
  const preview = {
    documents: held,
    index: index < 0 ? undefined : index,
    onIndexChange: (next: number) => view(held[next]?.of ?? ''),
    onClose: () => view(''),
  }
  return { view, preview }
}
