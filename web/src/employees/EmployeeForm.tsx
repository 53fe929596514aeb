import { Button, SimpleGrid, TextInput, VisuallyHidden } from '@mantine/core'
import { dubaiDate } from 'contract'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { CompanyPicker } from '../panels/CompanyPicker.tsx'
import { DateField } from '../ui/forms/DateField.tsx'
import { EidField } from '../ui/forms/EidField.tsx'
import { FieldHint } from '../ui/forms/FieldHint.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { FormButtons } from '../ui/forms/FormButtons.tsx'
import { FormErrorSummary } from '../ui/forms/FormErrorSummary.tsx'
import { NationalityField } from '../ui/forms/NationalityField.tsx'
import { PassportField } from '../ui/forms/PassportField.tsx'
import { SubmitButton } from '../ui/forms/SubmitButton.tsx'
import { Muted } from '../ui/Muted.tsx'
import { FIELDS, type Field } from './answers.ts'
import type { EmployeeForm as Edit } from './useEmployeeForm.ts'

const ORDER = ['company_id', ...FIELDS]
const REQUIRED: readonly Field[] = ['employee_name', 'passport_number', 'nationality', 'designation']
const idOf = (field: string): string => `employee-${field}`

interface EmployeeFormProps {
  of: Edit
  /** Whether the person chooses the company: the admin, of a new record. */
  choosesCompany: boolean
  /** A new record can always be saved, an existing one only when a field differs. */
  isNew: boolean
  onLeave: () => void
}

export function EmployeeForm({ of, choosesCompany, isNew, onLeave }: EmployeeFormProps) {
  const t = useTranslations('employees')
  const { form, submit, attempt, busy, dirty, warnings, settle } = of
  return (
    <Form onSubmit={submit} onBlur={settle}>
      <FormErrorSummary errors={form.errors} order={ORDER} attempt={attempt} idOf={idOf} />
      <Muted>{t('form.required')}</Muted>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="ml" verticalSpacing="md">
        {choosesCompany && <Company form={form} />}
        <Fields of={of} />
      </SimpleGrid>
      <VisuallyHidden role="status">{Object.values(warnings).map((warning) => t(`warnings.${warning}`))}</VisuallyHidden>
      <FormButtons>
        <Button variant="default" onClick={onLeave}>
          {t('form.abort')}
        </Button>
        <SubmitButton disabled={busy || (!isNew && !dirty)}>{t(busy ? 'form.saving' : isNew ? 'add' : 'form.save')}</SubmitButton>
      </FormButtons>
    </Form>
  )
}

function Company({ form }: { form: Edit['form'] }) {
  const t = useTranslations('employees.form')
  return (
    <CompanyPicker
      id={idOf('company_id')}
      style={{ gridColumn: '1 / -1' }}
      label={t('company')}
      required
      data-autofocus
      openOnFocus={false}
      value={form.values.company_id}
      error={form.errors.company_id}
      onPick={(company) => {
        form.setFieldValue('company_id', company?.id ?? '')
        form.clearFieldError('company_id')
      }}
    />
  )
}

function Fields({ of }: { of: Edit }) {
  const t = useTranslations('employees.form')
  const { form } = of
  const field = useField(of)
  return (
    <>
      <TextInput {...field('employee_name')} data-autofocus />
      <PassportField {...field('passport_number')} />
      <NationalityField {...field('nationality')} />
      <TextInput {...field('designation')} />
      <TextInput {...field('visa_number')} />
      <DateField {...field('visa_expiry_date')} value={form.values.visa_expiry_date} />
      <EidField
        {...field('eid_number', t('eidHint'))}
        stored={form.getInitialValues().eid_number}
        value={form.values.eid_number}
        onChange={(eid_number) => form.setFieldValue('eid_number', eid_number)}
      />
      <DateField {...field('eid_expiry_date')} value={form.values.eid_expiry_date} />
      <TextInput {...field('skill_level', t('levelHint'))} inputMode="numeric" maxLength={1} />
      <DateField {...field('outside_since', t('outsideHint'))} value={form.values.outside_since} maxDate={dubaiDate(new Date())} />
      <TextInput {...field('mobile', t('mobileHint'))} type="tel" />
      <TextInput {...field('email')} type="email" spellCheck={false} />
    </>
  )
}

/** The props that all fields share; a warning replaces the hint. */
function useField({ form, warnings }: Edit) {
  const t = useTranslations('employees')
  const labelOf = useTranslations('history.fields')
  return (name: Field, hint?: ReactNode) => {
    const required = REQUIRED.includes(name)
    const warning = warnings[name]
    return {
      id: idOf(name),
      label: labelOf(name),
      required,
      autoComplete: 'off',
      maxLength: 200,
      description: warning ? <FieldHint>{t(`warnings.${warning}`)}</FieldHint> : hint,
      ...form.getInputProps(name),
    }
  }
}
