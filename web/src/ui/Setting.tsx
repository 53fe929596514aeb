import { Box, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { SectionTitle } from './SectionTitle.tsx'
import classes from './Setting.module.css'

interface SettingProps {
  id: string
  title: string
  text: string
  children: ReactNode
}

/** One setting: its name on the left, its controls on the right. */
export const Setting = ({ id, title, text, children }: SettingProps) => (
  <section className={classes.section} aria-labelledby={id}>
    <div>
      <SectionTitle id={id}>{title}</SectionTitle>
      <Text size="sm" lh="prose" mt="2xs" c="dimmed">
        {text}
      </Text>
    </div>
    <Box miw={0}>{children}</Box>
  </section>
)
