import { Stack, Text } from '@mantine/core'
import { APPLICATION_SLOTS, type ApplicationSlot, type VisaApplicationRecord } from 'contract'
import { useTranslations } from 'use-intl'
import { FileField } from '../../ui/files/FileField.tsx'
import classes from './NextStep.module.css'
import { ToDocuments } from './ToDocuments.tsx'
import { useHandIn, useMayHandIn } from './useHandIn.ts'

interface RefusedStepProps {
  application: VisaApplicationRecord
  notes: string
}

/** Why a stage was refused, and a field for each document that the note names (S7). */
export function RefusedStep({ application, notes }: RefusedStepProps) {
  const t = useTranslations('applicationDetail')
  const slots = useTranslations('enums.slot')
  const mayHandIn = useMayHandIn(application)
  const named = APPLICATION_SLOTS.filter((slot) => notes.includes(slots(slot)))
  return (
    <>
      {notes && (
        <Text component="p" size="sm" lh="prose" my="2xs" className={classes.note ?? ''}>
          <bdi>{notes}</bdi>
        </Text>
      )}
      {mayHandIn && (
        <Stack gap="sm" my="xs">
          {named.map((slot) => (
            <Replacement key={slot} application={application} slot={slot} />
          ))}
        </Stack>
      )}
      {mayHandIn && named.length === 0 && (
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
