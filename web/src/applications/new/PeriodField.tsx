import { TextInput, type TextInputProps, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { RuleKey } from 'contract'
import { useTranslations } from 'use-intl'
import { RuleSource } from '../../panels/RuleSource.tsx'
import { FieldHint } from '../../ui/forms/FieldHint.tsx'

/** While "30" is typed, "3" must not be warned about. */
const DEBOUNCE_MS = 600

interface PeriodFieldProps extends TextInputProps {
  value?: string
  hint: string
  warning: string
  /** Where the warning's numbers come from. */
  rule: RuleKey
  warns: (typed: string) => boolean
}

/** A period in words; for an unusual one a warning replaces the hint, and it is accepted (U42). */
export function PeriodField({ value = '', hint, warning, rule, warns, ...rest }: PeriodFieldProps) {
  const t = useTranslations('newApplication')
  const [settled] = useDebouncedValue(value, DEBOUNCE_MS)
  const warned = warns(settled)
  const sourced = (
    <span>
      {warning}{' '}
      <RuleSource of={rule} newTab>
        {t('source')}
      </RuleSource>
    </span>
  )
  return (
    <div>
      <TextInput
        {...rest}
        value={value}
        description={warned ? <FieldHint>{sourced}</FieldHint> : hint}
        autoComplete="off"
        maxLength={200}
      />
      <VisuallyHidden role="status">{warned ? warning : ''}</VisuallyHidden>
    </div>
  )
}
