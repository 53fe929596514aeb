import { TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { Month } from 'contract'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { currentLanguage } from '../../messages/language.ts'
import { MONTHS, parseTyped } from './typedDate.ts'

interface MonthFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> {
  /** A month YYYY-MM, what is typed otherwise, or empty. */
  value: string
  onChange: (value: string) => void
}

/** A month, typed as dates are. */
export function MonthField({ value, onChange, onBlur, ...rest }: MonthFieldProps) {
  const t = useTranslations('forms')
  const [text, setText] = useState(() => shown(value))
  return (
    <TextInput
      placeholder={t('monthHint')}
      autoComplete="off"
      leftSection={<IconCalendar size={16} aria-hidden />}
      leftSectionPointerEvents="none"
      {...rest}
      value={text}
      onChange={({ currentTarget: { value: typed } }) => {
        setText(typed)
        onChange(parseTyped(typed, MONTHS)?.format('YYYY-MM') ?? typed.trim())
      }}
      onBlur={(event) => {
        setText(shown(value))
        onBlur?.(event)
      }}
    />
  )
}

const shown = (value: string): string =>
  Month.safeParse(value).success ? dayjs(`${value}-01`).locale(currentLanguage()).format('MMM YYYY') : value
