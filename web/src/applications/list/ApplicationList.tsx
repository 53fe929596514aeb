import { Link } from '@tanstack/react-router'
import type { VisaApplication } from 'contract'
import { useTranslations } from 'use-intl'
import { useUser } from '../../session/session.ts'
import { DubaiDate } from '../../ui/signs/DubaiDate.tsx'
import { Highlight } from '../../ui/signs/Highlight.tsx'
import { PriorityBadge } from '../../ui/signs/PriorityBadge.tsx'
import { StageBadge } from '../../ui/signs/StageBadge.tsx'
import classes from './ApplicationRows.module.css'
import { type RowsProps, SubmittedNow, useCompanyName } from './rowParts.tsx'

/** The same rows on a phone: name and stage first, the rest in one muted line. */
export function ApplicationList({ applications, search, submitted, onPoint }: RowsProps) {
  return (
    <ul className={classes.list}>
      {applications.map((application) => (
        <li key={application.id} className={classes.item} data-fresh={application.id === submitted || undefined}>
          <Link
            to="/applications/$id"
            params={{ id: application.id }}
            className={classes.itemLink}
            onFocus={() => onPoint(application)}
            onTouchStart={() => onPoint(application)}
          >
            <Item application={application} search={search} />
            {application.id === submitted && <SubmittedNow id={application.id} />}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Item({ application, search }: { application: VisaApplication; search: string }) {
  const words = useTranslations('enums')
  const company = useCompanyName()
  const { role } = useUser()
  return (
    <>
      <span className={classes.first}>
        <span className={classes.itemName}>
          <Highlight text={application.employee_name} search={search} />
        </span>
        <StageBadge stage={application.current_stage} />
      </span>
      <span className={classes.second}>
        <span className={classes.facts}>
          {application.passport_number && (
            <>
              <bdi>
                <Highlight text={application.passport_number} search={search} />
              </bdi>
              {' · '}
            </>
          )}
          <bdi>{application.nationality}</bdi>
          {' · '}
          <Highlight text={words(`visaType.${application.visa_type}`)} search={search} />
          {' · '}
          <DubaiDate value={application.submitted_at} />
          {role === 'admin' && (
            <span className={classes.oneLine}>
              <Highlight text={company(application)} search={search} />
            </span>
          )}
        </span>
        {application.priority === 'fast_track' && <PriorityBadge priority="fast_track" />}
      </span>
    </>
  )
}
