import { type DocumentInfo, type Fils, fils, formatAmount, fromAed, MIN_TOPUP, parseAmount, requestTopup, toAed } from 'contract'
import { type SyntheticEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUnsavedGuard } from '../../feedback/unsaved.ts'
import { useCallForm } from '../../ui/forms/useCallForm.ts'
import { forgetReference } from './useReference.ts'

type Answers = {
  amount: string
  receipt_document: DocumentInfo | undefined
}

/** §5: both are required, then the amount is checked. */
function problemsOf(
  { amount, receipt_document }: Answers,
  words: { missing: string; notValid: string },
): Partial<Record<keyof Answers, string>> {
  if (amount.trim() === '') return { amount: words.missing }
  if (!receipt_document) return { receipt_document: words.missing }
  const parsed = parseAmount(amount)
  return parsed === undefined || parsed < fromAed(MIN_TOPUP) ? { amount: words.notValid } : {}
}

/** The form of a top-up and its sending; it begins with the suggested amount, unless that is nothing. */
export function useTopUp({ suggested, onDone }: { suggested: Fils; onDone: () => void }) {
  const t = useTranslations('billing')
  const [uploading, setUploading] = useState(false)
  useUnsavedGuard(uploading)
  const { form, submit, attempt, busy } = useCallForm<typeof requestTopup, Answers>(requestTopup, {
    initial: { amount: suggested > 0 ? formatAmount(suggested) : '', receipt_document: undefined },
    validate: (answers) => problemsOf(answers, { missing: t('amountAndReceipt'), notValid: t('amountNotValid') }),
    inputOf: ({ amount, receipt_document }) => ({
      body: { amount: toAed(parseAmount(amount) ?? fils(0)), receipt_document: receipt_document?.url ?? '' },
    }),
    onDone: () => {
      forgetReference()
      onDone()
    },
  })
  const change = (changes: Partial<Answers>) => {
    const { values, errors } = form
    // Leaving the field only writes the same amount with two decimals: the problem stays.
    const same = changes.amount !== undefined && values.amount !== '' && parseAmount(changes.amount) === parseAmount(values.amount)
    form.setValues(changes)
    form.setErrors(same ? errors : {})
  }
  const submitUploaded = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!uploading && !busy) submit(event)
  }
  return { form, change, attempt, uploading, setUploading, submit: submitUploaded, busy }
}
