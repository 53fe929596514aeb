import { Button, Group, Stack, Textarea } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { VisaApplicationRecord } from 'contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FileField } from '../../ui/files/FileField.tsx'
import { CompletionDialog } from './CompletionDialog.tsx'
import type { OpenStage } from './openStage.ts'
import { RejectDialog } from './RejectDialog.tsx'
import { useAdvance } from './useAdvance.ts'
import { useDetailState } from './useDetailState.tsx'

const REJECT = 'reject'

/** The administrator's one button for the open stage, with a note and a file on demand, and the way to refuse. */
export function AdvanceControls({ application, open }: { application: VisaApplicationRecord; open: OpenStage }) {
  const t = useTranslations('applicationDetail')
  const names = useTranslations('enums.stage')
  const step = useAdvance(application, open)
  const [dialog, setDialog] = useDetailState('dialog')
  const [more, setMore] = useState(false)
  const [uploading, setUploading] = useState(false)
  const approval = useFocusAfter(step.begun && !step.busy && !step.asks)
  const stage = names(open.stage_name)
  const verb = open.isLast
    ? t('next.complete', { stage })
    : open.next
      ? t('next.approve', { stage, next: names(open.next) })
      : t('next.approveOnly', { stage })
  const toggle = () => {
    if (more) step.drop()
    setMore(!more)
  }
  return (
    <Stack gap="xs" mt="sm">
      {more && <Extras step={step} onBusyChange={setUploading} />}
      <Button
        ref={approval}
        fullWidth
        h="auto"
        mih="max(2.25rem, var(--thumb))"
        py={6}
        styles={{ label: { whiteSpace: 'normal', overflow: 'visible' } }}
        leftSection={<IconCheck size={16} />}
        disabled={step.busy || uploading}
        onClick={step.press}
      >
        {step.busy ? t('next.busy') : verb}
      </Button>
      {!open.saved && (
        <Button fullWidth variant="default" disabled={step.busy || uploading} onClick={() => void step.begin()}>
          {t('next.begin', { stage })}
        </Button>
      )}
      <Group justify="space-between" gap="xs">
        <Button variant="subtle" color="gray" size="compact-sm" aria-expanded={more} onClick={toggle}>
          {t(more ? 'next.less' : 'next.more')}
        </Button>
        {open.saved?.status !== 'Rejected' && (
          <Button variant="subtle" color="red" size="compact-sm" onClick={() => setDialog(REJECT)}>
            {t('next.reject')}
          </Button>
        )}
      </Group>
      <RejectDialog application={application} open={open} opened={dialog === REJECT} onClose={() => setDialog('')} />
      <CompletionDialog
        application={application}
        opened={step.asks}
        busy={step.busy}
        passportNeeded={step.passportNeeded}
        onSend={(residence, passport_number) => void step.send({ ...residence, ...(passport_number && { passport_number }) })}
        onClose={step.stopAsking}
      />
    </Stack>
  )
}

interface ExtrasProps {
  step: ReturnType<typeof useAdvance>
  onBusyChange: (busy: boolean) => void
}

/** What the step takes along. */
function Extras({ step, onBusyChange }: ExtrasProps) {
  const t = useTranslations('applicationDetail')
  return (
    <>
      <Textarea
        label={t('notesOptional')}
        rows={2}
        maxLength={5_000}
        value={step.draft.notes}
        onChange={(event) => step.set({ notes: event.currentTarget.value })}
      />
      <FileField
        label={t('documentOptional')}
        value={step.draft.document}
        onChange={(document) => step.set({ document })}
        onBusyChange={onBusyChange}
      />
    </>
  )
}

/** The button takes the focus of the one that it replaces. */
function useFocusAfter(replaced: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (replaced) button.current?.focus()
  }, [replaced])
  return button
}
