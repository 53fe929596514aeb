import { Fieldset, Select, SimpleGrid, TextInput } from '@mantine/core'
import type { RuleKey } from 'contract'
import { useTranslations } from 'use-intl'
import { LongText } from '../ui/forms/LongText.tsx'
import { fieldsOf, type ValueField } from './shapes.ts'

interface ValueFieldsProps {
  ruleKey: RuleKey
  props: (name: string) => object
}

/** The fields that the value of a key has. */
export function ValueFields({ ruleKey, props }: ValueFieldsProps) {
  const t = useTranslations('rules.form')
  const fields = fieldsOf(ruleKey)
  const isText = fields.every(({ kind }) => kind === 'text')
  return (
    <Fieldset legend={t('value')}>
      <SimpleGrid cols={{ base: 1, sm: isText ? 1 : 2 }}>
        {fields.map((field) => (
          <OneField key={field.name} field={field} long={isText} {...props(`value.${field.name}`)} />
        ))}
      </SimpleGrid>
    </Fieldset>
  )
}

function OneField({ field: { name, label, kind, choices }, long, ...rest }: { field: ValueField; long: boolean }) {
  const labels = useTranslations('rules.fields')
  const t = useTranslations('rules')
  const shared = { ...rest, label: labels(label) }
  if (kind === 'choice') {
    const wordOf = (word: string) => {
      const key = t.has(`choices.${word}` as 'choices.once') ? `choices.${word}` : `values.${word}`
      return t(key as 'choices.once')
    }
    return <Select {...shared} clearable data={(choices ?? []).map((word) => ({ value: word, label: wordOf(word) }))} />
  }
  if (long) return <LongText {...shared} dir={name === 'ar' ? 'rtl' : 'ltr'} />
  return <TextInput {...shared} dir={name === 'ar' ? 'rtl' : 'ltr'} inputMode={kind === 'number' ? 'decimal' : 'text'} autoComplete="off" />
}
