import { Center, Stack } from '@mantine/core'
import type { Transaction } from 'contract'
import { useTranslations } from 'use-intl'
import { DocumentView } from '../../ui/files/DocumentPreview.tsx'
import classes from './AdminBillingScreen.module.css'

/** The receipt itself beside the facts of its top-up. A browser without a PDF viewer would download the PDF instead of showing it. */
export function ReceiptPane({ topup: { company_name, receipt_details } }: { topup: Transaction }) {
  const t = useTranslations('approvals')
  const file = useTranslations('file')
  if (!receipt_details) return <NoPreview text={t('noReceipt')} />
  const { id, type, name, lost } = receipt_details
  if (lost) return <NoPreview text={file('lost')} />
  if (type === 'application/pdf' && !navigator.pdfViewerEnabled) return <NoPreview text={t('noFrame')} />
  const title = t('receiptOf', { company: company_name })
  return (
    <Stack gap="xs" miw={0} className={classes.pane ?? ''}>
      <DocumentView key={id} document={{ ...receipt_details, title, file_name: name }} />
    </Stack>
  )
}

const NoPreview = ({ text }: { text: string }) => (
  <Center
    component="p"
    mih="9rem"
    m={0}
    p="md"
    bd="1px dashed var(--line-strong)"
    bdrs="sm"
    c="dimmed"
    fz="sm"
    ta="center"
    data-screen-only
  >
    {text}
  </Center>
)
