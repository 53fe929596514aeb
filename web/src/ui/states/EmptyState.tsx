import { Box, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'

interface EmptyStateProps {
  /** The sentence of the specification. */
  title: string
  hint?: ReactNode
  /** What ends the emptiness. */
  action?: ReactNode
}

/** Nothing here yet: one drawn line, one sentence, one way on. */
export function EmptyState({ title, hint, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap={0} px="md" py="3rem" ta="center">
      <svg viewBox="0 0 120 40" className={classes.drawing} aria-hidden="true">
        <path d="M2 30H40V10a4 4 0 0 1 4-4h24l10 10v14h40M68 6v10h10M50 20h14M50 25h18" />
      </svg>
      <Text fw={500} mt="md">
        {title}
      </Text>
      {hint && (
        <Text size="sm" lh="inherit" c="dimmed" maw="28rem" mt="2xs">
          {hint}
        </Text>
      )}
      {action && <Box mt="md">{action}</Box>}
    </Stack>
  )
}
