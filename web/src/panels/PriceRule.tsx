import type { PriceWords } from 'contract'
import { useLocale, useTranslations } from 'use-intl'
import { useSettings } from '../session/settings.ts'
import { Muted } from '../ui/Muted.tsx'

/** What the price of a new visa or of a renewal covers, and what is given back (U69, S13): in the provider's words, else in the portal's. */
export function PriceRule({ of }: { of: keyof PriceWords }) {
  const t = useTranslations('ui.wallet')
  const language = useLocale().startsWith('ar') ? 'ar' : 'en'
  const written = useSettings().price_words?.[of][language]
  return (
    <Muted mt="xs" lh="row" mah="10rem" style={{ whiteSpace: 'pre-line', overflowY: 'auto', overflowWrap: 'anywhere' }}>
      {written ?? t('priceRule')}
    </Muted>
  )
}
