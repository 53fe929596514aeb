import { NativeSelect } from '@mantine/core'
import { TransactionStatus, TransactionType } from 'contract'
import { useTranslations } from 'use-intl'
import { useUrlState } from '../ui/useUrlState.ts'

/** The filters as the address holds them (U7); an unknown value counts as no filter. */
export function useTransactionFilters() {
  const [type, setType] = useUrlState('type')
  const [status, setStatus] = useUrlState('status')
  const filter = { type: TransactionType.safeParse(type).data, status: TransactionStatus.safeParse(status).data }
  return { filter, setType, setStatus, filtered: filter.type !== undefined || filter.status !== undefined }
}

/** The ledger in the order in which it moved; what waits or was rejected never moved, and is sorted by request. */
export const sortOf = (status: TransactionStatus | undefined): '-moved_at' | undefined =>
  status === 'pending' || status === 'rejected' ? undefined : '-moved_at'

type TransactionFiltersProps = Pick<ReturnType<typeof useTransactionFilters>, 'filter' | 'setType' | 'setStatus'> & {
  /** The statuses to choose from. */
  statuses?: readonly TransactionStatus[]
}

export function TransactionFilters({ filter, setType, setStatus, statuses = TransactionStatus.options }: TransactionFiltersProps) {
  const t = useTranslations('transactions')
  const words = useTranslations('enums.status')
  const types = TransactionType.options.map((value) => ({ value, label: t(value) }))
  return (
    <>
      <NativeSelect
        aria-label={t('type')}
        value={filter.type ?? ''}
        data={[{ value: '', label: t('allTypes') }, ...types]}
        onChange={(event) => setType(event.currentTarget.value)}
      />
      <NativeSelect
        aria-label={t('status')}
        value={filter.status ?? ''}
        data={[{ value: '', label: t('allStatuses') }, ...statuses.map((value) => ({ value, label: words(value) }))]}
        onChange={(event) => setStatus(event.currentTarget.value)}
      />
    </>
  )
}
