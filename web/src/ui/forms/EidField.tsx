import { MaskInput, type MaskInputProps, TextInput } from '@mantine/core'

interface EidFieldProps extends Pick<MaskInputProps, 'id' | 'label' | 'description' | 'error' | 'required' | 'autoComplete' | 'maxLength'> {
  /** The number as it was before it is changed. */
  stored: string
  value: string
  onChange: (value: string) => void
}

/** An Emirates ID number. Adds the dashes while the user types; a number that is stored in another format stays as it is. */
export function EidField({ stored, value, onChange, ...rest }: EidFieldProps) {
  if (/[^\d\s-]/.test(stored)) return <TextInput {...rest} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
  return (
    <MaskInput
      {...rest}
      mask="999-9999-9999999-9"
      slotChar={null}
      inputMode="numeric"
      defaultValue={stored}
      onChangeRaw={(_digits, masked) => onChange(masked)}
    />
  )
}
