import { Button, NativeSelect, Skeleton } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { addDays, dubaiDate, listTransactions, type Transaction } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoadAll } from '../../api/useLoad.ts'
import { Page } from '../../ui/Page.tsx'
import { formatDate, formatMonth } from '../../ui/signs/dates.ts'
import { LoadError } from '../../ui/states/LoadError.tsx'
import { useUrlState } from '../../ui/useUrlState.ts'
import classes from './Statement.module.css'
import { StatementSheet } from './StatementSheet.tsx'
import { monthsOf, statementOf } from './statement.ts'

/** The statement of one month, as it is printed; the address names the month (U61). */
export function StatementView({ company_id }: { company_id: string }) {
  const t = useTranslations('billing')
  const list = useLoadAll(listTransactions, { query: {} })
  return (
    <Page
      title={t('statement.title')}
      back={{ to: '/billing', label: t('title') }}
      actions={
        <Button leftSection={<IconPrinter size={16} />} disabled={!list.data} onClick={() => window.print()}>
          {t('statement.print')}
        </Button>
      }
    >
      {!list.data && !list.isError && <Skeleton height={480} maw="50rem" />}
      {!list.data && list.isError && <LoadError text={t('failed')} refusal={list.error} onRetry={() => void list.refetch()} />}
      {list.data && <Statement transactions={list.data} company_id={company_id} />}
    </Page>
  )
}

function Statement({ transactions, company_id }: { transactions: readonly Transaction[]; company_id: string }) {
  const t = useTranslations('billing.statement')
  const [given, setMonth] = useUrlState('statement')
  const today = dubaiDate(new Date())
  const months = monthsOf(transactions, today)
  const month = months.includes(given) ? given : (months[0] ?? today.slice(0, 7))
  return (
    <>
      <NativeSelect
        className={classes.month}
        label={t('month')}
        value={month}
        data={months.map((value) => ({ value, label: formatMonth(value) }))}
        onChange={(event) => setMonth(event.currentTarget.value)}
      />
      <StatementSheet statement={statementOf(transactions, month)} period={periodOf(month, today)} company_id={company_id} />
    </>
  )
}

/** The first and the last day of the month, today in the running one. */
function periodOf(month: string, today: string): { month: string; from: string; to: string } {
  const last = addDays(`${addDays(`${month}-28`, 4).slice(0, 7)}-01`, -1)
  return { month: formatMonth(month), from: formatDate(`${month}-01`), to: formatDate(last < today ? last : today) }
}
