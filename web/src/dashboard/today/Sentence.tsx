import { IconAlertTriangle } from '@tabler/icons-react'
import { formatAed, type WorkItem, type WorkKind } from 'contract'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { DubaiDate, RelativeTime } from '../../ui/signs/DubaiDate.tsx'
import { Money } from '../../ui/signs/Money.tsx'
import { OwnVisa } from './OwnVisa.tsx'
import { Refused } from './Refused.tsx'
import classes from './Today.module.css'

interface SentenceProps {
  kind: WorkKind
  item: WorkItem
  /** Of the group. */
  count: number
}

/** What a row is about, in words. */
export function Sentence({ kind, item, count }: SentenceProps): ReactNode {
  const t = useTranslations('dashboard.today')
  switch (kind) {
    case 'answered':
    case 'late':
    case 'not_begun':
      return <Stands item={item} />
    case 'refused':
      return <Refused item={item} />
    case 'registration':
      return <Registers item={item} />
    case 'topup':
      return <Money aed={item.amount ?? 0} />
    case 'cancellation':
      return t('cancellation')
    case 'dues':
      return item.company_id
        ? t('duesOfOne', { missing: formatAed(item.missing ?? 0) })
        : t('dues', { missing: formatAed(item.missing ?? 0), count })
    case 'expired':
      return t.rich('expiredOn', { date: () => item.expires_on && <DubaiDate value={item.expires_on} /> })
    case 'draft':
      return t(item.draft_kind === 'renewal' ? 'draftOfRenewal' : 'draftOfNew')
    case 'own_visa':
      return <OwnVisa item={item} />
    case 'expiring':
      return null
  }
}

function Stands({ item: { stage_name, stage_status, next_stage, answered_at } }: { item: WorkItem }) {
  const t = useTranslations('dashboard.today')
  const words = useTranslations('enums')
  const name = next_stage ?? stage_name
  if (!name) return null
  const stage = words(`stage.${name}`)
  if (!stage_status) return t('toBegin', { stage })
  const status = words(`status.${stage_status}`)
  if (!answered_at) return t('stands', { stage, status })
  return t.rich('standsAnswered', { stage, status, when: () => <RelativeTime value={answered_at} /> })
}

function Registers({ item: { doubts } }: { item: WorkItem }) {
  const t = useTranslations('dashboard.today')
  if (doubts.length === 0) return t('registers')
  return (
    <span className={classes.doubts}>
      <IconAlertTriangle size={15} stroke={1.75} aria-hidden />
      {doubts.map((doubt) => t(`doubts.${doubt}`)).join(' · ')}
    </span>
  )
}
