import { SimpleGrid, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { DateField } from '../../ui/forms/DateField.tsx'
import { NationalityField } from '../../ui/forms/NationalityField.tsx'
import { PassportField } from '../../ui/forms/PassportField.tsx'
import { answersFrom } from './answers.ts'
import { DuplicateWarning } from './DuplicateWarning.tsx'
import { EmployeeField } from './EmployeeField.tsx'
import { useField } from './useField.ts'
import type { ApplicationForm } from './useSubmission.ts'

/** The fields of a renewal (§5); choosing the employee fills in most of them (S5). */
export function ExistingEmployeeFields({ form, part }: { form: ApplicationForm; part: 'basic' | 'employment' }) {
  const t = useTranslations('newApplication')
  const field = useField(form, 'renewal')
  const { company_id, employee_id, passport_number, employee_name, nationality } = form.values
  if (part === 'employment')
    return (
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="ml" verticalSpacing="1.125rem">
        <TextInput {...field('designation')} autoComplete="off" maxLength={200} />
        <DateField {...field('visa_expiry_date')} value={form.values.visa_expiry_date} />
      </SimpleGrid>
    )
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="ml" verticalSpacing="1.125rem">
      <EmployeeField
        companyId={form.values.company_id}
        value={form.values.employee_id}
        error={form.errors.employee_id}
        onPick={(employee) => {
          const answers = employee ? answersFrom(employee) : { employee_id: '' }
          form.setValues(answers)
          for (const name of Object.keys(answers)) form.clearFieldError(name)
        }}
      />
      <TextInput {...field('employee_name')} autoComplete="off" maxLength={200} />
      <div>
        <PassportField
          {...field('passport_number', { optional: true })}
          {...(form.values.employee_id ? { readOnly: true, description: t('passportFromRecord') } : {})}
        />
        <DuplicateWarning told={{ company_id, employee_id, passport_number, employee_name, nationality }} />
      </div>
      <NationalityField {...field('nationality')} />
    </SimpleGrid>
  )
}
