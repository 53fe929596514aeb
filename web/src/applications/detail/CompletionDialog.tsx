import { Button, Modal, Skeleton, Text } from '@mantine/core'
import { getEmployee, listApplicationHistory, type VisaApplicationRecord } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import { Form } from '../../ui/forms/Form.tsx'
import { FormButtons } from '../../ui/forms/FormButtons.tsx'
import { PassportField } from '../../ui/forms/PassportField.tsx'
import { SubmitButton } from '../../ui/forms/SubmitButton.tsx'
import { useWidth } from '../../ui/useWidth.ts'
import { ResidenceFields } from './ResidenceFields.tsx'
import { NO_RESIDENCE, type ResidenceValues, residenceChanges } from './residence.ts'

interface CompletionDialogProps {
  application: VisaApplicationRecord
  opened: boolean
  busy: boolean
  /** Why a passport number is needed (S5). */
  passportNeeded: string | undefined
  onSend: (residence: Partial<ResidenceValues>, passport_number: string | undefined) => void
  onClose: () => void
}

/** Asks for the new residence before the last stage is approved (S14), and for the passport number where none is known (S5). */
export function CompletionDialog({ opened, onClose, ...rest }: CompletionDialogProps) {
  const t = useTranslations('applicationDetail')
  const phone = useWidth('phone')
  return (
    <Modal opened={opened} onClose={onClose} title={t('completion.title')} fullScreen={phone}>
      <Content {...rest} onClose={onClose} />
    </Modal>
  )
}

type ContentProps = Omit<CompletionDialogProps, 'opened'>

/** Mounted with the dialog, so that each opening begins with what is stored. */
function Content({ application, ...rest }: ContentProps) {
  const before = useStoredResidence(application)
  if (!before) return <Skeleton height={210} radius="md" />
  return <CompletionForm application={application} before={before} {...rest} />
}

function CompletionForm({ application, before, busy, passportNeeded, onSend, onClose }: ContentProps & { before: ResidenceValues }) {
  const t = useTranslations('applicationDetail')
  const [values, setValues] = useState(before)
  const [passport, setPassport] = useState('')
  const given = passport.trim().toUpperCase()
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        onSend(residenceChanges(values, before), given || undefined)
      }}
    >
      <Text size="sm" lh="prose">
        {t('completion.text', { name: application.employee_name })}
      </Text>
      <ResidenceFields values={values} before={before} set={(change) => setValues((latest) => ({ ...latest, ...change }))} />
      {passportNeeded && (
        <>
          <Text size="sm" lh="prose">
            {t('completion.passport', { name: application.employee_name })}
          </Text>
          <PassportField label={t('passportNumber')} required data-autofocus value={passport} onChange={setPassport} />
        </>
      )}
      <FormButtons>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <SubmitButton disabled={busy || (passportNeeded !== undefined && given === '')}>
          {busy ? t('saving') : t('completion.send')}
        </SubmitButton>
      </FormButtons>
    </Form>
  )
}

/** What is stored of the new residence: the date, and after a completion that was taken back what it wrote into the record. */
function useStoredResidence({ id, employee_id, expiry_date }: VisaApplicationRecord): ResidenceValues | undefined {
  const history = useLoad(listApplicationHistory, { params: { id } }, { answers: () => true })
  const reopened = history.data?.some(({ action }) => action === 'reopened') ?? false
  const record = useLoad(
    getEmployee,
    { params: { id: employee_id ?? '' } },
    { enabled: reopened && employee_id !== null, answers: () => true },
  )
  if (history.isPending || record.isLoading) return undefined
  const { visa_number, eid_number, eid_expiry_date } = (reopened && record.data) || {}
  return {
    ...NO_RESIDENCE,
    expiry_date: expiry_date ?? '',
    visa_number: visa_number ?? '',
    eid_number: eid_number ?? '',
    eid_expiry_date: eid_expiry_date ?? '',
  }
}
