import type { ApplicationType } from 'contract'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { confirm } from '../../feedback/confirm.ts'
import { Page } from '../../ui/Page.tsx'
import { useUrlState } from '../../ui/useUrlState.ts'
import { NewApplicationForm } from './NewApplicationForm.tsx'
import { type ApplicationChoice, isChoice, TypeChoice } from './TypeChoice.tsx'
import { useLabels } from './useLabels.ts'
import { useSubmission } from './useSubmission.ts'

const kindOf = (type: ApplicationChoice): ApplicationType => (type === 'existing' ? 'renewal' : 'new')

/** First the type is chosen, then one page is filled in (§2, B11). The answers are kept here, so that a change of the type does not lose them. */
export function NewApplicationScreen() {
  const t = useTranslations('newApplication')
  const [given, setType] = useUrlState('type', { history: 'push' })
  const type = isChoice(given) ? given : undefined
  const kind = useLastKind(type)
  const submission = useSubmission(kind)
  const labelOf = useLabels(kind ?? 'new')
  const chosenHere = useRef(false)
  const choose = (choice: ApplicationChoice | '') => {
    chosenHere.current = true
    submission.form.clearErrors()
    setType(choice)
  }
  const changeType = async () => {
    const files = submission.uploading.map((slot) => labelOf(`documents.${slot}`)).join(', ')
    if (files && !(await confirm({ title: t('changeTitle'), body: t('changeBody', { files }), action: t('changeAction') }))) return
    choose('')
  }
  return (
    <Page title={t('title')} back={{ to: '/applications', label: t('back') }}>
      {type && kind ? (
        <NewApplicationForm
          key={`${type} ${submission.draft.version}`}
          type={type}
          kind={kind}
          submission={submission}
          takesFocus={chosenHere.current || submission.draft.version > 0}
          onChangeType={() => void changeType()}
        />
      ) : (
        <TypeChoice onChoose={choose} takesFocus={chosenHere.current} />
      )}
    </Page>
  )
}

/** The kind of the form that is open or was open last: its draft is still kept while the type is chosen again. */
function useLastKind(type: ApplicationChoice | undefined) {
  const [last, setLast] = useState(type && kindOf(type))
  const kind = type ? kindOf(type) : last
  if (kind !== last) setLast(kind)
  return kind
}
