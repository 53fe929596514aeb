import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import { Placeholder } from './Placeholder.tsx'

interface EmptyStateProps {
  /** The sentence of the specification. */
  title: string
  hint?: ReactNode
  /** The button that adds the first one. */
  action?: ReactNode
}

/** Replaces a list that is empty. */
export const EmptyState = ({ title, hint, action }: EmptyStateProps) => (
  <Placeholder line="M2 30H40V10a4 4 0 0 1 4-4h24l10 10v14h40M68 6v10h10M50 20h14M50 25h18" title={title} hint={hint}>
    {action && <Box mt="md">{action}</Box>}
  </Placeholder>
)
