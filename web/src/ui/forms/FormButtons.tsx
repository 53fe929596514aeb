import type { ReactNode } from 'react'
import classes from './FormButtons.module.css'

/**
 * The buttons at the foot of a form. A press does not blur the field before them: its check would show a sentence there, and the
 * button would move away under the pointer before the click.
 */
export function FormButtons({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing happens here, only the default is held back
    <div className={classes.buttons} onMouseDown={(event) => event.preventDefault()}>
      {children}
    </div>
  )
}
