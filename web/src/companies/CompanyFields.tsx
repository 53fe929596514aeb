import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { NewCompany } from 'contract'
import { useTranslations } from 'use-intl'
import classes from './CompanyFields.module.css'

/** What a company says of itself; the category is the platform's word. */
export const COMPANY_FIELDS = ['name', 'trade_license', 'contact_person', 'email', 'phone'] as const
export type CompanyField = (typeof COMPANY_FIELDS)[number]
export type CompanyDetails = Pick<NewCompany, CompanyField>

export const fieldId = (field: string): string => `company-${field}`

const INPUT = {
  name: { autoComplete: 'organization' },
  trade_license: { autoComplete: 'off' },
  contact_person: { autoComplete: 'name' },
  email: { type: 'email', autoComplete: 'email', spellCheck: false },
  phone: { type: 'tel', autoComplete: 'tel' },
} as const

interface CompanyFieldsProps<Values extends CompanyDetails> {
  form: UseFormReturnType<Values>
  /** In a dialog, which puts the cursor into the first field. */
  autoFocus?: boolean
}

/** The five text fields of a company, all required (§5). */
export function CompanyFields<Values extends CompanyDetails>({ form, autoFocus = false }: CompanyFieldsProps<Values>) {
  const t = useTranslations('companies.fields')
  return (
    <div className={classes.grid}>
      {COMPANY_FIELDS.map((field) => (
        <TextInput
          key={field}
          id={fieldId(field)}
          className={field === 'name' ? (classes.wide ?? '') : ''}
          label={t(field)}
          required
          withAsterisk={false}
          data-autofocus={(autoFocus && field === 'name') || undefined}
          maxLength={200}
          {...INPUT[field]}
          {...form.getInputProps(field)}
        />
      ))}
    </div>
  )
}
