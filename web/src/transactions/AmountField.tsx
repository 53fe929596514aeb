import { Text, TextInput } from '@mantine/core'
import { editAmount, formatAmount, parseAmount } from 'contract'
import { type ChangeEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

interface AmountFieldProps {
  id?: string
  label: string
  /** The text as the field shows it; `parseAmount` reads it. */
  value: string
  onChange: (text: string) => void
  description?: ReactNode
  error?: ReactNode
  required?: boolean
  autoFocus?: boolean
}

/** An amount in AED: a decimal keypad, thousands grouped while typing, a third decimal refused. It never becomes a float (U59). */
export function AmountField({ value, onChange, description, error, required = false, autoFocus = false, ...rest }: AmountFieldProps) {
  const t = useTranslations('transactions')
  const { input, follow } = useCaret(value)
  const [refused, setRefused] = useState(false)
  const edit = (event: ChangeEvent<HTMLInputElement>) => {
    const edited = event.currentTarget.value
    const shown = editAmount(value, edited)
    setRefused(shown === undefined)
    follow(event.currentTarget, { taken: shown !== undefined, forward: isForward(event.nativeEvent) })
    if (shown !== undefined) onChange(shown)
  }
  const tidy = () => {
    setRefused(false)
    const amount = parseAmount(value)
    if (amount !== undefined) onChange(formatAmount(amount))
  }
  return (
    <TextInput
      ref={input}
      {...rest}
      value={value}
      inputMode="decimal"
      min={1}
      step={0.01}
      autoComplete="off"
      dir="ltr"
      maxLength={24}
      required={required}
      leftSection={
        <Text span size="sm">
          AED
        </Text>
      }
      leftSectionWidth={48}
      data-autofocus={autoFocus || undefined}
      description={<span role="status">{refused ? t('amountRefused') : description}</span>}
      error={error}
      onChange={edit}
      onBlur={tidy}
    />
  )
}

/** Whether it was the Delete key: the cursor then moves past a comma, which stays. */
const isForward = (event: Event): boolean => event instanceof InputEvent && event.inputType === 'deleteContentForward'

const isFigure = (letter: string | undefined): boolean => letter !== undefined && letter !== ','

/** Keeps the cursor behind the same digit, wherever the commas move. */
function useCaret(value: string) {
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<{ figures: number; forward: boolean }>(undefined)
  const [, draw] = useState(0)
  useLayoutEffect(() => {
    if (caret.current === undefined || document.activeElement !== input.current) return
    let at = 0
    for (let left = caret.current.figures; left > 0 && at < value.length; at += 1) if (isFigure(value[at])) left -= 1
    if (caret.current.forward && value[at] === ',') at += 1
    caret.current = undefined
    input.current?.setSelectionRange(at, at)
  })
  const follow = ({ value: edited, selectionStart }: HTMLInputElement, { taken, forward }: { taken: boolean; forward: boolean }) => {
    const before = [...edited.slice(0, selectionStart ?? edited.length)].filter(isFigure).length
    caret.current = { figures: taken ? before : Math.max(0, before - 1), forward }
    draw((count) => count + 1)
  }
  return { input, follow }
}
