import { Button, Text } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { FileField } from '../../ui/files/FileField.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { FormButtons } from '../../ui/forms/FormButtons.tsx'
import { FormDialog } from '../../ui/forms/FormDialog.tsx'
import { FormErrorSummary } from '../../ui/forms/FormErrorSummary.tsx'
import { AmountField } from '../AmountField.tsx'
import { useTopUp } from './useTopUp.ts'

interface TopUpDialogProps {
  opened: boolean
  onClose: () => void
}

/** Asks for a top-up with the amount that was transferred and the bank's receipt for it (§5, U59). */
export function TopUpDialog({ opened, onClose }: TopUpDialogProps) {
  const t = useTranslations('billing')
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('topUp')}>
      {(leave) => <Content onDone={onClose} onCancel={leave} />}
    </FormDialog>
  )
}

const ORDER = ['amount', 'receipt_document']
const idOf = (field: string): string => `topup-${field}`

function Content({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const t = useTranslations('billing')
  const { form, change, attempt, uploading, setUploading, submit, busy } = useTopUp(onDone)
  return (
    <Form onSubmit={submit}>
      <FormErrorSummary errors={form.errors} order={ORDER} attempt={attempt} idOf={idOf} />
      <Text size="sm" lh="prose" c="dimmed">
        {t('topUpLead')}
      </Text>
      <AmountField
        id={idOf('amount')}
        label={t('amount')}
        required
        autoFocus
        value={form.values.amount}
        error={form.errors.amount}
        onChange={(amount) => change({ amount })}
      />
      <FileField
        id={idOf('receipt_document')}
        label={t('receipt')}
        required
        toasts="uploadReceipt"
        value={form.values.receipt_document}
        error={form.errors.receipt_document}
        onChange={(receipt_document) => change({ receipt_document })}
        onBusyChange={setUploading}
      />
      <FormButtons>
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" disabled={busy || uploading}>
          {t(busy ? 'submitting' : uploading ? 'processing' : 'submit')}
        </Button>
      </FormButtons>
    </Form>
  )
}
