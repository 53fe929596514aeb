import { Skeleton } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { getApplication, listApplicationHistory, listStages, type VisaApplicationRecord } from 'contract'
import { useDeferredValue } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import { DeadlineSection } from '../../panels/deadlines/DeadlineSection.tsx'
import { HistoryPanel } from '../../panels/HistoryPanel.tsx'
import { useUser } from '../../session/session.ts'
import { DocumentPreview } from '../../ui/files/DocumentPreview.tsx'
import { Page } from '../../ui/Page.tsx'
import { LoadError } from '../../ui/states/LoadError.tsx'
import { NotFound } from '../../ui/states/NotFound.tsx'
import { useIsOnScreen } from '../../ui/untilPainted.ts'
import { useUrlState } from '../../ui/useUrlState.ts'
import { Thread } from '../thread/Thread.tsx'
import { searchOfWalk } from '../walk.ts'
import { ApplicationBadges } from './ApplicationBadges.tsx'
import classes from './ApplicationDetailScreen.module.css'
import { ApplicationFacts } from './ApplicationFacts.tsx'
import { BadgesSkeleton, DetailSkeleton } from './DetailSkeleton.tsx'
import { DocumentRows } from './DocumentRows.tsx'
import { detailInput, isUnknown } from './detailCalls.ts'
import { LateDocuments } from './LateDocuments.tsx'
import { StageRail } from './StageRail.tsx'
import { useDetailDocuments } from './useDetailDocuments.ts'
import { Withdrawn } from './Withdrawn.tsx'

/** One application: how far it is, what was submitted, and the admin's part of the work (§2, U44–U49). */
export function ApplicationDetailScreen() {
  const t = useTranslations('applicationDetail')
  const { id = '' } = useParams({ strict: false })
  const { data, error, refetch } = useLoad(getApplication, detailInput(id), { answers: isUnknown })
  const back = { to: '/applications', label: t('back') }
  const isOnScreen = useIsOnScreen()
  const isAdmin = useUser().role === 'admin'
  if (data) return <Detail key={id} application={data} headAlone={!isOnScreen} />
  if (error && isUnknown(error))
    return <NotFound title={t('notFound')} text={t('notFoundText')} back={{ to: '/applications', label: t('notFoundBack') }} />
  return (
    <Page
      title={t('title')}
      heading={error ? t('title') : <Skeleton width={260} height={30} my={{ base: 1, sm: 5 }} />}
      subtitle={!error && <BadgesSkeleton />}
      back={back}
    >
      {error ? <LoadError text={t('failed')} refusal={error} onRetry={() => void refetch()} /> : <DetailSkeleton isAdmin={isAdmin} />}
    </Page>
  )
}

/** The head is there at once; the rest follows it, but not from one case to the next. */
function Detail({ application, headAlone }: { application: VisaApplicationRecord; headAlone: boolean }) {
  const t = useTranslations('applicationDetail')
  return (
    <Page
      title={application.employee_name}
      heading={<bdi className={classes.name}>{application.employee_name}</bdi>}
      subtitle={<ApplicationBadges application={application} />}
      back={{ to: '/applications', label: t('back'), search: searchOfWalk(application.id) }}
    >
      {!headAlone && <Columns application={application} />}
    </Page>
  )
}

function Columns({ application }: { application: VisaApplicationRecord }) {
  const stages = useLoad(listStages, detailInput(application.id), { answers: isUnknown })
  const history = useLoad(listApplicationHistory, { params: { id: application.id } }, { answers: () => true })
  const documents = useDetailDocuments(application, stages.data ?? [])
  const [shown, show] = useUrlState('document')
  const index = documents.all.findIndex((document) => document.id === shown)
  // What loads by itself is drawn after what is there.
  const isWhole = useDeferredValue(true, false)
  return (
    <>
      <div className={classes.columns}>
        <div className={classes.side}>
          <StageRail
            application={application}
            stages={stages}
            clocks={isWhole && <DeadlineSection of={{ application_id: application.id }} />}
            onView={show}
          />
          {isWhole && <Thread application={application} />}
        </div>
        <div className={classes.main}>
          {application.status === 'withdrawn' && <Withdrawn history={history.data} />}
          <ApplicationFacts application={application} />
          {isWhole && (
            <>
              <DocumentRows
                application={application}
                stages={stages.data ?? []}
                documents={documents.uploaded}
                some={documents.all.length > 0}
                onView={show}
              />
              <div data-screen-only>
                <LateDocuments application={application} />
                <HistoryPanel id={application.id} entries={history.data} refusal={history.error} onRetry={() => void history.refetch()} />
              </div>
            </>
          )}
        </div>
      </div>
      <DocumentPreview
        documents={documents.all}
        index={index < 0 ? undefined : index}
        onIndexChange={(next) => show(documents.all[next]?.id ?? '')}
        onClose={() => show('')}
      />
    </>
  )
}
