import { type DocumentInfo, fromAed, MIN_TOPUP, parseAmount, requestTopup, toAed } from 'contract'
import { type SyntheticEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/useAction.ts'
import { useUnsavedGuard } from '../../feedback/unsaved.ts'

interface Answers {
  amount: string
  receipt: DocumentInfo | undefined
}

/** §5: both are needed, then the amount is judged; the body once nothing is wrong. */
function judge({ amount, receipt }: Answers, words: { missing: string; notValid: string }) {
  const field = amount.trim() === '' ? 'amount' : 'receipt_document'
  if (amount.trim() === '' || !receipt) return { problems: { [field]: words.missing } }
  const parsed = parseAmount(amount)
  if (parsed === undefined || parsed < fromAed(MIN_TOPUP)) return { problems: { amount: words.notValid } }
  return { problems: {}, body: { amount: toAed(parsed), receipt_document: receipt.url } }
}

/** The form of a top-up and its sending. */
export function useTopUp(onDone: () => void) {
  const t = useTranslations('billing')
  const [answers, setAnswers] = useState<Answers>({ amount: '', receipt: undefined })
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({})
  const [attempt, setAttempt] = useState(0)
  const [uploading, setUploading] = useState(false)
  const letGo = useUnsavedGuard(answers.amount !== '' || answers.receipt !== undefined || uploading)
  const refuse = (found: Partial<Record<string, string>>) => {
    setProblems(found)
    if (Object.keys(found).length > 0) setAttempt((count) => count + 1)
  }
  const { run, busy } = useAction(requestTopup, {
    onDone: () => {
      letGo()
      onDone()
    },
    onRefused: ({ errors }) => refuse(Object.fromEntries(errors.map(({ field, detail }) => [field, detail]))),
  })
  const change = (changes: Partial<Answers>) => {
    // Leaving the field writes the same amount with two decimals, which mends nothing.
    const same = changes.amount !== undefined && parseAmount(changes.amount) === parseAmount(answers.amount) && answers.amount !== ''
    setAnswers((before) => ({ ...before, ...changes }))
    if (!same) setProblems({})
  }
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (uploading || busy) return
    const { problems: found, body } = judge(answers, { missing: t('amountAndReceipt'), notValid: t('amountNotValid') })
    refuse(found)
    if (body) void run({ body })
  }
  return { answers, change, problems, attempt, uploading, setUploading, submit, busy }
}
