import { Button } from '@mantine/core'
import { type PriceWords, updateProvider } from 'contract'
import { useLocale, useTranslations } from 'use-intl'
import { loadSettings } from '../session/settings.ts'
import { Form } from '../ui/forms/Form.tsx'
import { LongText } from '../ui/forms/LongText.tsx'
import { useCallForm } from '../ui/forms/useCallForm.ts'

const FIELDS = [
  { name: 'new_en', language: 'en', direction: 'ltr' },
  { name: 'new_ar', language: 'ar', direction: 'rtl' },
  { name: 'renewal_en', language: 'en', direction: 'ltr' },
  { name: 'renewal_ar', language: 'ar', direction: 'rtl' },
] as const
type Values = Record<(typeof FIELDS)[number]['name'], string>

const typed = ({ new: first, renewal }: PriceWords): Values => ({
  new_en: first.en ?? '',
  new_ar: first.ar ?? '',
  renewal_en: renewal.en ?? '',
  renewal_ar: renewal.ar ?? '',
})

/** What the fee covers, and when it comes back, in both languages. */
export function PriceForm({ words }: { words: PriceWords }) {
  const t = useTranslations('settings')
  const own = useTranslations('ui.wallet')('priceRule')
  const spoken = useLocale().slice(0, 2)
  const { form, submit, busy } = useCallForm<typeof updateProvider, Values>(updateProvider, {
    initial: typed(words),
    validate: () => ({}),
    inputOf: ({ new_en, new_ar, renewal_en, renewal_ar }) => ({
      body: { price_words: { new: { en: new_en, ar: new_ar }, renewal: { en: renewal_en, ar: renewal_ar } } },
    }),
    onDone: ({ price_words }) => {
      form.setValues(typed(price_words))
      form.resetDirty(typed(price_words))
      void loadSettings()
    },
  })
  return (
    <Form onSubmit={submit}>
      {FIELDS.map(({ name, language, direction }) => (
        <LongText
          key={name}
          label={t(name)}
          lang={language}
          dir={direction}
          {...(language === spoken && { placeholder: own })}
          {...form.getInputProps(name)}
        />
      ))}
      <Button type="submit" w="fit-content" disabled={busy}>
        {t(busy ? 'saving' : 'save')}
      </Button>
    </Form>
  )
}
