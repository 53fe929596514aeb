import { useEffect, useRef } from 'react'
import classes from './auth.module.css'

/** Says why a login was refused; announced and focused when it appears. */
export function RefusalAlert({ text }: { text: string }) {
  const alert = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another refusal takes the focus again
  useEffect(() => alert.current?.focus(), [text])
  return (
    <div ref={alert} role="alert" tabIndex={-1} className={classes.error}>
      {text}
    </div>
  )
}
