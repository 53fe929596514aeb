import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { EMIRATES, type Establishment, EstablishmentChange, JURISDICTIONS, MOHRE_CATEGORIES, setEstablishment, type Tagged } from 'contract'
import { useTranslations } from 'use-intl'
import { DateField } from '../../ui/forms/DateField.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { FormDialog } from '../../ui/forms/FormDialog.tsx'
import { FormErrorSummary } from '../../ui/forms/FormErrorSummary.tsx'
import { problemsOf } from '../../ui/forms/formProblems.ts'
import { MonthField } from '../../ui/forms/MonthField.tsx'
import { SaveButtons } from '../../ui/forms/SaveButtons.tsx'
import { errorsIn, isAtFields, useCallForm } from '../../ui/forms/useCallForm.ts'
import { changeOf, ESTABLISHMENT_FIELDS, type EstablishmentField, type Typed, typedOf } from './establishmentFields.ts'

interface EstablishmentDialogProps {
  establishment: Tagged<Establishment>
  onClose: () => void
}

/** Says how the authorities know the company. */
export function EstablishmentDialog({ establishment, onClose }: EstablishmentDialogProps) {
  const t = useTranslations('readiness')
  return (
    <FormDialog opened onClose={onClose} title={t('dialog')} size="lg">
      {(leave) => <Content establishment={establishment} onDone={onClose} onCancel={leave} />}
    </FormDialog>
  )
}

const fieldId = (field: string): string => `establishment-${field}`

interface ContentProps extends Pick<EstablishmentDialogProps, 'establishment'> {
  onDone: () => void
  onCancel: () => void
}

function Content({ establishment, onDone, onCancel }: ContentProps) {
  const t = useTranslations('readiness')
  const words = useTranslations('rules.words')
  const before = typedOf(establishment)
  const labels = Object.fromEntries(ESTABLISHMENT_FIELDS.map((field) => [field, t(`fields.${field}`)]))
  const { form, submit, attempt, busy } = useCallForm<typeof setEstablishment, Typed>(setEstablishment, {
    initial: before,
    validate: (typed) => problemsOf(EstablishmentChange, changeOf(before, typed), labels),
    inputOf: (typed) => ({ params: { id: establishment.company_id }, body: changeOf(before, typed) }),
    ifMatch: establishment.etag,
    answers: isAtFields(errorsIn),
    onDone,
  })
  const props = (field: EstablishmentField) => ({ id: fieldId(field), label: labels[field], ...form.getInputProps(field) })
  const line = { autoComplete: 'off', maxLength: 200 } as const
  const choice = (field: 'emirate' | 'jurisdiction' | 'mohre_category') =>
    ({
      ...props(field),
      value: form.values[field] || null,
      onChange: (chosen: string | null) => form.setFieldValue(field, chosen ?? ''),
      clearable: true,
      placeholder: t('notOnRecord'),
    }) as const
  const options = (values: readonly string[], textOf: (value: string) => string) => values.map((value) => ({ value, label: textOf(value) }))
  return (
    <Form onSubmit={submit}>
      <FormErrorSummary errors={form.errors} order={ESTABLISHMENT_FIELDS} attempt={attempt} idOf={fieldId} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select {...choice('emirate')} data={options(EMIRATES, (value) => words(value as 'dubai'))} data-autofocus />
        <Select {...choice('jurisdiction')} data={options(JURISDICTIONS, (value) => words(value as 'mainland'))} />
        {form.values.jurisdiction === 'free_zone' && <TextInput {...props('free_zone')} {...line} />}
        <TextInput {...props('mohre_number')} {...line} />
        <Select {...choice('mohre_category')} data={options(MOHRE_CATEGORIES.map(String), (value) => value)} />
        <TextInput {...props('immigration_number')} {...line} />
        <TextInput {...props('trn')} {...line} dir="ltr" inputMode="numeric" />
        <TextInput {...props('signatory_name')} {...line} />
        <TextInput {...props('quota_total')} {...line} dir="ltr" inputMode="numeric" />
        <DateField {...props('quota_as_of')} value={form.values.quota_as_of} />
        <MonthField {...props('wages_paid_through')} value={form.values.wages_paid_through} />
      </SimpleGrid>
      <SaveButtons cancel={t('cancel')} save={t(busy ? 'saving' : 'save')} disabled={busy || !form.isDirty()} onCancel={onCancel} />
    </Form>
  )
}
