import {
  type Fils,
  fils,
  formatAed,
  formatAmount,
  fromAed,
  MAX_UNPROVEN_REVERSAL,
  minus,
  parseAmount,
  reverseTransaction,
  type Transaction,
  toAed,
} from 'contract'
import { useTranslations } from 'use-intl'
import { NO_PROOF, useProof } from '../../panels/ProofFields.tsx'
import { useCallForm } from '../../ui/forms/useCallForm.ts'

/** What corrections can still take back of a transaction (W5). */
export const leftOf = ({ type, status, amount, reversed }: Transaction): Fils =>
  type === 'reversal' || !['approved', 'completed'].includes(status) ? fils(0) : minus(fromAed(amount), fromAed(reversed))

/** The form of a correction and its sending. */
export function useCorrection(transaction: Transaction, onDone: () => void) {
  const t = useTranslations('approvals.correction')
  const ui = useTranslations('ui')
  const billing = useTranslations('billing')
  const left = leftOf(transaction)
  const proof = useProof()
  const isLarge = (amount: string) => (parseAmount(amount) ?? 0) > fromAed(MAX_UNPROVEN_REVERSAL)
  const { form, submit, busy } = useCallForm(reverseTransaction, {
    initial: { amount: formatAmount(left), reason: '', ...NO_PROOF },
    validate: ({ amount, reason, ...typed }) => {
      const parsed = parseAmount(amount)
      return {
        ...(!parsed && { amount: billing('amountNotValid') }),
        ...(parsed !== undefined && parsed > left && { amount: t('tooMuch', { left: formatAed(toAed(left)) }) }),
        ...(reason.trim() === '' && { reason: ui('required', { field: t('reason') }) }),
        ...(isLarge(amount) && proof.missing(typed)),
      }
    },
    inputOf: ({ amount, reason, ...typed }) => ({
      params: { id: transaction.id },
      body: { reason: reason.trim(), amount: toAed(parseAmount(amount) ?? fils(0)), ...(isLarge(amount) && proof.bodyOf(typed)) },
    }),
    answers: ({ errors }) => errors.length > 0,
    onWrong: (errors) => document.getElementById(idOf(Object.keys(errors)[0] ?? ''))?.focus(),
    onDone,
  })
  return { form, left, submit, busy, proof: isLarge(form.values.amount) ? proof : undefined }
}

/** The DOM id of a field of the correction. */
export const idOf = (field: string): string => `correction-${field}`
