import { useTranslations } from 'use-intl'
import { Muted } from '../ui/Muted.tsx'

/** What the price of a visa covers, and what is given back (U69, S13). */
export function PriceRule() {
  const t = useTranslations('ui.wallet')
  return (
    <Muted mt="xs" lh="row">
      {t('priceRule')}
    </Muted>
  )
}
