import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Muted } from '../ui/Muted.tsx'
import rows from '../ui/Rows.module.css'
import { Highlight } from '../ui/signs/Highlight.tsx'
import { type CompanyTableProps, linkId } from './CompanyTable.tsx'
import classes from './Rows.module.css'

/** The companies where a table has no room: rows of three lines. */
export function CompanyRows({ companies, search }: CompanyTableProps) {
  const t = useTranslations('dashboard.breakdown')
  return (
    <ul className={rows.rows}>
      {companies.map((company) => (
        <li key={company.id}>
          <Link
            id={linkId(company.id)}
            to="/dashboard"
            search={(previous) => ({ ...previous, company: company.id })}
            resetScroll={false}
            className={classes.row}
            data-press
            data-kind="company"
          >
            <Text span inherit display="block" fw={600}>
              <Highlight text={company.name} search={search} />
            </Text>
            <Muted component="span" display="block">
              <bdi>{company.email}</bdi> · <bdi style={{ whiteSpace: 'nowrap' }}>{company.phone}</bdi>
            </Muted>
            <Muted component="span" display="block">
              {t('counts', {
                people: company.people_count,
                total: company.total_applications,
                pending: company.pending_applications,
                completed: company.completed_applications,
              })}
            </Muted>
          </Link>
        </li>
      ))}
    </ul>
  )
}
