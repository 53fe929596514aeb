import { ActionIcon, Button, Group, Select, Stack, Textarea } from '@mantine/core'
import { IconPencil, IconX } from '@tabler/icons-react'
import { type Stage, StageStatus, type VisaApplicationRecord } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FileField } from '../../ui/files/FileField.tsx'
import { useListAhead } from '../../ui/forms/useListAhead.ts'
import { CompletionDialog } from './CompletionDialog.tsx'
import { useStageDraft } from './useStageDraft.ts'

/** The admin's controls of one saved stage: its status always, notes and document on demand. */
export function StageEditor({ application, stage }: { application: VisaApplicationRecord; stage: Stage }) {
  const t = useTranslations('applicationDetail')
  const words = useTranslations('enums')
  const draft = useStageDraft(application, stage)
  const ahead = useListAhead()
  const [open, setOpen] = useState(false)
  const [uploading, setUploading] = useState(false)
  const named = { stage: words(`stage.${stage.stage_name}`) }
  const store = async (given?: Parameters<typeof draft.store>[0]) => {
    if (await draft.store(given)) setOpen(false)
  }
  const toggle = () => {
    if (open) draft.dropDetails()
    setOpen(!open)
  }
  return (
    <Stack gap="xs" mt={6} maw={{ base: '26rem', lg: 'none' }}>
      <Group gap={6}>
        <Select
          {...ahead}
          flex="1 1 7rem"
          miw={0}
          size="xs"
          aria-label={t('stageStatus', named)}
          data={StageStatus.options.map((value) => ({ value, label: words(`status.${value}`) }))}
          value={draft.status}
          allowDeselect={false}
          disabled={draft.busy}
          onChange={(value) => draft.set({ status: StageStatus.parse(value) })}
        />
        <Button
          size="xs"
          flex="none"
          aria-label={t('updateStageNamed', named)}
          disabled={!draft.changed || draft.busy || uploading}
          onClick={() => (draft.completes ? draft.ask() : void store())}
        >
          {t('updateStage')}
        </Button>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={30}
          aria-expanded={open}
          aria-label={t(open ? 'closeStage' : 'editStage', named)}
          title={t(open ? 'closeStage' : 'editStage', named)}
          onClick={toggle}
        >
          {open ? <IconX size={17} stroke={1.6} /> : <IconPencil size={17} stroke={1.6} />}
        </ActionIcon>
      </Group>
      {open && <StageDetails draft={draft} replaces={stage.document_details !== null} onBusyChange={setUploading} />}
      <CompletionDialog
        application={application}
        opened={draft.asks}
        busy={draft.busy}
        passportNeeded={draft.passportNeeded}
        onSend={(residence, passport_number) => void store({ ...residence, ...(passport_number && { passport_number }) })}
        onClose={draft.stopAsking}
      />
    </Stack>
  )
}

interface StageDetailsProps {
  draft: ReturnType<typeof useStageDraft>
  /** Whether a new document replaces one. */
  replaces: boolean
  onBusyChange: (busy: boolean) => void
}

function StageDetails({ draft, replaces, onBusyChange }: StageDetailsProps) {
  const t = useTranslations('applicationDetail')
  return (
    <>
      <Textarea
        label={t('notes')}
        rows={3}
        maxLength={5_000}
        value={draft.notes}
        onChange={(event) => draft.set({ notes: event.currentTarget.value })}
      />
      <FileField
        label={t(replaces ? 'documentReplaces' : 'document')}
        value={draft.document}
        onChange={(document) => draft.set({ document })}
        onBusyChange={onBusyChange}
      />
    </>
  )
}
