import { TextInput, type TextInputProps } from '@mantine/core'

interface PassportFieldProps extends Omit<TextInputProps, 'onChange'> {
  value?: string
  onChange: (value: string) => void
}

/** A passport number. It shows in capitals while it is typed and changes to capitals afterwards: a change at each key would move the cursor. */
export function PassportField({ value = '', onChange, onBlur, ...rest }: PassportFieldProps) {
  return (
    <TextInput
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      dir="ltr"
      maxLength={200}
      {...rest}
      styles={{ input: { textTransform: 'uppercase' } }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={(event) => {
        const tidy = value.trim().toUpperCase()
        if (tidy !== value) onChange(tidy)
        onBlur?.(event)
      }}
    />
  )
}
