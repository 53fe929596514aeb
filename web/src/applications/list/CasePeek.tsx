import { ActionIcon, Group, Text } from '@mantine/core'
import { IconArrowsDiagonal, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { getApplication, listStages, type VisaApplicationRecord } from 'contract'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import { useUser } from '../../session/session.ts'
import { DocumentPreview } from '../../ui/files/DocumentPreview.tsx'
import { PriorityBadge } from '../../ui/signs/PriorityBadge.tsx'
import { CaseBadge } from '../../ui/signs/StatusBadge.tsx'
import { LoadError } from '../../ui/states/LoadError.tsx'
import { ApplicationFacts } from '../detail/ApplicationFacts.tsx'
import { StagesSkeleton } from '../detail/DetailSkeleton.tsx'
import { detailInput, isUnknown } from '../detail/detailCalls.ts'
import { StageRail } from '../detail/StageRail.tsx'
import { useDetailDocuments } from '../detail/useDetailDocuments.ts'
import { PanelState, useDetailState } from '../detail/useDetailState.tsx'
import classes from './CasePeek.module.css'

interface CasePeekProps {
  id: string
  onClose: () => void
}

/** A case beside the list: what comes next, its stages and its facts. */
export function CasePeek({ id, onClose }: CasePeekProps) {
  const t = useTranslations('applications.peek')
  const detail = useTranslations('applicationDetail')
  const isAdmin = useUser().role === 'admin'
  const { data, error, refetch } = useLoad(getApplication, detailInput(id), { answers: isUnknown })
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what had the focus may have gone with the case before
  useEffect(() => {
    panel.current?.scrollTo({ top: 0 })
    if (document.activeElement === document.body) panel.current?.focus({ preventScroll: true })
  }, [id])
  return (
    <section
      ref={panel}
      className={classes.panel}
      tabIndex={-1}
      data-peek
      data-screen-only
      aria-label={data ? t('label', { name: data.employee_name }) : t('loading')}
    >
      <div className={classes.head}>
        <div aria-live="polite">{data && <Heading application={data} />}</div>
        <Group gap={2} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('whole')}
            title={t('whole')}
            renderRoot={(props) => <Link {...props} to="/applications/$id" params={{ id }} />}
          >
            <IconArrowsDiagonal size={18} stroke={1.6} />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('close')} title={t('close')} onClick={onClose}>
            <IconX size={18} stroke={1.6} />
          </ActionIcon>
        </Group>
      </div>
      {data && (
        <PanelState key={id}>
          <Content application={data} />
        </PanelState>
      )}
      {!data &&
        (error ? (
          <LoadError text={isUnknown(error) ? detail('notFoundText') : detail('failed')} refusal={error} onRetry={() => void refetch()} />
        ) : (
          <StagesSkeleton isAdmin={isAdmin} />
        ))}
    </section>
  )
}

function Heading({ application }: { application: VisaApplicationRecord }) {
  const { id, employee_name, passport_number, priority } = application
  return (
    <>
      <Link to="/applications/$id" params={{ id }} className={classes.name}>
        <bdi>{employee_name}</bdi>
      </Link>
      <Group gap="xs" mt="2xs">
        {passport_number && (
          <Text component="bdi" size="sm" fw={500}>
            {passport_number}
          </Text>
        )}
        <PriorityBadge priority={priority} />
        <CaseBadge application={application} />
      </Group>
    </>
  )
}

function Content({ application }: { application: VisaApplicationRecord }) {
  const stages = useLoad(listStages, detailInput(application.id), { answers: isUnknown })
  const documents = useDetailDocuments(application, stages.data ?? [])
  const [shown, show] = useDetailState('document')
  const index = documents.all.findIndex((document) => document.id === shown)
  return (
    <>
      <StageRail application={application} stages={stages} onView={show} />
      <div className={classes.facts}>
        <ApplicationFacts application={application} />
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
