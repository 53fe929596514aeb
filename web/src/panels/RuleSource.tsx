import { Link } from '@tanstack/react-router'
import type { RuleKey, StageName } from 'contract'
import type { ReactNode } from 'react'
import { useUser } from '../session/session.ts'
import classes from './RuleSource.module.css'

interface RuleSourceProps {
  of: RuleKey
  stage?: StageName
  title?: string
  /** Where something is being typed, which another screen would lose. */
  newTab?: boolean
  children: ReactNode
}

/** A number that leads to the rule behind it, for those who read the rules; its words alone for others. */
export function RuleSource({ of, stage, title, newTab, children }: RuleSourceProps) {
  const isReader = useUser().role !== 'employee'
  if (!isReader) return children
  const search = { key: of, ...(stage && { stage }) }
  return (
    <Link to="/rules" search={search} title={title} className={classes.number ?? ''} {...(newTab && { target: '_blank' })}>
      {children}
    </Link>
  )
}
