import { Box, SimpleGrid, Skeleton } from '@mantine/core'
import { getAnalytics } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { partOf, usePart } from '../feedback/usePart.ts'
import { useUser } from '../session/session.ts'
import { SectionTitle } from '../ui/SectionTitle.tsx'
import { nationalityName } from '../ui/signs/nationality.ts'
import { STAGE_BADGES, StageBadge } from '../ui/signs/StageBadge.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { LoadError } from '../ui/states/LoadError.tsx'
import { TableSkeleton } from '../ui/states/TableSkeleton.tsx'
import { ChartsSkeleton } from './charts/ChartsSkeleton.tsx'
import { ShareTable } from './ShareTable.tsx'

const importCharts = partOf(() => import('./charts/Charts.tsx').then(({ Charts }) => Charts))

/** The work as pictures, and the applications by nationality and by stage, most first. */
export function Analytics() {
  const { role } = useUser()
  const Charts = usePart(importCharts, role !== 'employee')
  const t = useTranslations('dashboard')
  const { data, isError, error, refetch } = useLoad(getAnalytics, {}, { staleTime: 0 })
  if (isError && !data) return <LoadError text={t('failed')} refusal={error} onRetry={() => void refetch()} />
  if (data?.by_stage.length === 0) return <EmptyState title={t('applications.none')} hint={t('newest.none')} />
  const nationalities = data?.by_nationality.map(({ nationality, count }) => ({
    id: nationality,
    name: nationalityName(nationality),
    count,
  }))
  const stages = data?.by_stage.map(({ stage_name, count }) => ({
    id: stage_name,
    name: <StageBadge stage={stage_name} />,
    hue: STAGE_BADGES[stage_name].hue,
    count,
  }))
  return (
    <>
      {role !== 'employee' && (Charts ? <Charts /> : <Loading />)}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="3rem" verticalSpacing="xl">
        <section aria-labelledby="by-nationality">
          <SectionTitle id="by-nationality" mb="xs">
            {t('shares.byNationality')}
          </SectionTitle>
          {nationalities ? (
            <ShareTable label={t('shares.nationality')} labelledBy="by-nationality" rows={nationalities} />
          ) : (
            <TableSkeleton rows={6} />
          )}
        </section>
        <section aria-labelledby="by-stage">
          <SectionTitle id="by-stage" mb="xs">
            {t('shares.byStage')}
          </SectionTitle>
          {stages ? <ShareTable label={t('shares.stage')} labelledBy="by-stage" rows={stages} /> : <TableSkeleton rows={6} />}
        </section>
      </SimpleGrid>
    </>
  )
}

/** Below the period that is chosen. */
function Loading() {
  const ui = useTranslations('ui')
  return (
    <Box role="status" aria-label={ui('loading')} mb="3rem">
      <Skeleton height={30} width="8rem" mb="xl" />
      <ChartsSkeleton />
    </Box>
  )
}
