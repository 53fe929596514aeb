import { Button, Group, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from './SelectionBar.module.css'

interface SelectionBarProps {
  count: number
  onClear: () => void
  /** What can be done with the chosen rows. */
  actions: ReactNode
}

/** Says at the foot of the screen how many rows are chosen, and what can be done with them. */
export function SelectionBar({ count, onClear, actions }: SelectionBarProps) {
  const t = useTranslations('ui')
  return (
    <section className={classes.bar} aria-label={t('chosenRows')} hidden={count === 0}>
      <Text span size="sm" fw={600} role="status">
        {count > 0 && t('chosen', { count })}
      </Text>
      <Group gap="xs">
        {actions}
        <Button variant="subtle" color="gray" leftSection={<IconX size={16} />} onClick={onClear}>
          {t('clearChosen')}
        </Button>
      </Group>
    </section>
  )
}
