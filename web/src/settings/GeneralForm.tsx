import { TextInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { DEFAULT_PRODUCT_NAME, MAX_PRODUCT_NAME, type Provider, type Tagged } from 'contract'
import { useTranslations } from 'use-intl'
import { ConflictChoice } from '../ui/forms/ConflictChoice.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { SubmitButton } from '../ui/forms/SubmitButton.tsx'
import { useProviderForm } from './useProviderForm.ts'

const FIELDS = [
  { name: 'product_name', variable: 'PRODUCT_NAME', maxLength: MAX_PRODUCT_NAME },
  { name: 'support_contact', variable: 'SUPPORT_CONTACT', maxLength: 200 },
] as const
const NAMES = FIELDS.map(({ name }) => name)

/** What the provider is called, and whom its customers may ask. */
export function GeneralForm({ provider }: { provider: Tagged<Provider> }) {
  const t = useTranslations('settings')
  const free = FIELDS.filter(({ variable }) => !provider.fixed.includes(variable))
  const { form, submit, busy, conflict } = useProviderForm(provider, {
    fields: NAMES,
    valuesOf: ({ product_name, support_contact }) => ({ product_name, support_contact: support_contact ?? '' }),
    bodyOf: (values) => Object.fromEntries(free.map(({ name }) => [name, values[name]])),
  })
  return (
    <Form onSubmit={submit}>
      {conflict && (
        <ConflictChoice title={t('conflict')} labels={t} conflict={conflict} values={form.values} onChoose={form.setFieldValue} />
      )}
      {FIELDS.map(({ name, variable, maxLength }) => {
        const isFixed = provider.fixed.includes(variable)
        return (
          <TextInput
            key={name}
            label={t(name)}
            description={isFixed ? t('fixed', { variable }) : t(`${name}Hint`, { name: DEFAULT_PRODUCT_NAME })}
            readOnly={isFixed}
            {...(isFixed && { rightSection: <IconLock size={16} stroke={1.6} aria-hidden /> })}
            maxLength={maxLength}
            autoComplete="off"
            {...form.getInputProps(name)}
          />
        )
      })}
      {free.length > 0 && (
        <SubmitButton w="fit-content" disabled={busy}>
          {t(busy ? 'saving' : 'save')}
        </SubmitButton>
      )}
    </Form>
  )
}
