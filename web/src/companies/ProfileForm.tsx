import { Radio } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { FormErrorSummary } from '../ui/forms/FormErrorSummary.tsx'
import { CategoryTag } from './CategoryTag.tsx'
import { COMPANY_FIELDS, type CompanyField, CompanyFields, fieldId } from './CompanyFields.tsx'
import classes from './ProfileForm.module.css'
import { type Conflict, useProfileEdit } from './useProfileEdit.ts'

type ProfileFormProps = Parameters<typeof useProfileEdit>[0] & {
  /** By which the buttons outside of the form belong to it. */
  id: string
}

export function ProfileForm({ id, ...options }: ProfileFormProps) {
  const t = useTranslations('companyProfile')
  const fields = useTranslations('companies.fields')
  const { form, submit, attempt, conflict } = useProfileEdit(options)
  useEffect(() => document.getElementById(fieldId('name'))?.focus(), [])
  return (
    <form id={id} noValidate onSubmit={submit} className={classes.form}>
      {conflict && <ConflictChoice conflict={conflict} values={form.values} onChoose={form.setFieldValue} />}
      <FormErrorSummary errors={form.errors} order={COMPANY_FIELDS} attempt={attempt} idOf={fieldId} />
      <CompanyFields form={form} />
      <p className={classes.category}>
        <span>{fields('category')}</span>
        <CategoryTag category={options.loaded.category} />
        <span className={classes.hint}>{t('categoryHint')}</span>
      </p>
    </form>
  )
}

interface ConflictChoiceProps {
  conflict: Conflict
  values: Record<CompanyField, string>
  onChoose: (field: CompanyField, value: string) => void
}

/** Both values of each field that two people changed, one of them chosen (P5). */
function ConflictChoice({ conflict: { fields, mine, theirs }, values, onChoose }: ConflictChoiceProps) {
  const t = useTranslations('companyProfile.conflict')
  const names = useTranslations('companies.fields')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} role="alert" tabIndex={-1} className={classes.conflict}>
      <h2 className={classes.title}>{t('title')}</h2>
      <p className={classes.text}>{t('text')}</p>
      {fields.map((field) => (
        <Radio.Group key={field} label={names(field)} value={values[field]} onChange={(value) => onChoose(field, value)}>
          <div className={classes.choices}>
            <Radio value={mine[field]} label={t('mine', { value: mine[field] })} />
            <Radio value={theirs[field]} label={t('theirs', { value: theirs[field] })} />
          </div>
        </Radio.Group>
      ))}
    </div>
  )
}
