import { SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { NewCompany } from 'contract'
import { useTranslations } from 'use-intl'

/** The fields that a company edits itself; the category is set by the platform. */
export const COMPANY_FIELDS = ['name', 'trade_license', 'contact_person', 'email', 'phone'] as const
type CompanyField = (typeof COMPANY_FIELDS)[number]
export type CompanyDetails = Pick<NewCompany, CompanyField>

export const fieldId = (field: string): string => `company-${field}`

const INPUT = {
  name: { autoComplete: 'organization' },
  trade_license: { autoComplete: 'off' },
  contact_person: { autoComplete: 'name' },
  email: { type: 'email', autoComplete: 'email', spellCheck: false },
  phone: { type: 'tel', autoComplete: 'tel' },
} as const

const WIDE = { style: { gridColumn: '1 / -1' } }

interface CompanyFieldsProps<Values extends CompanyDetails> {
  form: UseFormReturnType<Values>
  /** Whether the fields are in a dialog, where the first one gets the focus. */
  autoFocus?: boolean
}

/** The five text fields of a company, all required (§5). */
export function CompanyFields<Values extends CompanyDetails>({ form, autoFocus = false }: CompanyFieldsProps<Values>) {
  const t = useTranslations('companies.fields')
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="ml" verticalSpacing="md">
      {COMPANY_FIELDS.map((field) => (
        <TextInput
          key={field}
          id={fieldId(field)}
          {...(field === 'name' && WIDE)}
          label={t(field)}
          required
          withAsterisk={false}
          data-autofocus={(autoFocus && field === 'name') || undefined}
          maxLength={200}
          {...INPUT[field]}
          {...form.getInputProps(field)}
        />
      ))}
    </SimpleGrid>
  )
}
