import { SimpleGrid } from '@mantine/core'
import { CASE_DATES, dubaiDate, getCaseDates, setCaseDates } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/useAction.ts'
import { useLoad } from '../../api/useLoad.ts'
import { useUnsavedGuard } from '../../feedback/unsaved.ts'
import { DateField } from '../../ui/forms/DateField.tsx'
import { SubmitButton } from '../../ui/forms/SubmitButton.tsx'
import { DetailSection } from './DetailSection.tsx'

type Dates = Record<(typeof CASE_DATES)[number], string>

/** The days of an active case from which authorities count; administrators set them. */
export function CaseDates({ id }: { id: string }) {
  const t = useTranslations('applicationDetail.dates')
  const labels = useTranslations('history.fields')
  const { data } = useLoad(getCaseDates, { params: { id } }, { answers: () => true })
  const [draft, setDraft] = useState<Partial<Dates>>({})
  const { run, busy } = useAction(setCaseDates)
  const changed = Object.fromEntries(
    CASE_DATES.flatMap((name) => (draft[name] === undefined || draft[name] === (data?.[name] ?? '') ? [] : [[name, draft[name]]])),
  )
  const isChanged = Object.keys(changed).length > 0
  useUnsavedGuard(isChanged)
  const save = async () => {
    if (await run({ params: { id }, body: changed })) setDraft({})
  }
  return (
    <DetailSection title={t('title')}>
      <form
        data-screen-only
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <SimpleGrid minColWidth="min(100%, 14rem)" verticalSpacing="sm" spacing="md">
          {CASE_DATES.map((name) => (
            <DateField
              key={name}
              label={labels(name)}
              disabled={!data}
              maxDate={dubaiDate(new Date())}
              value={draft[name] ?? data?.[name] ?? ''}
              onChange={(value) => setDraft({ ...draft, [name]: value })}
            />
          ))}
        </SimpleGrid>
        <SubmitButton mt="sm" disabled={!isChanged || busy}>
          {t(busy ? 'busy' : 'save')}
        </SubmitButton>
      </form>
    </DetailSection>
  )
}
