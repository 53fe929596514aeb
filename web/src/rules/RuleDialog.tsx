import { Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import { RULE_KEYS, RuleConfidence, type RuleKey, type RuleRecord } from 'contract'
import { useTranslations } from 'use-intl'
import { DateField } from '../ui/forms/DateField.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { FormDialog } from '../ui/forms/FormDialog.tsx'
import { FormErrorSummary } from '../ui/forms/FormErrorSummary.tsx'
import { LongText } from '../ui/forms/LongText.tsx'
import { SaveButtons } from '../ui/forms/SaveButtons.tsx'
import { ConditionFields } from './ConditionFields.tsx'
import { fieldsOf, typedOf } from './shapes.ts'
import { useRuleForm } from './useRuleForm.ts'
import { useRuleWords } from './useRuleWords.ts'
import { ValueFields } from './ValueFields.tsx'

/** A new line of rules, or what follows a rule under its conditions. */
export type Asked = { kind: 'add' } | { kind: 'change' | 'withdraw'; rule: RuleRecord }

interface RuleDialogProps {
  asked: Asked | undefined
  onClose: () => void
}

/** Says what holds from a day on. What was said before is kept. */
export function RuleDialog({ asked, onClose }: RuleDialogProps) {
  const t = useTranslations('rules.form')
  const { nameOf } = useRuleWords()
  const title = !asked || asked.kind === 'add' ? t('add') : t(asked.kind, { name: nameOf(asked.rule) })
  return (
    <FormDialog opened={asked !== undefined} onClose={onClose} title={title} size="lg">
      {(leave) => asked && <Content asked={asked} onDone={onClose} onCancel={leave} />}
    </FormDialog>
  )
}

const fieldId = (field: string): string => `rule-${field}`

const ORDER = ['key', 'in_force_from', 'source_name', 'source_url', 'source_date', 'confidence', 'note']

function Content({ asked, onDone, onCancel }: { asked: Asked; onDone: () => void; onCancel: () => void }) {
  const t = useTranslations('rules.form')
  const names = useTranslations('rules.keys')
  const confidences = useTranslations('rules.confidence')
  const { form, submit, attempt, busy } = useRuleForm(asked, onDone)
  const { key } = form.values
  const props = (name: string) => ({ id: fieldId(name), ...form.getInputProps(name) })
  const valueNames = key === '' ? [] : fieldsOf(key).map(({ name }) => `value.${name}`)
  return (
    <Form onSubmit={submit}>
      <FormErrorSummary
        errors={form.errors}
        order={[...ORDER.slice(0, 2), ...valueNames, ...ORDER.slice(2)]}
        attempt={attempt}
        idOf={fieldId}
      />
      {asked.kind === 'add' ? (
        <Select
          {...props('key')}
          label={t('key')}
          required
          searchable
          openOnFocus={false}
          data={RULE_KEYS.map((name) => ({ value: name, label: names(name) }))}
          data-autofocus
          onChange={(chosen) => {
            form.setFieldValue('key', (chosen ?? '') as RuleKey | '')
            form.setFieldValue('value', typedOf(null))
          }}
        />
      ) : (
        <Text size="sm" lh="prose" c="dimmed">
          {t('kept')}
        </Text>
      )}
      <DateField {...props('in_force_from')} label={t('in_force_from')} required value={form.values.in_force_from} />
      {asked.kind !== 'withdraw' && key !== '' && <ValueFields ruleKey={key} props={props} />}
      {asked.kind === 'add' && <ConditionFields props={props} />}
      <TextInput {...props('source_name')} label={t('source_name')} required maxLength={200} autoComplete="off" />
      <TextInput {...props('source_url')} label={t('source_url')} type="url" dir="ltr" maxLength={2_000} autoComplete="off" />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <DateField {...props('source_date')} label={t('source_date')} value={form.values.source_date} />
        <Select
          {...props('confidence')}
          label={t('confidence')}
          allowDeselect={false}
          data={RuleConfidence.options.map((name) => ({ value: name, label: confidences(name) }))}
        />
      </SimpleGrid>
      <LongText {...props('note')} label={t('note')} />
      <SaveButtons cancel={t('cancel')} save={t(busy ? 'saving' : 'save')} disabled={busy} onCancel={onCancel} />
    </Form>
  )
}
