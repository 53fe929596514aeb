import { Link } from '@tanstack/react-router'
import { type Charts, STAGE_NAMES, type StageName } from 'contract'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Figure, Pushed } from './Figure.tsx'
import classes from './Heat.module.css'

interface Row {
  id: string
  /** Null: all that are not named. */
  company: { id: string; name: string } | null
  open: number[]
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

/** The companies with most open cases, the others together below them. */
function rowsOf({ companies, stages }: Charts): Row[] {
  const named = companies.map(({ company_id: id, company_name: name, open }): Row => ({ id, company: { id, name }, open }))
  const rest = stages.map(({ open }, place) => (open.at(-1) ?? 0) - sumOf(companies.map((each) => each.open[place] ?? 0)))
  return sumOf(rest) > 0 ? [...named, { id: 'others', company: null, open: rest }] : named
}

/** Where the open cases of each company stand; the more, the darker. */
export function OpenCompanies({ charts }: { charts: Charts }) {
  const t = useTranslations('dashboard.charts.companies')
  const rows = rowsOf(charts)
  const most = Math.max(1, ...charts.companies.flatMap(({ open }) => open))
  return (
    <Figure wide title={t('title')} about={t('about')}>
      <Pushed label={t('title')}>
        <DataTable columns={useColumns(most)} rows={rows} label={t('title')} height={36} className={classes.heat} />
      </Pushed>
    </Figure>
  )
}

function useColumns(most: number): Column<Row>[] {
  const t = useTranslations('dashboard.charts.companies')
  const stage = useTranslations('enums.stage')
  const format = useFormatter()
  return [
    { id: 'company', head: t('company'), cell: (row) => <Cases of={row}>{row.company?.name ?? t('others')}</Cases>, rowHeader: true },
    ...STAGE_NAMES.map(
      (name, place): Column<Row> => ({
        id: name,
        head: stage(name),
        cell: (row) => <Cell of={row} stage={name} open={row.open[place] ?? 0} most={most} />,
        numeric: true,
      }),
    ),
    { id: 'all', head: t('all'), cell: ({ open }) => format.number(sumOf(open)), numeric: true },
  ]
}

interface CasesProps {
  of: Row
  stage?: StageName
  label?: string
  children: ReactNode
}

/** The others have no list of their own. */
function Cases({ of: { company }, stage, label, children }: CasesProps) {
  if (!company) return <span>{children}</span>
  return (
    <Link to="/applications" search={{ status: 'active', ...(stage && { stage }), company_id: company.id }} aria-label={label}>
      <bdi>{children}</bdi>
    </Link>
  )
}

interface CellProps {
  of: Row
  stage: StageName
  open: number
  most: number
}

/** Its name has the number as it is shown, in every language. */
function Cell({ of, stage, open, most }: CellProps) {
  const name = useTranslations('enums.stage')(stage)
  const format = useFormatter()
  if (open === 0) return <span className={classes.none}>{format.number(0)}</span>
  const heat = 8 + 32 * Math.min(1, open / most)
  return (
    <span className={classes.cell} style={{ background: `color-mix(in srgb, var(--green-text) ${heat}%, transparent)` }}>
      <Cases of={of} stage={stage} label={`${of.company?.name}, ${name}: ${format.number(open)}`}>
        {format.number(open)}
      </Cases>
    </span>
  )
}
