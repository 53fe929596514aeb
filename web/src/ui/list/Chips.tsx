import { Button, Group } from '@mantine/core'

interface ChipsProps<Name extends string> {
  label: string
  chips: readonly { name: Name; label: string }[]
  /** The pressed one. */
  value: Name | undefined
  /** Empty where the pressed one is pressed again. */
  onChange: (name: Name | '') => void
}

/** Filters of which one at most is pressed. */
export const Chips = <Name extends string>({ label, chips, value, onChange }: ChipsProps<Name>) => (
  <Group role="group" aria-label={label} gap="2xs" mb="xs">
    {chips.map((chip) => (
      <Button
        key={chip.name}
        size="xs"
        px="xs"
        fw={value === chip.name ? 500 : 400}
        variant={value === chip.name ? 'filled' : 'default'}
        aria-pressed={value === chip.name}
        onClick={() => onChange(value === chip.name ? '' : chip.name)}
      >
        {chip.label}
      </Button>
    ))}
  </Group>
)
