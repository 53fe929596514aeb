import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { IconDots, IconDownload, IconEye, IconPlus } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { countedStages, downloadName, openStage, STAGE_NAMES, type Stage, type VisaApplicationRecord } from 'contract'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Refusal } from '../../api/refusal.ts'
import { StagePanel } from '../../panels/StagePanel.tsx'
import { useUser } from '../../session/session.ts'
import { LostNote } from '../../ui/files/LostNote.tsx'
import { useDownload } from '../../ui/files/useDownload.ts'
import { Muted } from '../../ui/Muted.tsx'
import { RelativeTime } from '../../ui/signs/DubaiDate.tsx'
import { LoadError } from '../../ui/states/LoadError.tsx'
import { AddStageDialog } from './AddStageDialog.tsx'
import { StagesSkeleton } from './DetailSkeleton.tsx'
import { NextStep } from './NextStep.tsx'
import { StageEditor } from './StageEditor.tsx'
import { StageOutlook } from './StageOutlook.tsx'
import { ToDocuments } from './ToDocuments.tsx'
import { useDetailState } from './useDetailState.tsx'
import { useMayHandIn } from './useHandIn.ts'

interface StageRailProps {
  application: VisaApplicationRecord
  stages: UseQueryResult<Stage[], Refusal>
  /** What stands between the next step and the stages. */
  clocks?: ReactNode
  /** Shows the document with this id. */
  onView: (id: string) => void
}

const ADD = 'add-stage'
const BY_HAND = 'by-hand'

/** The seven stages of this application, with their documents and the admin's controls. */
export function StageRail({ application, stages, clocks, onView }: StageRailProps) {
  const t = useTranslations('applicationDetail')
  const isAdmin = useUser().role === 'admin'
  const mayEdit = isAdmin && application.status !== 'withdrawn'
  const [dialog, setDialog] = useDetailState('dialog')
  const [byHand, setByHand] = useDetailState('stages')
  const { data, error, refetch } = stages
  const isActive = application.status === 'active'
  if (!data && error) return <LoadError text={t('stagesFailed')} refusal={error} onRetry={() => void refetch()} />
  if (!data) return <StagesSkeleton next={isActive} isAdmin={isAdmin} />
  const current = application.status === 'withdrawn' ? undefined : openStage(application, data)
  const addable = mayEdit && data.length < STAGE_NAMES.length
  return (
    <>
      {isActive && <NextStep application={application} stages={data} />}
      {clocks}
      <StagePanel
        stages={data}
        current={current}
        counted={countedStages(application, data)}
        refused={<RefusedHint application={application} />}
        outlook={isActive ? (name) => <StageOutlook stage={name} current={name === current} /> : undefined}
        menu={mayEdit && <ByHand on={byHand !== ''} onChange={(on) => setByHand(on ? BY_HAND : '')} />}
        foot={
          <Stack gap="sm">
            <LastUpdate application={application} stages={data} />
            {addable && byHand !== '' && (
              <Button fullWidth variant="default" leftSection={<IconPlus size={16} />} onClick={() => setDialog(ADD)}>
                {t('addStage')}
              </Button>
            )}
          </Stack>
        }
      >
        {(stage) => (
          <>
            <StageDocument stage={stage} owner={application.employee_name} replaceable={mayEdit} onView={onView} />
            {mayEdit && byHand !== '' && <StageEditor application={application} stage={stage} />}
          </>
        )}
      </StagePanel>
      {mayEdit && (
        <AddStageDialog application={application} stages={data} opened={dialog === ADD && addable} onClose={() => setDialog('')} />
      )}
    </>
  )
}

/** Any status of any stage at any time (§4), behind a menu: most days take the next step alone. */
function ByHand({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  const label = useTranslations('applicationDetail.next')('byHand')
  return (
    <ActionIcon
      variant={on ? 'light' : 'subtle'}
      color="gray"
      size={30}
      aria-label={label}
      title={label}
      aria-expanded={on}
      data-screen-only
      onClick={() => onChange(!on)}
    >
      <IconDots size={18} stroke={1.75} />
    </ActionIcon>
  )
}

/** Says when the application last changed (U66). */
function LastUpdate({ application, stages }: { application: VisaApplicationRecord; stages: readonly Stage[] }) {
  const t = useTranslations('applicationDetail.outlook')
  const last = stages.reduce((latest, { updated_at }) => (updated_at > latest ? updated_at : latest), application.submitted_at)
  return <Muted lh="row">{t.rich('lastUpdate', { when: () => <RelativeTime value={last} /> })}</Muted>
}

/** Says what to do next, depending on the reader's role. */
function RefusedHint({ application }: { application: VisaApplicationRecord }) {
  const t = useTranslations('applicationDetail.refused')
  const { role } = useUser()
  const mayHandIn = useMayHandIn(application)
  if (role === 'admin') return t(mayHandIn ? 'admin' : 'adminClosed')
  if (!mayHandIn) return t('contact')
  return t.rich('documents', { link: (words) => <ToDocuments id={application.id}>{words}</ToDocuments> })
}

interface StageDocumentProps extends Pick<StageRailProps, 'onView'> {
  stage: Stage
  owner: string
  replaceable: boolean
}

function StageDocument({ stage, owner, replaceable, onView }: StageDocumentProps) {
  const t = useTranslations('applicationDetail')
  const names = useTranslations('enums.stage')
  const download = useDownload()
  const { stage_name, document_details: document } = stage
  if (!document) return null
  if (document.lost) return <LostNote replaceable={replaceable} />
  const named = { stage: names(stage_name) }
  return (
    <Group gap={2} wrap="nowrap" mih="1.75rem" fz="note">
      <Text component="bdi" inherit truncate me="2xs" title={document.name}>
        {document.name}
      </Text>
      <ActionIcon variant="subtle" color="gray" size={28} aria-label={t('viewOfStage', named)} onClick={() => onView(document.id)}>
        <IconEye size={17} stroke={1.6} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={t('downloadOfStage', named)}
        onClick={() => void download(document.id, downloadName(owner, stage_name, document.type))}
      >
        <IconDownload size={17} stroke={1.6} />
      </ActionIcon>
    </Group>
  )
}
