import { Text } from '@mantine/core'
import type { Icon as TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Note.module.css'
import type { Hue } from './signs/Tag.tsx'

interface NoteProps {
  hue: Hue
  Icon: TablerIcon
  children: ReactNode
}

/** A small remark with an icon: a warning in amber, something done in green. */
export const Note = ({ hue, Icon, children }: NoteProps) => (
  <Text size="note" lh="inherit" className={classes.note} data-hue={hue}>
    <Icon size={16} stroke={1.75} aria-hidden />
    <span>{children}</span>
  </Text>
)
