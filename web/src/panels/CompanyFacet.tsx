import { getCompany } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { CompanyPicker } from './CompanyPicker.tsx'

interface CompanyFacetProps {
  value: string | undefined
  /** The rows on the screen, where they name their company. */
  rows: readonly { company_id: string; company_name?: string }[]
  onPick: (id: string) => void
}

/** The company whose rows are listed; the address names it by its id alone. */
export function CompanyFacet({ value, rows, onPick }: CompanyFacetProps) {
  const t = useTranslations('applications')
  const shown = rows.find(({ company_id }) => company_id === value)?.company_name
  const { data, isPending } = useLoad(
    getCompany,
    { params: { id: value ?? '' }, query: { documents: 'link' } },
    { enabled: value !== undefined && shown === undefined, answers: () => true },
  )
  const name = shown ?? data?.name ?? (isPending ? undefined : t('unknownCompany'))
  return (
    <CompanyPicker
      optional
      clearable
      size="xs"
      clearButtonProps={{ 'aria-label': t('facets.anyCompany') }}
      aria-label={t('facets.company')}
      placeholder={t('facets.allCompanies')}
      value={value ?? ''}
      chosen={value && name ? { id: value, name, trade_license: '' } : undefined}
      onPick={(company) => onPick(company?.id ?? '')}
    />
  )
}
