import { Button, NativeSelect } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { addDays, dubaiDate, getStatement, Month } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import { Page } from '../../ui/Page.tsx'
import { formatDate, formatMonth } from '../../ui/signs/dates.ts'
import { LoadError } from '../../ui/states/LoadError.tsx'
import { useUrlState } from '../../ui/useUrlState.ts'
import { StatementSheet } from './StatementSheet.tsx'
import { StatementSkeleton } from './StatementSkeleton.tsx'

/** The statement of one month, as it is printed; the address names the month (U61). */
export function StatementView({ company_id }: { company_id: string }) {
  const t = useTranslations('billing')
  const [given, setMonth] = useUrlState('statement')
  const query = Month.safeParse(given).success ? { month: given } : {}
  const options = { keepPrevious: true, toasts: 'listTransactions' } as const
  const { data, isError, error, refetch, isPlaceholderData } = useLoad(getStatement, { query }, options)
  return (
    <Page
      title={t('statement.title')}
      back={{ to: '/billing', label: t('title') }}
      actions={
        <Button leftSection={<IconPrinter size={16} />} disabled={!data || isPlaceholderData} onClick={() => window.print()}>
          {t('statement.print')}
        </Button>
      }
    >
      {!data && !isError && <StatementSkeleton />}
      {!data && isError && <LoadError text={t('failed')} refusal={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <NativeSelect
            wrapperProps={{ 'data-screen-only': true }}
            maw={{ sm: '14rem' }}
            mb="ml"
            label={t('statement.month')}
            value={data.months.includes(given) ? given : data.month}
            data={data.months.map((value) => ({ value, label: formatMonth(value) }))}
            onChange={(event) => setMonth(event.currentTarget.value)}
          />
          <StatementSheet statement={data} period={periodOf(data.month)} company_id={company_id} />
        </>
      )}
    </Page>
  )
}

/** The first and the last day of the month, today in the running one. */
function periodOf(month: string): { month: string; from: string; to: string } {
  const today = dubaiDate(new Date())
  const last = addDays(`${addDays(`${month}-28`, 4).slice(0, 7)}-01`, -1)
  return { month: formatMonth(month), from: formatDate(`${month}-01`), to: formatDate(last < today ? last : today) }
}
