import { Button, Textarea } from '@mantine/core'
import clsx from 'clsx'
import { formatAed, type Transaction, toAed } from 'contract'
import { useTranslations } from 'use-intl'
import facts from '../../ui/Facts.module.css'
import { FormButtons } from '../../ui/forms/FormButtons.tsx'
import { FormDialog } from '../../ui/forms/FormDialog.tsx'
import { Money } from '../../ui/signs/Money.tsx'
import { AmountField } from '../AmountField.tsx'
import classes from './Approvals.module.css'
import { idOf, useCorrection } from './useCorrection.ts'

interface CorrectionDialogProps {
  /** The transaction to correct; undefined: none. */
  transaction: Transaction | undefined
  onClose: () => void
  onDone: () => void
}

/** Takes a settled movement back, in whole or in part, by an entry of its own (W5). */
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
  const { answers, change, problems, left, submit, busy } = useCorrection(transaction, onDone)
  const { type, amount, reversed, company_name } = transaction
  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      <p className={classes.text}>{t(type === 'topup' ? 'topup' : 'visa_payment', { company: company_name })}</p>
      <dl className={clsx(facts.facts, classes.facts)}>
        {(
          [
            ['whole', amount],
            ['reversed', reversed],
            ['left', toAed(left)],
          ] as const
        ).map(([name, aed]) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd className={name === 'left' ? classes.strong : undefined}>
              <Money aed={aed} />
            </dd>
          </div>
        ))}
      </dl>
      <AmountField
        id={idOf('amount')}
        label={t('amount')}
        description={t('amountHint')}
        required
        value={answers.amount}
        error={problems.amount}
        onChange={(text) => change({ amount: text })}
      />
      <Textarea
        id={idOf('reason')}
        label={t('reason')}
        description={t('reasonHint')}
        required
        data-autofocus
        autosize
        minRows={2}
        maxRows={8}
        maxLength={5_000}
        value={answers.reason}
        error={problems.reason}
        onChange={(event) => change({ reason: event.currentTarget.value })}
      />
      <FormButtons>
        <Button variant="default" onClick={onLeave}>
          {t('cancel')}
        </Button>
        <Button type="submit" disabled={busy}>
          {t(busy ? 'busy' : 'submit')}
        </Button>
      </FormButtons>
    </form>
  )
}
