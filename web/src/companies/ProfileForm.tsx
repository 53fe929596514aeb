import { Flex, Radio, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../session/session.ts'
import { Form } from '../ui/forms/Form.tsx'
import { FormErrorSummary } from '../ui/forms/FormErrorSummary.tsx'
import { Muted } from '../ui/Muted.tsx'
import { SectionTitle } from '../ui/SectionTitle.tsx'
import { CategoryTag } from './CategoryTag.tsx'
import { COMPANY_FIELDS, type CompanyField, CompanyFields, fieldId } from './CompanyFields.tsx'
import classes from './CompanyProfileScreen.module.css'
import { type Conflict, useProfileEdit } from './useProfileEdit.ts'

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
      {conflict && <ConflictChoice conflict={conflict} values={form.values} onChoose={form.setFieldValue} />}
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

interface ConflictChoiceProps {
  conflict: Conflict
  values: Record<CompanyField, string>
  onChoose: (field: CompanyField, value: string) => void
}

/** Lets the user choose between both values of each field that two people changed (P5). */
function ConflictChoice({ conflict: { fields, mine, theirs }, values, onChoose }: ConflictChoiceProps) {
  const t = useTranslations('companyProfile.conflict')
  const names = useTranslations('companies.fields')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} role="alert" tabIndex={-1} className={classes.conflict}>
      <SectionTitle>{t('title')}</SectionTitle>
      <Text size="sm" lh="inherit">
        {t('text')}
      </Text>
      {fields.map((field) => (
        <Radio.Group key={field} label={names(field)} value={values[field]} onChange={(value) => onChoose(field, value)}>
          <Stack gap="xs">
            <Radio value={mine[field]} label={t('mine', { value: mine[field] })} />
            <Radio value={theirs[field]} label={t('theirs', { value: theirs[field] })} />
          </Stack>
        </Radio.Group>
      ))}
    </div>
  )
}
