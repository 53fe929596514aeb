import { Radio, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { SectionTitle } from '../SectionTitle.tsx'
import classes from './ConflictChoice.module.css'
import type { Conflict } from './conflict.ts'

interface ConflictChoiceProps<Field extends string> {
  title: string
  labels: (field: Field) => string
  conflict: Conflict<Field>
  values: Record<Field, string>
  onChoose: (field: Field, value: string) => void
}

/** Lets the user choose between both values of each field that somebody else changed (P5). */
export function ConflictChoice<Field extends string>({ title, labels, conflict, values, onChoose }: ConflictChoiceProps<Field>) {
  const t = useTranslations('forms.conflict')
  const { fields, mine, theirs } = conflict
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} role="alert" tabIndex={-1} className={classes.conflict}>
      <SectionTitle>{title}</SectionTitle>
      <Text size="sm" lh="inherit">
        {t('text')}
      </Text>
      {fields.map((field) => (
        <Radio.Group key={field} label={labels(field)} value={values[field]} onChange={(value) => onChoose(field, value)}>
          <Stack gap="xs">
            <Radio value={mine[field]} label={t('mine', { value: mine[field] || t('empty') })} />
            <Radio value={theirs[field]} label={t('theirs', { value: theirs[field] || t('empty') })} />
          </Stack>
        </Radio.Group>
      ))}
    </div>
  )
}
