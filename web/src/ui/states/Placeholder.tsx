import { Box, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface PlaceholderProps {
  /** The line to draw, in a box of 120 × 40. */
  line: string
  title: string
  hint?: ReactNode
  children?: ReactNode
}

/** Replaces content: one drawn line, one sentence, and what can be done. */
export const Placeholder = ({ line, title, hint, children }: PlaceholderProps) => (
  <Stack align="center" gap={0} px="md" py="3rem" ta="center">
    <Box component="svg" viewBox="0 0 120 40" w="7.5rem" fill="none" stroke="var(--line-strong)" strokeWidth={1.25} aria-hidden="true">
      <path d={line} strokeLinecap="round" strokeLinejoin="round" />
    </Box>
    <Text fw={500} mt="md">
      {title}
    </Text>
    {hint && (
      <Text size="sm" lh="inherit" c="dimmed" maw="28rem" mt="2xs">
        {hint}
      </Text>
    )}
    {children}
  </Stack>
)
