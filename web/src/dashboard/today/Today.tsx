import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { getToday, Reply } from 'contract'
import { useTranslations } from 'use-intl'
import type { Refusal } from '../../api/refusal.ts'
import { LoadError } from '../../ui/states/LoadError.tsx'
import { TableSkeleton } from '../../ui/states/TableSkeleton.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import classes from './Today.module.css'
import { useLeaving } from './useLeaving.ts'
import { WorkGroup } from './WorkGroup.tsx'

/** What costs a company time and money stands above its first steps. */
const isUrgent = ({ kind }: Reply<typeof getToday>['groups'][number]): boolean => kind === 'refused' || kind === 'dues'

interface TodayProps {
  today: UseQueryResult<Reply<typeof getToday>, Refusal>
}

/** What waits for the viewer, in groups, each row with the one thing to do; nothing where nothing waits (U74, U78). */
export function Today({ today: { data, error, refetch } }: TodayProps) {
  const t = useTranslations('dashboard.today')
  if (!data && error) return <LoadError text={t('failed')} refusal={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={classes.today}>
        <Skeleton height={14} width="9rem" my="xs" />
        <TableSkeleton rows={3} height={44} />
      </div>
    )
  return <Groups {...data} />
}

function Groups({ groups, first_steps }: Reply<typeof getToday>) {
  const { shown, gone } = useLeaving(groups, ({ kind }) => kind)
  const sections = (urgent: boolean) =>
    shown
      .filter(({ item }) => isUrgent(item) === urgent)
      .map(({ key, item, leaving }) => <WorkGroup key={key} group={item} leaving={leaving} onGone={() => gone(key)} />)
  if (shown.length === 0 && !first_steps) return null
  return (
    <div className={classes.today}>
      {sections(true)}
      {first_steps && <FirstSteps steps={first_steps} />}
      {sections(false)}
    </div>
  )
}
