import { Button } from '@mantine/core'
import { APPLICATION_SLOTS, type ApplicationSlot, type VisaApplicationRecord } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FileField } from '../../ui/files/FileField.tsx'
import { slotsOf } from '../new/answers.ts'
import facts from './ApplicationFacts.module.css'
import classes from './LateDocuments.module.css'
import { useHandIn, useMayHandIn } from './useHandIn.ts'

/** S7: what was not handed in can follow while the application is active; what its form did not ask for, on demand. */
export function LateDocuments({ application }: { application: VisaApplicationRecord }) {
  const t = useTranslations('applicationDetail')
  const mayHandIn = useMayHandIn(application)
  const [all, setAll] = useState(false)
  const empty = APPLICATION_SLOTS.filter((slot) => !application.document_details[slot])
  const asked = empty.filter((slot) => slotsOf(application.application_type).includes(slot))
  const shown = all ? empty : asked
  if (!mayHandIn || empty.length === 0) return null
  return (
    <section className={facts.group} aria-labelledby="missing-documents">
      <h2 id="missing-documents" className={facts.title}>
        {t(shown.length > 0 ? 'missing' : 'others')}
      </h2>
      {shown.length > 0 && (
        <div className={classes.slots}>
          {shown.map((slot) => (
            <MissingDocument key={slot} application={application} slot={slot} />
          ))}
        </div>
      )}
      {!all && asked.length < empty.length && (
        <Button variant="subtle" size="compact-sm" className={classes.more ?? ''} onClick={() => setAll(true)}>
          {t('otherDocuments')}
        </Button>
      )}
    </section>
  )
}

function MissingDocument({ application, slot }: { application: VisaApplicationRecord; slot: ApplicationSlot }) {
  const names = useTranslations('enums.slot')
  const { uploaded, handIn } = useHandIn(application, slot)
  return <FileField label={names(slot)} value={uploaded} onChange={(document) => document && void handIn(document)} actions={() => null} />
}
