import { Paper, type PaperProps } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Callout.module.css'
import type { Hue } from './signs/Tag.tsx'

interface CalloutProps extends PaperProps {
  hue: Hue
  children: ReactNode
}

/** A message on a tinted ground; it may hold links. */
export const Callout = ({ hue, ...rest }: CalloutProps) => (
  <Paper
    className={classes.callout ?? ''}
    data-hue={hue}
    bg="var(--hue-ground)"
    c="var(--hue)"
    px="sm"
    py="0.625rem"
    radius="sm"
    fz="note"
    {...rest}
  />
)
