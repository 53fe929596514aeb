import { VisuallyHidden } from '@mantine/core'
import type { Role } from 'contract'
import { useTranslations } from 'use-intl'
import { countOf, useCounted, useWaiting } from '../panels/useWaiting.ts'
import classes from './Sidebar.module.css'

const MEANINGS = {
  admin: ['applications', 'employees', 'adminBilling', 'users'],
  company_admin: ['applications', 'employees', 'billing'],
  employee: [],
} as const satisfies Record<Role, readonly string[]>

interface WaitingProps {
  role: Role
  /** The name of the sidebar's entry. */
  entry: string
}

/** How much waits behind an entry; hidden if nothing does (U63, U74). Screen readers hear what the number means. */
export function Waiting({ role, entry }: WaitingProps) {
  const t = useTranslations('shell')
  const counted = useCounted()
  const count = countOf(useWaiting(), entry)
  const meaning = meaningOf(role, entry)
  if (count === 0 || !meaning) return null
  return (
    <span className={classes.waiting}>
      <span aria-hidden>{counted(count)}</span>
      <VisuallyHidden>{t(meaning, { count: counted(count) })}</VisuallyHidden>
    </span>
  )
}

type Meaning = { [R in Role]: `waiting.${R}.${(typeof MEANINGS)[R][number]}` }[Role]

const meaningOf = (role: Role, entry: string): Meaning | undefined =>
  MEANINGS[role].some((name) => name === entry) ? (`waiting.${role}.${entry}` as Meaning) : undefined
