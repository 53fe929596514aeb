import type { Establishment } from 'contract'
import { useTranslations } from 'use-intl'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { formatDate, formatMonth } from '../../ui/signs/dates.ts'
import { ESTABLISHMENT_FIELDS, type EstablishmentField } from './establishmentFields.ts'

/** What is on record of the establishment. */
export function EstablishmentFacts({ establishment, quotaUsed }: { establishment: Establishment; quotaUsed: number }) {
  const t = useTranslations('readiness')
  const words = useTranslations('rules.words')
  const shown = ESTABLISHMENT_FIELDS.filter((field) => establishment[field] !== null)

  function textOf(field: EstablishmentField): string {
    const { emirate, jurisdiction, quota_as_of, wages_paid_through } = establishment
    if (field === 'emirate' && emirate) return words(emirate)
    if (field === 'jurisdiction' && jurisdiction) return words(jurisdiction)
    if (field === 'quota_total') return t('quotaUsed', { total: establishment.quota_total ?? 0, used: quotaUsed })
    if (field === 'quota_as_of' && quota_as_of) return formatDate(quota_as_of)
    if (field === 'wages_paid_through' && wages_paid_through) return formatMonth(wages_paid_through)
    return String(establishment[field])
  }

  if (shown.length === 0) return null
  return (
    <Facts>
      {shown.map((field) => (
        <Fact key={field} name={t(`fields.${field}`)}>
          <bdi>{textOf(field)}</bdi>
        </Fact>
      ))}
    </Facts>
  )
}
