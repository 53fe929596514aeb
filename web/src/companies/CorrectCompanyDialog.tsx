import { Button, Divider, Skeleton, Stack } from '@mantine/core'
import { getCompany, listCompanyHistory } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { HistoryPanel } from '../panels/HistoryPanel.tsx'
import { FormButtons } from '../ui/forms/FormButtons.tsx'
import { FormDialog } from '../ui/forms/FormDialog.tsx'
import { SubmitButton } from '../ui/forms/SubmitButton.tsx'
import { LoadError } from '../ui/states/LoadError.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { profileInput } from './useProfileEdit.ts'

const FORM = 'correct-company-form'

interface CorrectCompanyDialogProps {
  /** The company's id; empty closes the dialog. */
  id: string
  onClose: () => void
}

/** An administrator corrects the data of a company; below the form stands what happened to it (S10). */
export function CorrectCompanyDialog({ id, onClose }: CorrectCompanyDialogProps) {
  const t = useTranslations('companies.correction')
  return (
    <FormDialog opened={id !== ''} onClose={onClose} title={t('title')} size="lg">
      {(leave) => <Content key={id} id={id} onDone={onClose} onLeave={leave} />}
    </FormDialog>
  )
}

function Content({ id, onDone, onLeave }: { id: string; onDone: () => void; onLeave: () => void }) {
  const t = useTranslations('companies.correction')
  const loading = useTranslations('ui')('loading')
  const company = useLoad(getCompany, profileInput(id), { answers: () => true })
  const history = useLoad(listCompanyHistory, { params: { id } }, { answers: () => true })
  const [state, setState] = useState({ savable: false, busy: false })
  if (!company.data)
    return company.error ? (
      <LoadError text={t('failed')} refusal={company.error} onRetry={() => void company.refetch()} />
    ) : (
      <Skeleton height={320} role="status" aria-label={loading} />
    )
  return (
    <>
      <Stack gap="md">
        <ProfileForm id={FORM} loaded={company.data} onStateChange={setState} onDone={onDone} />
        <FormButtons>
          <Button variant="default" onClick={onLeave}>
            {t('abort')}
          </Button>
          <SubmitButton form={FORM} disabled={!state.savable || state.busy}>
            {t(state.busy ? 'saving' : 'save')}
          </SubmitButton>
        </FormButtons>
      </Stack>
      <Divider mt="lg" mb="ml" color="var(--hairline)" />
      <HistoryPanel id={id} entries={history.data} refusal={history.error} onRetry={() => void history.refetch()} />
    </>
  )
}
