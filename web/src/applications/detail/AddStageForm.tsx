import { Button, Select, Stack, Textarea } from '@mantine/core'
import { StageName, StageStatus } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FileField } from '../../ui/files/FileField.tsx'
import { FormButtons } from '../../ui/forms/FormButtons.tsx'
import { PassportField } from '../../ui/forms/PassportField.tsx'
import { SubmitButton } from '../../ui/forms/SubmitButton.tsx'
import { useListAhead } from '../../ui/forms/useListAhead.ts'
import { ResidenceFields } from './ResidenceFields.tsx'
import type { useAddStage } from './useAddStage.ts'

/** Save waits until a stage is chosen (§5). */
export function AddStageForm({ stage, onCancel }: { stage: ReturnType<typeof useAddStage>; onCancel: () => void }) {
  const t = useTranslations('applicationDetail')
  const [uploading, setUploading] = useState(false)
  const { values, set, busy } = stage
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        stage.save()
      }}
    >
      <Stack gap="md">
        <StageAndStatus stage={stage} />
        <Textarea
          label={t('notesOptional')}
          description={t('notesHint')}
          rows={3}
          maxLength={5_000}
          value={values.notes}
          onChange={(event) => set({ notes: event.currentTarget.value })}
        />
        <FileField
          label={t('documentOptional')}
          value={values.document}
          onChange={(document) => set({ document })}
          onBusyChange={setUploading}
        />
        {stage.completing && <ResidenceFields values={values} before={stage.before} set={set} />}
        {(stage.passportNeeded || values.passport_number) && (
          <PassportField
            label={t('passportNumber')}
            required
            error={stage.passportNeeded}
            value={values.passport_number}
            onChange={(passport_number) => set({ passport_number })}
          />
        )}
        <FormButtons>
          <Button variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
          <SubmitButton disabled={!stage.stage_name || busy || uploading}>{t(busy ? 'saving' : 'save')}</SubmitButton>
        </FormButtons>
      </Stack>
    </form>
  )
}

function StageAndStatus({ stage: { values, set, open, stage_name, taken } }: { stage: ReturnType<typeof useAddStage> }) {
  const t = useTranslations('applicationDetail')
  const words = useTranslations('enums')
  const stageList = useListAhead()
  const statusList = useListAhead()
  return (
    <>
      <Select
        {...stageList}
        label={t('stage')}
        placeholder={t('chooseStage')}
        required
        data-autofocus
        data={open.map((value) => ({ value, label: words(`stage.${value}`) }))}
        value={stage_name ?? null}
        error={taken}
        onChange={(value) => set({ stage_name: StageName.nullable().parse(value) })}
      />
      <Select
        {...statusList}
        label={t('status')}
        data={StageStatus.options.map((value) => ({ value, label: words(`status.${value}`) }))}
        value={values.status}
        allowDeselect={false}
        onChange={(value) => set({ status: StageStatus.parse(value) })}
      />
    </>
  )
}
