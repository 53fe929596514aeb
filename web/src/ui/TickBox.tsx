import clsx from 'clsx'
import type { MouseEvent } from 'react'
import classes from './TickBox.module.css'

interface TickBoxProps {
  label: string
  checked: boolean
  /** Whether a part is chosen of what it stands for. */
  partly?: boolean
  /** Told whether Shift was held. */
  onPress: (withShift: boolean) => void
  className?: string | undefined
}

/** The box of a row, native: a table has one in each row, and Mantine's take 5 KB and most of the time to draw them. */
export function TickBox({ label, checked, partly = false, onPress, className }: TickBoxProps) {
  const showPartly = (box: HTMLInputElement | null) => {
    if (box) box.indeterminate = partly
  }
  return (
    <label className={clsx(classes.place, className)}>
      <input
        ref={showPartly}
        type="checkbox"
        className={classes.box}
        aria-label={label}
        checked={checked}
        // A change does not tell of the key.
        onClick={(event: MouseEvent) => onPress(event.shiftKey)}
        onChange={() => undefined}
      />
    </label>
  )
}
