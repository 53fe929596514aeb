import clsx from 'clsx'
import type { ReactNode } from 'react'
import classes from './Facts.module.css'

/** A list of names and values, each a `Fact`. */
export const Facts = ({ className, children }: { className?: string | undefined; children: ReactNode }) => (
  <dl className={clsx(classes.facts, className)}>{children}</dl>
)

interface FactProps {
  name: string
  /** Whether it takes the whole line. */
  wide?: boolean
  children: ReactNode
}

export const Fact = ({ name, wide = false, children }: FactProps) => (
  <div className={classes.fact} data-wide={wide || undefined}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
