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
    <div className={classes.empty}>
      <svg viewBox="0 0 120 40" className={classes.drawing} aria-hidden="true">
        <path d="M2 30H40V10a4 4 0 0 1 4-4h24l10 10v14h40M68 6v10h10M50 20h14M50 25h18" />
      </svg>
      <p className={classes.title}>{title}</p>
      {hint && <p className={classes.hint}>{hint}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
