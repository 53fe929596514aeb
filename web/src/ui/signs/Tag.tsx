import type { ReactNode } from 'react'
import classes from './Tag.module.css'

export type Hue = 'green' | 'blue' | 'purple' | 'cyan' | 'teal' | 'pink' | 'indigo' | 'red' | 'amber' | 'gray'

/** A word on a tinted ground with an icon; colour is never the only sign (U14). */
export function Tag({ hue, icon, children }: { hue: Hue; icon: ReactNode; children: ReactNode }) {
  return (
    <span className={classes.tag} data-hue={hue}>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      {children}
    </span>
  )
}
