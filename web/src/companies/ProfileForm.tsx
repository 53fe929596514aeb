import { Flex, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../session/session.ts'
import { ConflictChoice } from '../ui/forms/ConflictChoice.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { FormErrorSummary } from '../ui/forms/FormErrorSummary.tsx'
import { Muted } from '../ui/Muted.tsx'
import { CategoryTag } from './CategoryTag.tsx'
import { COMPANY_FIELDS, CompanyFields, fieldId } from './CompanyFields.tsx'
import { useProfileEdit } from './useProfileEdit.ts'

type ProfileFormProps = Parameters<typeof useProfileEdit>[0] & {
  /** The form's id, for its buttons outside of it. */
  id: string
}

export function ProfileForm({ id, ...options }: ProfileFormProps) {
  const t = useTranslations('companyProfile')
  const fields = useTranslations('companies.fields')
  const { role } = useUser()
  const { form, submit, attempt, conflict } = useProfileEdit(options)
  useEffect(() => document.getElementById(fieldId('name'))?.focus(), [])
  return (
    <Form id={id} onSubmit={submit}>
      {conflict && (
        <ConflictChoice title={t('conflict')} labels={fields} conflict={conflict} values={form.values} onChoose={form.setFieldValue} />
      )}
      <FormErrorSummary errors={form.errors} order={COMPANY_FIELDS} attempt={attempt} idOf={fieldId} />
      <CompanyFields form={form} />
      {role !== 'admin' && (
        <Flex wrap="wrap" align="center" rowGap={6} columnGap="sm">
          <Text span size="sm">
            {fields('category')}
          </Text>
          <CategoryTag category={options.loaded.category} />
          <Muted component="span">{t('categoryHint')}</Muted>
        </Flex>
      )}
    </Form>
  )
}
