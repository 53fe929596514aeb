import { Text } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { VisaApplication } from 'contract'
import { useTranslations } from 'use-intl'
import { Muted } from '../ui/Muted.tsx'
import { DubaiDate } from '../ui/signs/DubaiDate.tsx'
import { PriorityBadge } from '../ui/signs/PriorityBadge.tsx'
import { StageSign } from '../ui/signs/StageSign.tsx'
import { StatusBadge } from '../ui/signs/StatusBadge.tsx'
import classes from './Rows.module.css'

export interface ApplicationRowProps {
  application: VisaApplication
  /** The text beside the passport number: the nationality or the company. */
  about?: string | undefined
  /** Whether the visa's expiry date, if any, shows below the date of submission. */
  withExpiry?: boolean
}

/** One application as a row that links to it. */
export function ApplicationRow({ application, about, withExpiry = false }: ApplicationRowProps) {
  const t = useTranslations('dashboard.applications')
  const ui = useTranslations('ui')
  return (
    <Link to="/applications/$id" params={{ id: application.id }} className={classes.row} data-press>
      <span className={classes.person}>
        <Text component="bdi" inherit display="block" fw={600}>
          {application.employee_name}
        </Text>
        <Muted component="span" className={classes.facts ?? ''}>
          <span className={classes.wide}>{t('passport')} </span>
          <bdi>{application.passport_number ?? ui('none')}</bdi>
          {about && (
            <>
              {' · '}
              <bdi title={about}>{about}</bdi>
            </>
          )}
        </Muted>
      </span>
      <Text span inherit className={classes.priority ?? ''}>
        {application.priority === 'fast_track' && <PriorityBadge priority="fast_track" />}
      </Text>
      <span className={classes.sign}>
        {application.status === 'withdrawn' ? <StatusBadge status="withdrawn" /> : <StageSign application={application} />}
      </span>
      <Muted component="span" className={classes.date ?? ''}>
        <span className={classes.wide}>{t('submitted')} </span>
        <DubaiDate value={application.submitted_at} />
        {withExpiry && application.expiry_date && (
          <Text span inherit display="block">
            {t('expires')} <DubaiDate value={application.expiry_date} />
          </Text>
        )}
      </Muted>
      <IconChevronRight size={16} color="var(--muted)" className={classes.arrow} data-flip aria-hidden />
    </Link>
  )
}
