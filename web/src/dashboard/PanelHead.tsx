import { Flex } from '@mantine/core'
import type { ReactNode } from 'react'
import { SectionTitle } from '../ui/SectionTitle.tsx'

/** The title of a list, and the end of its line. */
export const PanelHead = ({ title, children }: { title: string; children?: ReactNode }) => (
  <Flex wrap="wrap" align="baseline" justify="space-between" rowGap="2xs" columnGap="md" mb="xs">
    <SectionTitle>{title}</SectionTitle>
    {children}
  </Flex>
)
