import { Button, TextInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { DEFAULT_PRODUCT_NAME, MAX_PRODUCT_NAME, type Provider, updateProvider } from 'contract'
import { useTranslations } from 'use-intl'
import { loadSettings } from '../session/settings.ts'
import { Form } from '../ui/forms/Form.tsx'
import { useCallForm } from '../ui/forms/useCallForm.ts'

const FIELDS = [
  { name: 'product_name', variable: 'PRODUCT_NAME', maxLength: MAX_PRODUCT_NAME },
  { name: 'support_contact', variable: 'SUPPORT_CONTACT', maxLength: 200 },
] as const
type Name = (typeof FIELDS)[number]['name']

/** What the provider is called, and whom its customers may ask. */
export function GeneralForm({ provider }: { provider: Provider }) {
  const t = useTranslations('settings')
  const free = FIELDS.filter(({ variable }) => !provider.fixed.includes(variable))
  const { form, submit, busy } = useCallForm<typeof updateProvider, Record<Name, string>>(updateProvider, {
    initial: { product_name: provider.product_name, support_contact: provider.support_contact ?? '' },
    validate: () => ({}),
    inputOf: (values) => ({ body: Object.fromEntries(free.map(({ name }) => [name, values[name]])) }),
    onDone: ({ product_name, support_contact }) => {
      const stored = { product_name, support_contact: support_contact ?? '' }
      form.setValues(stored)
      form.resetDirty(stored)
      void loadSettings()
    },
  })
  return (
    <Form onSubmit={submit}>
      {FIELDS.map(({ name, variable, maxLength }) => {
        const isFixed = provider.fixed.includes(variable)
        return (
          <TextInput
            key={name}
            label={t(name)}
            description={isFixed ? t('fixed', { variable }) : t(`${name}Hint`, { name: DEFAULT_PRODUCT_NAME })}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            readOnly={isFixed}
            {...(isFixed && { rightSection: <IconLock size={16} stroke={1.6} aria-hidden /> })}
            maxLength={maxLength}
            autoComplete="off"
            {...form.getInputProps(name)}
          />
        )
      })}
      {free.length > 0 && (
        <Button type="submit" w="fit-content" disabled={busy}>
          {t(busy ? 'saving' : 'save')}
        </Button>
      )}
    </Form>
  )
}
