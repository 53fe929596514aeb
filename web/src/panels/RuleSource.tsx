import { Link } from '@tanstack/react-router'
import type { RuleKey, StageName } from 'contract'
import type { ReactNode } from 'react'
import { useUser } from '../session/session.ts'
import classes from './RuleSource.module.css'

type Behind = { of: RuleKey; stage?: StageName; rules?: undefined } | { rules: readonly string[]; of?: undefined; stage?: undefined }

type RuleSourceProps = Behind & {
  title?: string
  /** Where something is being typed, which another screen would lose. */
  newTab?: boolean
  children: ReactNode
}

/** A number that leads to the rule behind it, by its key or by ids, for those who read the rules; its words alone for others. */
export function RuleSource({ of, stage, rules, title, newTab, children }: RuleSourceProps) {
  const isReader = useUser().role !== 'employee'
  if (!isReader) return children
  const search = rules ? { rules: rules.join(',') } : { key: of, ...(stage && { stage }) }
  return (
    <Link to="/rules" search={search} title={title} className={classes.number ?? ''} {...(newTab && { target: '_blank' })}>
      {children}
    </Link>
  )
}
