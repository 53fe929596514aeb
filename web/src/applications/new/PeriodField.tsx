import { TextInput, type TextInputProps, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { FieldHint } from '../../ui/forms/FieldHint.tsx'

/** While "30" is typed, "3" must not be warned about. */
const DEBOUNCE_MS = 600

interface PeriodFieldProps extends TextInputProps {
  value?: string
  hint: string
  warning: string
  warns: (typed: string) => boolean
}

/** A period in words; for an unusual one a warning replaces the hint, and it is accepted (U42). */
export function PeriodField({ value = '', hint, warning, warns, ...rest }: PeriodFieldProps) {
  const [settled] = useDebouncedValue(value, DEBOUNCE_MS)
  const warned = warns(settled)
  return (
    <div>
      <TextInput
        {...rest}
        value={value}
        description={warned ? <FieldHint>{warning}</FieldHint> : hint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="off"
        maxLength={200}
      />
      <VisuallyHidden role="status">{warned ? warning : ''}</VisuallyHidden>
    </div>
  )
}
