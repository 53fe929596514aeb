import type { ReactNode } from 'react'
import classes from './Tag.module.css'

export type Hue = 'green' | 'blue' | 'purple' | 'cyan' | 'teal' | 'pink' | 'indigo' | 'red' | 'amber' | 'gray'

interface TagProps {
  hue: Hue
  icon: ReactNode
  /** Without a ground. */
  quiet?: boolean
  children: ReactNode
}

/** A word on a tinted ground with an icon; colour is never the only sign (U14). */
export function Tag({ hue, icon, quiet = false, children }: TagProps) {
  return (
    <span className={classes.tag} data-hue={hue} data-quiet={quiet || undefined}>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      {children}
    </span>
  )
}
