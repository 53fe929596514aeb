import { Flex } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** A warning below a field, with an icon: colour is not the only sign. */
export const FieldHint = ({ children }: { children: ReactNode }) => (
  <Flex component="span" gap={6} c="var(--amber-text)">
    <IconAlertTriangle size={15} stroke={1.75} style={{ flex: 'none', marginBlockStart: 2 }} aria-hidden />
    {children}
  </Flex>
)
