import type { Transaction } from 'contract'
import { useTranslations } from 'use-intl'
import { DocumentView } from '../../ui/files/DocumentPreview.tsx'
import classes from './ReceiptPane.module.css'

/** The receipt itself beside the facts of its top-up. Without a viewer a PDF in a frame would start a download instead. */
export function ReceiptPane({ topup: { company_name, receipt_details } }: { topup: Transaction }) {
  const t = useTranslations('approvals')
  if (!receipt_details) return <p className={classes.noReceipt}>{t('noReceipt')}</p>
  const { id, type, name } = receipt_details
  if (type === 'application/pdf' && !navigator.pdfViewerEnabled) return <p className={classes.noReceipt}>{t('noFrame')}</p>
  const title = t('receiptOf', { company: company_name })
  return (
    <div className={classes.pane}>
      <DocumentView key={id} document={{ ...receipt_details, title, file_name: name }} />
    </div>
  )
}
