import { Link } from '@tanstack/react-router'
import type { CompanyCard } from 'contract'
import { useFormatter, useTranslations } from 'use-intl'
import { Highlight } from '../ui/signs/Highlight.tsx'
import classes from './Companies.module.css'

/** The id of what leads to a company. */
export const rowId = (company: string): string => `company-${company}`

export interface CompanyTableProps {
  companies: readonly CompanyCard[]
  /** What is searched for, to be marked. */
  search: string
}

export function CompanyTable({ companies, search }: CompanyTableProps) {
  const t = useTranslations('dashboard.breakdown')
  const cards = useTranslations('dashboard')
  const format = useFormatter()
  return (
    <table className={classes.table} aria-label={t('title')}>
      <thead>
        <tr>
          <th scope="col">{t('company')}</th>
          <th scope="col">{t('phone')}</th>
          {[t('people'), t('total'), cards('pending'), cards('completed')].map((name) => (
            <th key={name} scope="col" className={classes.number}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {companies.map((company) => (
          <tr key={company.id}>
            <th scope="row">
              {/* The link reaches over the whole row. */}
              <Link
                id={rowId(company.id)}
                to="/dashboard"
                search={(previous) => ({ ...previous, company: company.id })}
                resetScroll={false}
                className={classes.name}
              >
                <Highlight text={company.name} search={search} />
              </Link>
              <bdi className={classes.fact}>{company.email}</bdi>
            </th>
            <td className={classes.phone}>
              <bdi>{company.phone}</bdi>
            </td>
            <td className={classes.number}>{format.number(company.people_count)}</td>
            <td className={classes.number}>{format.number(company.total_applications)}</td>
            <td className={classes.number}>{format.number(company.pending_applications)}</td>
            <td className={classes.number}>{format.number(company.completed_applications)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
