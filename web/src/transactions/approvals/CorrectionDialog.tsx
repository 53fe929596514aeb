import { Button, Text } from '@mantine/core'
import { formatAed, MAX_UNPROVEN_REVERSAL, type Transaction, toAed } from 'contract'
import { useTranslations } from 'use-intl'
import { ProofFields } from '../../panels/ProofFields.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { FormButtons } from '../../ui/forms/FormButtons.tsx'
import { FormDialog } from '../../ui/forms/FormDialog.tsx'
import { LongText } from '../../ui/forms/LongText.tsx'
import { SubmitButton } from '../../ui/forms/SubmitButton.tsx'
import { Money } from '../../ui/signs/Money.tsx'
import { AmountField } from '../AmountField.tsx'
import { idOf, useCorrection } from './useCorrection.ts'

interface CorrectionDialogProps {
  /** The transaction to correct; undefined closes the dialog. */
  transaction: Transaction | undefined
  onClose: () => void
  onDone: () => void
}

/** Reverses a settled transaction, in whole or in part, by an entry of its own (W5). */
export function CorrectionDialog({ transaction, onClose, onDone }: CorrectionDialogProps) {
  const t = useTranslations('approvals.correction')
  const title = transaction && t('title', { amount: formatAed(transaction.amount), company: transaction.company_name })
  return (
    <FormDialog opened={transaction !== undefined} onClose={onClose} title={title}>
      {(leave) => transaction && <CorrectionForm key={transaction.id} transaction={transaction} onDone={onDone} onLeave={leave} />}
    </FormDialog>
  )
}

interface CorrectionFormProps {
  transaction: Transaction
  onDone: () => void
  onLeave: () => void
}

function CorrectionForm({ transaction, onDone, onLeave }: CorrectionFormProps) {
  const t = useTranslations('approvals.correction')
  const { form, left, submit, busy, proof } = useCorrection(transaction, onDone)
  const { type, amount, reversed, company_name } = transaction
  return (
    <Form onSubmit={submit}>
      <Text size="sm" lh="prose">
        {t(type === 'topup' ? 'topup' : 'visa_payment', { company: company_name })}
      </Text>
      <Facts>
        <Fact name={t('whole')}>
          <Money aed={amount} />
        </Fact>
        <Fact name={t('reversed')}>
          <Money aed={reversed} />
        </Fact>
        <Fact name={t('left')}>
          <Text span inherit fw={600}>
            <Money aed={toAed(left)} />
          </Text>
        </Fact>
      </Facts>
      <AmountField
        id={idOf('amount')}
        label={t('amount')}
        description={t('amountHint')}
        required
        value={form.values.amount}
        error={form.errors.amount}
        onChange={(text) => form.setFieldValue('amount', text)}
      />
      <LongText
        id={idOf('reason')}
        label={t('reason')}
        description={t('reasonHint')}
        required
        data-autofocus
        {...form.getInputProps('reason')}
      />
      {proof && (
        <>
          <Text size="sm" lh="prose">
            {t('proofLead', { limit: formatAed(MAX_UNPROVEN_REVERSAL) })}
          </Text>
          <ProofFields form={form} asksCode={proof.asksCode} idOf={idOf} />
        </>
      )}
      <FormButtons>
        <Button variant="default" onClick={onLeave}>
          {t('cancel')}
        </Button>
        <SubmitButton disabled={busy}>{t(busy ? 'busy' : 'submit')}</SubmitButton>
      </FormButtons>
    </Form>
  )
}
