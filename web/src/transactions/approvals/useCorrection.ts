import {
  type Fils,
  fils,
  formatAed,
  formatAmount,
  fromAed,
  minus,
  parseAmount,
  reverseTransaction,
  type Transaction,
  toAed,
} from 'contract'
import { type SyntheticEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/useAction.ts'
import { useUnsavedGuard } from '../../feedback/unsaved.ts'

/** What corrections can still take back of a transaction (W5). */
export const leftOf = ({ type, status, amount, reversed }: Transaction): Fils =>
  type === 'reversal' || !['approved', 'completed'].includes(status) ? fils(0) : minus(fromAed(amount), fromAed(reversed))

type Problems = Partial<Record<'amount' | 'reason', string>>

/** The form of a correction and its sending. */
export function useCorrection(transaction: Transaction, onDone: () => void) {
  const t = useTranslations('approvals.correction')
  const ui = useTranslations('ui')
  const billing = useTranslations('billing')
  const left = leftOf(transaction)
  const whole = formatAmount(left)
  const [answers, setAnswers] = useState({ amount: whole, reason: '' })
  const [problems, setProblems] = useState<Problems>({})
  const letGo = useUnsavedGuard(answers.amount !== whole || answers.reason.trim() !== '')
  const { run, busy } = useAction(reverseTransaction, {
    onDone: () => {
      letGo()
      onDone()
    },
    onRefused: ({ errors }) => setProblems(Object.fromEntries(errors.map(({ field, detail }) => [field, detail]))),
  })
  const judge = (amount: Fils | undefined): Problems => {
    const tooMuch = amount !== undefined && amount > left
    return {
      ...(!amount && { amount: billing('amountNotValid') }),
      ...(tooMuch && { amount: t('tooMuch', { left: formatAed(toAed(left)) }) }),
      ...(answers.reason.trim() === '' && { reason: ui('required', { field: t('reason') }) }),
    }
  }
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const amount = parseAmount(answers.amount)
    const found = judge(amount)
    setProblems(found)
    const [first] = Object.keys(found)
    if (first) document.getElementById(idOf(first))?.focus()
    else if (amount) void run({ params: { id: transaction.id }, body: { reason: answers.reason.trim(), amount: toAed(amount) } })
  }
  const change = (changes: Partial<typeof answers>) => {
    setAnswers((before) => ({ ...before, ...changes }))
    setProblems({})
  }
  return { answers, change, problems, left, submit, busy }
}

/** The DOM id of a field of the correction. */
export const idOf = (field: string): string => `correction-${field}`
