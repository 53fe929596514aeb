import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { getRisk, type Risk } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import list from '../ui/list/List.module.css'
import { Money } from '../ui/signs/Money.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { LoadError } from '../ui/states/LoadError.tsx'

type Row = Risk['by_company'][number] & { id: string }

/** The companies with most at risk; each leads to its clocks. */
export function AtRiskByCompany() {
  const t = useTranslations('deadlines')
  const { data, error, refetch } = useLoad(getRisk, { query: { by: 'company' } }, { answers: () => true })
  const columns = useColumns()
  if (!data) return error ? <LoadError text={t('failed')} refusal={error} onRetry={() => void refetch()} /> : <Skeleton height={320} />
  if (data.by_company.length === 0) return <EmptyState title={t('none')} />
  const rows = data.by_company.map((company) => ({ ...company, id: company.company_id }))
  return <DataTable columns={columns} rows={rows} label={t('group.company')} sticky className={list.table} />
}

function useColumns(): Column<Row>[] {
  const t = useTranslations('deadlines.columns')
  const amount = (id: 'accrued' | 'next_30_days'): Column<Row> => ({
    ...{ id, head: t(id), numeric: true, width: '7rem' },
    cell: (row) => <Money aed={row[id]} />,
  })
  const number = (id: 'late' | 'due_in_30_days' | 'uncounted', priority: 2 | 3): Column<Row> => ({
    ...{ id, head: t(id), numeric: true, width: '5rem', priority },
    cell: (row) => row[id],
  })
  return [
    {
      id: 'company',
      head: t('company'),
      rowHeader: true,
      width: '10rem',
      cell: ({ company_id, company_name }) => (
        <Link to="/deadlines" search={{ company: company_id }} className={list.name}>
          <bdi>{company_name}</bdi>
        </Link>
      ),
    },
    amount('accrued'),
    amount('next_30_days'),
    number('late', 2),
    number('due_in_30_days', 3),
    number('uncounted', 3),
  ]
}
