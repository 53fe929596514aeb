import type { ReactNode } from 'react'
import classes from '../ButtonRow.module.css'
import { ButtonRow } from '../ButtonRow.tsx'

/**
 * The buttons at the foot of a form. A press does not blur the focused field: its check would show a sentence, and the button would
 * move away from the pointer before the click.
 */
export function FormButtons({ children }: { children: ReactNode }) {
  return (
    <ButtonRow justify="flex-end" wrap="nowrap" gap="sm" className={classes.foot ?? ''} onMouseDown={(event) => event.preventDefault()}>
      {children}
    </ButtonRow>
  )
}
