import { Anchor, Button, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowRight } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type WorkGroup as Group, MAX_WAITING, type WorkKind } from 'contract'
import { useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useIsOfAll } from '../../session/allCompanies.ts'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { useWidth } from '../../ui/useWidth.ts'
import { EXPIRING } from '../ExpiringVisas.tsx'
import classes from './Today.module.css'
import { useCollapse, useLeaving } from './useLeaving.ts'
import { WorkRow } from './WorkRow.tsx'

type Target = Pick<LinkProps, 'to' | 'search'>

/** Where all of a group stand, if its rows here are not all of it. */
const ALL: Partial<Record<WorkKind, Target>> = {
  refused: { to: '/applications', search: { stage_status: 'Rejected' } },
  answered: { to: '/applications', search: { stage_status: 'Rejected' } },
  late: { to: '/applications', search: { pace: 'late' } },
  not_begun: { to: '/applications', search: { stage_status: 'not_begun' } },
  registration: { to: '/users' },
  topup: { to: '/admin-billing' },
  cancellation: { to: '/employees', search: { status: 'cancellation_requested' } },
  expired: { to: '/employees', search: { status: 'expired' } },
}

/** A phone has room for so many rows of a group, or for the first and a button that opens the others. */
const ON_PHONES = 2

interface WorkGroupProps {
  group: Group
  /** Whether its last row has left: it only collapses. */
  leaving: boolean
  onGone: () => void
}

/** A heading with the count, and the first rows. */
export function WorkGroup({ group, leaving, onGone }: WorkGroupProps) {
  const t = useTranslations('dashboard.today')
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { kind, count, items } = group
  const folded = useFolded(group)
  const rows = useLeaving(folded.shown, (item, place) => item.id ?? `${item.company_id} ${item.draft_kind} ${place}`)
  const section = useCollapse(leaving, onGone)
  return (
    <section ref={section} aria-labelledby={id} data-kind={kind} inert={leaving} className={classes.group}>
      <header className={classes.head}>
        <SectionTitle id={id} ref={heading} tabIndex={-1}>
          {t(`title.${kind}`)} <Count kind={kind} count={count} />
        </SectionTitle>
        {kind === 'expiring' ? <ToList /> : count > items.length && <ToAll kind={kind} />}
      </header>
      {rows.shown.length > 0 && (
        <ul className={classes.rows}>
          {rows.shown.map((row) => (
            <WorkRow
              key={row.key}
              kind={kind}
              item={row.item}
              count={count}
              leaving={row.leaving}
              onGone={() => rows.gone(row.key)}
              onDone={() => heading.current?.focus({ preventScroll: true })}
            />
          ))}
        </ul>
      )}
      {folded.hidden > 0 && (
        <Button variant="subtle" size="compact-sm" my="2xs" onClick={folded.open}>
          {t('more', { count: folded.hidden })}
        </Button>
      )}
    </section>
  )
}

function useFolded({ items }: Group) {
  const phone = useWidth('phone')
  const [open, setOpen] = useState(false)
  const shown = phone && !open && items.length > ON_PHONES ? items.slice(0, 1) : items
  return { shown, hidden: items.length - shown.length, open: () => setOpen(true) }
}

/** A number that counts money owed, or the one visa, says nothing. */
const UNCOUNTED: readonly WorkKind[] = ['own_visa', 'dues', 'draft']

function Count({ kind, count }: { kind: WorkKind; count: number }) {
  const ui = useTranslations('ui')
  const t = useTranslations('dashboard.today')
  if (UNCOUNTED.includes(kind)) return null
  return <span className={classes.count}>{count > MAX_WAITING ? t('thousand') : ui('number', { number: count })}</span>
}

function ToAll({ kind }: { kind: WorkKind }) {
  const t = useTranslations('dashboard.today')
  const target = ALL[kind]
  const isOfAll = useIsOfAll()
  if (!target || isOfAll) return null
  return (
    <Anchor className={classes.all ?? ''} size="sm" underline="hover" renderRoot={(props) => <Link {...props} {...target} />}>
      {t('all')}
      <VisuallyHidden>: {t(`title.${kind}`)}</VisuallyHidden>
      <IconArrowRight size={15} stroke={1.75} data-flip aria-hidden />
    </Anchor>
  )
}

/** The list of what expires is whole, below the groups (S9). */
function ToList() {
  const t = useTranslations('dashboard.today')
  return (
    <Anchor className={classes.all ?? ''} size="sm" underline="hover" href={`#${EXPIRING}`}>
      {t('below')}
      <IconArrowDown size={15} stroke={1.75} aria-hidden />
    </Anchor>
  )
}
