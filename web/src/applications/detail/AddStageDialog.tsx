import { Modal } from '@mantine/core'
import type { Stage, VisaApplicationRecord } from 'contract'
import { useCallback, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useMayLeave } from '../../feedback/unsaved.ts'
import { useWidth } from '../../ui/useWidth.ts'
import { AddStageForm } from './AddStageForm.tsx'
import { useAddStage } from './useAddStage.ts'

interface AddStageDialogProps {
  application: VisaApplicationRecord
  stages: readonly Stage[]
  opened: boolean
  onClose: () => void
}

/** Records a stage that is not there yet (§5, S3). */
export function AddStageDialog({ application, stages, opened, onClose }: AddStageDialogProps) {
  const t = useTranslations('applicationDetail')
  const mayLeave = useMayLeave()
  const phone = useWidth('phone')
  // A ref and no state: Escape may follow the last key before the next render.
  const dirty = useRef(false)
  const keepDirty = useCallback((now: boolean) => {
    dirty.current = now
  }, [])
  const leave = async () => {
    if (!dirty.current || (await mayLeave())) onClose()
  }
  return (
    <Modal opened={opened} onClose={() => void leave()} title={t('addStage')} fullScreen={phone}>
      <Content application={application} stages={stages} onDirtyChange={keepDirty} onDone={onClose} onCancel={() => void leave()} />
    </Modal>
  )
}

type ContentProps = Parameters<typeof useAddStage>[0] & { onCancel: () => void }

/** Mounted with the dialog, so that each opening begins empty. */
function Content({ onCancel, ...options }: ContentProps) {
  return <AddStageForm stage={useAddStage(options)} onCancel={onCancel} />
}
