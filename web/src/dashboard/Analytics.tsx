import { getAnalytics } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { STAGE_BADGES, StageBadge } from '../ui/signs/StageBadge.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { LoadError } from '../ui/states/LoadError.tsx'
import { TableSkeleton } from '../ui/states/TableSkeleton.tsx'
import classes from './Analytics.module.css'
import { ShareTable } from './ShareTable.tsx'

/** Which nationalities and stages the applications have, most first. */
export function Analytics() {
  const t = useTranslations('dashboard')
  const { data, isError, error, refetch } = useLoad(getAnalytics, {}, { staleTime: 0 })
  if (isError && !data) return <LoadError text={t('failed')} refusal={error} onRetry={() => void refetch()} />
  if (data?.by_stage.length === 0) return <EmptyState title={t('applications.none')} hint={t('newest.none')} />
  const nationalities = data?.by_nationality.map(({ nationality, count }) => ({ key: nationality, name: nationality, count }))
  const stages = data?.by_stage.map(({ stage_name, count }) => ({
    key: stage_name,
    name: <StageBadge stage={stage_name} />,
    hue: STAGE_BADGES[stage_name].hue,
    count,
  }))
  return (
    <div className={classes.columns}>
      <section aria-labelledby="by-nationality">
        <h2 id="by-nationality" className={classes.title}>
          {t('shares.byNationality')}
        </h2>
        {nationalities ? (
          <ShareTable label={t('shares.nationality')} labelledBy="by-nationality" rows={nationalities} />
        ) : (
          <TableSkeleton rows={6} />
        )}
      </section>
      <section aria-labelledby="by-stage">
        <h2 id="by-stage" className={classes.title}>
          {t('shares.byStage')}
        </h2>
        {stages ? <ShareTable label={t('shares.stage')} labelledBy="by-stage" rows={stages} /> : <TableSkeleton rows={6} />}
      </section>
    </div>
  )
}
