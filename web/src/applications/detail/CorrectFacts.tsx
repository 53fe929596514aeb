import { Button, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { Facts, VisaApplicationRecord } from 'contract'
import { useTranslations } from 'use-intl'
import { Form } from '../../ui/forms/Form.tsx'
import { FormButtons } from '../../ui/forms/FormButtons.tsx'
import { FormDialog } from '../../ui/forms/FormDialog.tsx'
import { LongText } from '../../ui/forms/LongText.tsx'
import { NationalityField } from '../../ui/forms/NationalityField.tsx'
import { PassportField } from '../../ui/forms/PassportField.tsx'
import { SubmitButton } from '../../ui/forms/SubmitButton.tsx'
import { useUrlState } from '../../ui/useUrlState.ts'
import { useCorrectFacts } from './useCorrectFacts.ts'

const CORRECT = 'facts'

interface CorrectFactsProps {
  application: VisaApplicationRecord
}

/** An administrator corrects who an active application is about, with a reason (S7). */
export function CorrectFacts({ application }: CorrectFactsProps) {
  const t = useTranslations('applicationDetail.correction')
  const [dialog, setDialog] = useUrlState('dialog')
  const close = () => setDialog('')
  return (
    <>
      <Button variant="subtle" size="compact-sm" mt="sm" ms="-xs" data-screen-only onClick={() => setDialog(CORRECT)}>
        {t('button')}
      </Button>
      <FormDialog opened={dialog === CORRECT} onClose={close} title={t('title', { name: application.employee_name })} size="lg">
        {(leave) => <FactsForm application={application} onDone={close} onLeave={leave} />}
      </FormDialog>
    </>
  )
}

function FactsForm({ application, onDone, onLeave }: CorrectFactsProps & { onDone: () => void; onLeave: () => void }) {
  const t = useTranslations('applicationDetail.correction')
  const labels = useTranslations('history.fields')
  const { form, submit, busy, changed, isRequired } = useCorrectFacts(application, onDone)
  const field = (name: keyof Facts) => ({ label: labels(name), required: isRequired(name), ...form.getInputProps(name) })
  return (
    <Form onSubmit={submit}>
      <Text size="sm" lh="prose">
        {t('text')}
      </Text>
      <SimpleGrid minColWidth="min(100%, 14rem)" verticalSpacing="sm" spacing="md">
        <TextInput data-autofocus maxLength={200} {...field('employee_name')} />
        <PassportField {...field('passport_number')} />
        <NationalityField {...field('nationality')} />
        <TextInput maxLength={200} {...field('designation')} />
        <TextInput type="tel" dir="ltr" maxLength={200} {...field('mobile')} />
        <TextInput type="email" dir="ltr" maxLength={200} {...field('email')} />
      </SimpleGrid>
      <LongText label={t('reason')} description={t('reasonHint')} required {...form.getInputProps('reason')} />
      <FormButtons>
        <Button variant="default" onClick={onLeave}>
          {t('cancel')}
        </Button>
        <SubmitButton disabled={busy || !changed}>{t(busy ? 'busy' : 'submit')}</SubmitButton>
      </FormButtons>
    </Form>
  )
}
