import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Person } from 'contract'
import { useTranslations } from 'use-intl'
import { DubaiDate } from '../ui/signs/DubaiDate.tsx'
import { StageBadge } from '../ui/signs/StageBadge.tsx'
import classes from './Companies.module.css'
import rows from './Rows.module.css'

/** The people of a company, each with their applications. */
export function CompanyPeople({ people }: { people: readonly Person[] }) {
  return (
    <ul className={rows.rows}>
      {people.map((person) => (
        <li key={person.applications[0]?.id} className={classes.person}>
          <PersonFacts person={person} />
          <ul className={classes.applications}>
            {person.applications.map((application) => (
              <li key={application.id}>
                <OwnApplication application={application} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

function PersonFacts({ person }: { person: Person }) {
  const t = useTranslations('dashboard.company')
  const passport = useTranslations('dashboard.applications')('passport')
  const none = useTranslations('ui')('none')
  return (
    <div className={classes.who}>
      <h3 className={classes.personName}>
        <bdi>{person.employee_name}</bdi>
      </h3>
      <span className={classes.fact}>{t('count', { count: person.applications.length })}</span>
      <p className={classes.about}>
        {passport} <bdi>{person.passport_number ?? none}</bdi> · <bdi>{person.nationality}</bdi>
        {person.email && (
          <>
            {' · '}
            <bdi>{person.email}</bdi>
          </>
        )}
        {person.mobile && (
          <>
            {' · '}
            <bdi>{person.mobile}</bdi>
          </>
        )}
      </p>
    </div>
  )
}

function OwnApplication({ application }: { application: Person['applications'][number] }) {
  const t = useTranslations('dashboard.applications')
  const types = useTranslations('enums.visaType')
  return (
    <Link to="/applications/$id" params={{ id: application.id }} className={classes.application}>
      <span>{types(application.visa_type)}</span>
      <span className={rows.date}>
        <span className={rows.wide}>{t('submitted')} </span>
        <DubaiDate value={application.submitted_at} />
      </span>
      <StageBadge stage={application.current_stage} />
      <IconChevronRight size={16} className={rows.arrow} aria-hidden />
    </Link>
  )
}
