import { Text, VisuallyHidden } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatAed, type WorkItem, type WorkKind } from 'contract'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../session/session.ts'
import { Muted } from '../../ui/Muted.tsx'
import { RelativeTime } from '../../ui/signs/DubaiDate.tsx'
import { Sentence } from './Sentence.tsx'
import classes from './Today.module.css'
import { useCollapse } from './useLeaving.ts'
import { Verb } from './Verb.tsx'

export interface WorkRowProps {
  kind: WorkKind
  item: WorkItem
  /** Of the group. */
  count: number
  /** Whether it has left the group: it only collapses. */
  leaving: boolean
  onGone: () => void
  /** Called when the row has been dealt with, to place the focus. */
  onDone: () => void
}

/** Who, what in words, since when, and the one thing to do. */
export function WorkRow({ kind, item, count, leaving, onGone, onDone }: WorkRowProps) {
  const row = useCollapse<HTMLLIElement>(leaving, onGone)
  return (
    <li ref={row} className={classes.row} data-late={item.late || undefined} inert={leaving}>
      <span className={classes.mark}>{item.late && <Late />}</span>
      <span className={classes.who}>
        <Name kind={kind} item={item} />
        {item.company_name && (
          <Muted component="bdi" miw={0}>
            {item.company_name}
          </Muted>
        )}
      </span>
      <span className={classes.what}>
        <Sentence kind={kind} item={item} count={count} />
      </span>
      <Muted component="span" className={classes.age ?? ''}>
        {item.since && <RelativeTime value={item.since} />}
      </Muted>
      <span className={classes.verb}>
        <Verb kind={kind} item={item} onDone={onDone} />
      </span>
    </li>
  )
}

/** Not colour alone: a clock, and the word for who cannot see it (U14). */
function Late() {
  const t = useTranslations('dashboard.today')
  return (
    <>
      <IconClockExclamation size={17} stroke={1.75} aria-hidden />
      <VisuallyHidden>{t('late')}</VisuallyHidden>
    </>
  )
}

const CASES: readonly WorkKind[] = ['late', 'not_begun', 'refused', 'answered', 'own_visa']

/** The name leads to the case. */
function Name({ kind, item }: Pick<WorkRowProps, 'kind' | 'item'>) {
  const { id } = item
  const text = useWho(kind, item)
  const shown: ReactNode = (
    <Text component="bdi" inherit fw={600} display="block">
      {text}
    </Text>
  )
  if (!id || !CASES.includes(kind)) return shown
  return (
    <Link to="/applications/$id" params={{ id }} className={classes.name} data-reach>
      {shown}
    </Link>
  )
}

/** Of dues it is the sum, because the company is the reader's own. */
function useWho(kind: WorkKind, { name, amount }: WorkItem): string {
  const t = useTranslations('dashboard.today')
  const user = useUser()
  if (kind === 'draft') return t('draft')
  return kind === 'dues' ? formatAed(amount ?? 0) : (name ?? user.full_name)
}
