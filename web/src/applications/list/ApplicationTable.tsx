import { ActionIcon } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { VisaApplication } from 'contract'
import { useTranslations } from 'use-intl'
import { DubaiDate } from '../../ui/signs/DubaiDate.tsx'
import { Highlight } from '../../ui/signs/Highlight.tsx'
import { PriorityBadge } from '../../ui/signs/PriorityBadge.tsx'
import { StageBadge } from '../../ui/signs/StageBadge.tsx'
import classes from './ApplicationRows.module.css'
import { type RowsProps, SubmittedNow, useCompanyName } from './rowParts.tsx'
import { useRowLink } from './useRowLink.ts'

const COLUMNS = [
  'employeeName',
  'company',
  'passport',
  'nationality',
  'visaType',
  'priority',
  'currentStage',
  'submitted',
  'action',
] as const

export function ApplicationTable({ applications, search, submitted, onPoint }: RowsProps) {
  const t = useTranslations('applications')
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              {t(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {applications.map((application) => (
          <Row
            key={application.id}
            application={application}
            search={search}
            fresh={application.id === submitted}
            onPoint={() => onPoint(application)}
          />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  application: VisaApplication
  search: string
  fresh: boolean
  onPoint: () => void
}

function Row({ application, search, fresh, onPoint }: RowProps) {
  const t = useTranslations('applications')
  const ui = useTranslations('ui')
  const words = useTranslations('enums')
  const company = useCompanyName()
  const rowLink = useRowLink()
  const { id, employee_name } = application
  return (
    <tr
      className={classes.row}
      data-fresh={fresh || undefined}
      onMouseEnter={onPoint}
      onFocus={onPoint}
      {...rowLink(`/applications/${id}`)}
    >
      <td className={classes.person}>
        <Link to="/applications/$id" params={{ id }} className={classes.name}>
          <Highlight text={employee_name} search={search} />
        </Link>
        {application.email && (
          <bdi className={classes.email} title={application.email}>
            {application.email}
          </bdi>
        )}
        {fresh && <SubmittedNow id={id} />}
      </td>
      <td className={classes.company}>
        <span className={classes.twoLines} title={company(application)}>
          <Highlight text={company(application)} search={search} />
        </span>
      </td>
      <td className={classes.passport}>
        <bdi>{application.passport_number ? <Highlight text={application.passport_number} search={search} /> : ui('none')}</bdi>
      </td>
      <td>{application.nationality}</td>
      <td>
        <Highlight text={words(`visaType.${application.visa_type}`)} search={search} />
      </td>
      <td>
        <PriorityBadge priority={application.priority} />
      </td>
      <td>
        <StageBadge stage={application.current_stage} />
      </td>
      <td className={classes.date}>
        <DubaiDate value={application.submitted_at} />
      </td>
      <td className={classes.action}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('view', { name: employee_name })}
          renderRoot={(props) => <Link {...props} to="/applications/$id" params={{ id }} />}
        >
          <IconEye size={18} stroke={1.6} />
        </ActionIcon>
      </td>
    </tr>
  )
}
