import { Stack, Text } from '@mantine/core'
import type { ApplicationSlot, Stage, VisaApplicationRecord } from 'contract'
import { useTranslations } from 'use-intl'
import { FileField } from '../../ui/files/FileField.tsx'
import { askedFor } from './documentState.ts'
import classes from './NextStep.module.css'
import { ToDocuments } from './ToDocuments.tsx'
import { useHandIn, useMayHandIn } from './useHandIn.ts'

interface RefusedStepProps {
  application: VisaApplicationRecord
  stage: Stage
}

/** Why a stage was refused, and a field for each document that the note names and that has not come yet (S7). */
export function RefusedStep({ application, stage }: RefusedStepProps) {
  const t = useTranslations('applicationDetail')
  const mayHandIn = useMayHandIn(application)
  const asked = askedFor(stage, application)
  return (
    <>
      {stage.notes && (
        <Text component="p" size="sm" lh="prose" my="2xs" className={classes.note ?? ''}>
          <bdi>{stage.notes}</bdi>
        </Text>
      )}
      {mayHandIn && asked.length > 0 && (
        <Stack gap="sm" my="xs">
          {asked.map((slot) => (
            <Replacement key={slot} application={application} slot={slot} />
          ))}
        </Stack>
      )}
      {mayHandIn && asked.length === 0 && (
        <Text size="sm">
          <ToDocuments id={application.id}>{t('next.toDocuments')}</ToDocuments>
        </Text>
      )}
    </>
  )
}

function Replacement({ application, slot }: { application: VisaApplicationRecord; slot: ApplicationSlot }) {
  const t = useTranslations('applicationDetail')
  const name = useTranslations('enums.slot')(slot)
  const { uploaded, handIn } = useHandIn(application, slot)
  return (
    <FileField
      label={t('replacement', { name })}
      value={uploaded}
      onChange={(document) => document && void handIn(document)}
      actions={() => null}
    />
  )
}
