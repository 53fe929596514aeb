import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Highlight } from '../ui/signs/Highlight.tsx'
import classes from './Companies.module.css'
import { type CompanyTableProps, rowId } from './CompanyTable.tsx'
import rows from './Rows.module.css'

/** The table where it has no room: rows of three lines. */
export function CompanyRows({ companies, search }: CompanyTableProps) {
  const t = useTranslations('dashboard.breakdown')
  return (
    <ul className={rows.rows}>
      {companies.map((company) => (
        <li key={company.id}>
          <Link
            id={rowId(company.id)}
            to="/dashboard"
            search={(previous) => ({ ...previous, company: company.id })}
            resetScroll={false}
            className={classes.row}
          >
            <span className={rows.name}>
              <Highlight text={company.name} search={search} />
            </span>
            <span className={classes.fact}>
              <bdi>{company.email}</bdi> · <bdi>{company.phone}</bdi>
            </span>
            <span className={classes.fact}>
              {t('counts', {
                people: company.people_count,
                total: company.total_applications,
                pending: company.pending_applications,
                completed: company.completed_applications,
              })}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
