import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { FileField } from '../../ui/files/FileField.tsx'
import { FormButtons } from '../../ui/forms/FormButtons.tsx'
import { FormDialog } from '../../ui/forms/FormDialog.tsx'
import { FormErrorSummary } from '../../ui/forms/FormErrorSummary.tsx'
import { AmountField } from '../AmountField.tsx'
import classes from './BillingScreen.module.css'
import { useTopUp } from './useTopUp.ts'

interface TopUpDialogProps {
  opened: boolean
  onClose: () => void
}

/** Asks for a top-up: what was transferred, and the bank's receipt for it (§5, U59). */
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
  const { answers, change, problems, attempt, uploading, setUploading, submit, busy } = useTopUp(onDone)
  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      <FormErrorSummary errors={problems} order={ORDER} attempt={attempt} idOf={idOf} />
      <p className={classes.lead}>{t('topUpLead')}</p>
      <AmountField
        id={idOf('amount')}
        label={t('amount')}
        required
        autoFocus
        value={answers.amount}
        error={problems.amount}
        onChange={(amount) => change({ amount })}
      />
      <FileField
        id={idOf('receipt_document')}
        label={t('receipt')}
        required
        ready="uploadReceipt"
        value={answers.receipt}
        error={problems.receipt_document}
        onChange={(receipt) => change({ receipt })}
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
    </form>
  )
}
