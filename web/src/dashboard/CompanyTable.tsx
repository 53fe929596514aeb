import { Link } from '@tanstack/react-router'
import type { CompanyCard } from 'contract'
import { useFormatter, useTranslations } from 'use-intl'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { Muted } from '../ui/Muted.tsx'
import { Highlight } from '../ui/signs/Highlight.tsx'
import classes from './DashboardScreen.module.css'

/** The id of the link to a company. */
export const linkId = (company: string): string => `company-${company}`

export interface CompanyTableProps {
  companies: readonly CompanyCard[]
  /** The search, to mark its matches. */
  search: string
}

export function CompanyTable({ companies, search }: CompanyTableProps) {
  const t = useTranslations('dashboard.breakdown')
  return (
    <DataTable
      columns={useColumns(search)}
      rows={companies}
      label={t('title')}
      height={56}
      spaced
      rowProps={() => ({ 'data-press': true })}
      className={classes.companies}
    />
  )
}

function useColumns(search: string): Column<CompanyCard>[] {
  const t = useTranslations('dashboard.breakdown')
  const cards = useTranslations('dashboard')
  const format = useFormatter()
  const count = (id: string, head: string, of: (company: CompanyCard) => number): Column<CompanyCard> => ({
    id,
    head,
    cell: (company) => format.number(of(company)),
    numeric: true,
    className: classes.number,
  })
  return [
    { id: 'company', head: t('company'), cell: (company) => <CompanyLink company={company} search={search} />, rowHeader: true },
    { id: 'phone', head: t('phone'), cell: ({ phone }) => <bdi>{phone}</bdi>, className: classes.phone },
    count('people', t('people'), ({ people_count }) => people_count),
    count('total', t('total'), ({ total_applications }) => total_applications),
    count('pending', cards('pending'), ({ pending_applications }) => pending_applications),
    count('completed', cards('completed'), ({ completed_applications }) => completed_applications),
  ]
}

/** The link covers the whole row. */
const CompanyLink = ({ company, search }: { company: CompanyCard; search: string }) => (
  <>
    <Link
      id={linkId(company.id)}
      to="/dashboard"
      search={(previous) => ({ ...previous, company: company.id })}
      resetScroll={false}
      className={classes.company}
    >
      <Highlight text={company.name} search={search} />
    </Link>
    <Muted component="bdi" display="block">
      {company.email}
    </Muted>
  </>
)
