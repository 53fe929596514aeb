import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { getToday, Reply } from 'contract'
import { useTranslations } from 'use-intl'
import type { Refusal } from '../../api/refusal.ts'
import { LoadError } from '../../ui/states/LoadError.tsx'
import { TableSkeleton } from '../../ui/states/TableSkeleton.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import classes from './Today.module.css'
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
  const { groups, first_steps } = data
  if (groups.length === 0 && !first_steps) return null
  return (
    <div className={classes.today}>
      {groups.filter(isUrgent).map((group) => (
        <WorkGroup key={group.kind} group={group} />
      ))}
      {first_steps && <FirstSteps steps={first_steps} />}
      {groups
        .filter((group) => !isUrgent(group))
        .map((group) => (
          <WorkGroup key={group.kind} group={group} />
        ))}
    </div>
  )
}
