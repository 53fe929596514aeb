import type { Finding } from 'contract'
import { useTranslations } from 'use-intl'
import { formatDate } from '../../ui/signs/dates.ts'

/** What a finding says of a company, in one sentence; one by a rule that nobody has confirmed says so. */
export function useFindingWords() {
  const t = useTranslations('readiness')
  return ({ key, level, since, until, confirmed }: Finding): string => {
    if (level === 'unknown') return t('unknown')
    const day = since ?? until
    const said = t(`${level}.${key}` as 'stops.establishment_card', { date: day ? formatDate(day) : '' })
    return confirmed ? said : `${said} ${t('toBeConfirmed')}`
  }
}
