import { Button, SimpleGrid } from '@mantine/core'
import { APPLICATION_SLOTS, type ApplicationSlot, type VisaApplicationRecord } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FileField } from '../../ui/files/FileField.tsx'
import { slotsOf } from '../new/answers.ts'
import { DetailSection } from './DetailSection.tsx'
import { useHandIn, useMayHandIn } from './useHandIn.ts'

/** Documents that are still missing can be handed in while the application is active; those that its form did not ask for, on demand (S7). */
export function LateDocuments({ application }: { application: VisaApplicationRecord }) {
  const t = useTranslations('applicationDetail')
  const mayHandIn = useMayHandIn(application)
  const [all, setAll] = useState(false)
  const empty = APPLICATION_SLOTS.filter((slot) => !application.document_details[slot])
  const asked = empty.filter((slot) => slotsOf(application.application_type).includes(slot))
  const shown = all ? empty : asked
  if (!mayHandIn || empty.length === 0) return null
  return (
    <DetailSection title={t(shown.length > 0 ? 'missing' : 'others')}>
      {shown.length > 0 && (
        <SimpleGrid minColWidth="min(100%, 17rem)" verticalSpacing="md" spacing="ml">
          {shown.map((slot) => (
            <MissingDocument key={slot} application={application} slot={slot} />
          ))}
        </SimpleGrid>
      )}
      {!all && asked.length < empty.length && (
        <Button variant="subtle" size="compact-sm" mt="sm" ms="-xs" onClick={() => setAll(true)}>
          {t('otherDocuments')}
        </Button>
      )}
    </DetailSection>
  )
}

function MissingDocument({ application, slot }: { application: VisaApplicationRecord; slot: ApplicationSlot }) {
  const names = useTranslations('enums.slot')
  const { uploaded, handIn } = useHandIn(application, slot)
  return (
    <FileField
      label={names(slot)}
      value={uploaded}
      toasts="stores"
      onChange={(document) => document && void handIn(document)}
      actions={() => null}
    />
  )
}
