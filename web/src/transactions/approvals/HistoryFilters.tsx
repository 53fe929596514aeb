import { NativeSelect } from '@mantine/core'
import { addMonths, dubaiDate, getCompany, Id, Month, type Transaction, TransactionStatus } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import { CompanyPicker } from '../../panels/CompanyPicker.tsx'
import { formatMonth } from '../../ui/signs/dates.ts'
import { useUrlState } from '../../ui/useUrlState.ts'
import { TransactionFilters, useTransactionFilters } from '../TransactionFilters.tsx'

const STATUSES = TransactionStatus.options.filter((status) => status !== 'pending')

/** The filters of the approvals' history, all in the address (U7). */
export function useHistoryFilters() {
  const { filter, setType, setStatus } = useTransactionFilters()
  const [given, setCompany] = useUrlState('company')
  const company_id = Id.safeParse(given).data
  const status = filter.status === 'pending' ? undefined : filter.status
  const [givenMonth, setMonth] = useUrlState('month')
  const month = Month.safeParse(givenMonth).data
  const wanted = { type: filter.type, status, company_id, month }
  const clear = () => {
    setType('')
    setStatus('')
    setCompany('')
    setMonth('')
  }
  const filtered = Object.values(wanted).some((value) => value !== undefined)
  return { filter: wanted, setType, setStatus, setCompany, setMonth, clear, filtered }
}

type HistoryFiltersProps = Pick<ReturnType<typeof useHistoryFilters>, 'filter' | 'setType' | 'setStatus' | 'setCompany' | 'setMonth'> & {
  /** What the filters let through; undefined while it loads. */
  transactions: readonly Transaction[] | undefined
}

export function HistoryFilters({ filter, setType, setStatus, setCompany, setMonth, transactions }: HistoryFiltersProps) {
  const t = useTranslations('approvals')
  return (
    <>
      <TransactionFilters filter={filter} setType={setType} setStatus={setStatus} statuses={STATUSES} />
      <NativeSelect
        aria-label={t('month')}
        value={filter.month ?? ''}
        data={[{ value: '', label: t('anyMonth') }, ...monthsWith(filter.month).map((value) => ({ value, label: formatMonth(value) }))]}
        onChange={(event) => setMonth(event.currentTarget.value)}
      />
      <CompanyPicker
        optional
        clearable
        clearButtonProps={{ 'aria-label': t('anyCompany') }}
        aria-label={t('company')}
        placeholder={t('allCompanies')}
        value={filter.company_id ?? ''}
        chosen={useChosenCompany(filter.company_id, transactions)}
        onPick={(company) => setCompany(company?.id ?? '')}
      />
    </>
  )
}

const MONTHS = 12

/** The last twelve, and another one that the address names. */
function monthsWith(given: string | undefined): string[] {
  const month = dubaiDate(new Date()).slice(0, 7)
  const last = Array.from({ length: MONTHS }, (_, ago) => addMonths(month, -ago))
  return !given || last.includes(given) ? last : [...last, given]
}

/** The company that the address names: its name comes from its transactions, or from the server where it has none. */
function useChosenCompany(id: string | undefined, transactions: readonly Transaction[] | undefined) {
  const t = useTranslations('approvals')
  const named = transactions?.find(({ company_id }) => company_id === id)?.company_name
  const { data, isPending } = useLoad(
    getCompany,
    { params: { id: id ?? '' }, query: { documents: 'link' } },
    { enabled: id !== undefined && transactions?.length === 0, answers: () => true },
  )
  if (!id || (named === undefined && isPending)) return undefined
  return { id, name: named ?? data?.name ?? t('unknownCompany'), trade_license: '' }
}
