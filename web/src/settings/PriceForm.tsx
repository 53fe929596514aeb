import type { PriceWords, Provider, Tagged } from 'contract'
import { useTranslations } from 'use-intl'
import { words as arabic } from '../messages/ar.json?price'
import { words as english } from '../messages/en.json?price'
import { ConflictChoice } from '../ui/forms/ConflictChoice.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { LongText } from '../ui/forms/LongText.tsx'
import { SubmitButton } from '../ui/forms/SubmitButton.tsx'
import { useProviderForm } from './useProviderForm.ts'

const FIELDS = [
  { name: 'new_en', language: 'en', direction: 'ltr' },
  { name: 'new_ar', language: 'ar', direction: 'rtl' },
  { name: 'renewal_en', language: 'en', direction: 'ltr' },
  { name: 'renewal_ar', language: 'ar', direction: 'rtl' },
] as const
/** What companies read where the provider says nothing. */
const OWN_WORDS = { en: english.ui.wallet.priceRule, ar: arabic.ui.wallet.priceRule }
const NAMES = FIELDS.map(({ name }) => name)
type Values = Record<(typeof NAMES)[number], string>

const typed = ({ new: first, renewal }: PriceWords): Values => ({
  new_en: first.en ?? '',
  new_ar: first.ar ?? '',
  renewal_en: renewal.en ?? '',
  renewal_ar: renewal.ar ?? '',
})

/** What the fee covers, and when it comes back, in both languages. */
export function PriceForm({ provider }: { provider: Tagged<Provider> }) {
  const t = useTranslations('settings')
  const { form, submit, busy, conflict } = useProviderForm(provider, {
    fields: NAMES,
    valuesOf: ({ price_words }) => typed(price_words),
    bodyOf: ({ new_en, new_ar, renewal_en, renewal_ar }) => ({
      price_words: { new: { en: new_en, ar: new_ar }, renewal: { en: renewal_en, ar: renewal_ar } },
    }),
  })
  return (
    <Form onSubmit={submit}>
      {conflict && (
        <ConflictChoice title={t('conflict')} labels={t} conflict={conflict} values={form.values} onChoose={form.setFieldValue} />
      )}
      {FIELDS.map(({ name, language, direction }) => (
        <LongText
          key={name}
          label={t(name)}
          lang={language}
          dir={direction}
          placeholder={OWN_WORDS[language]}
          {...form.getInputProps(name)}
        />
      ))}
      <SubmitButton w="fit-content" disabled={busy}>
        {t(busy ? 'saving' : 'save')}
      </SubmitButton>
    </Form>
  )
}
