import { Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import type { VisaApplication } from 'contract'
import { useTranslations } from 'use-intl'
import { useUser } from '../../session/session.ts'
import { Muted } from '../../ui/Muted.tsx'
import rows from '../../ui/Rows.module.css'
import { DubaiDate } from '../../ui/signs/DubaiDate.tsx'
import { Highlight } from '../../ui/signs/Highlight.tsx'
import { PriorityBadge } from '../../ui/signs/PriorityBadge.tsx'
import { StageSign } from '../../ui/signs/StageSign.tsx'
import classes from './ApplicationsScreen.module.css'
import type { ApplicationListProps } from './ApplicationTable.tsx'
import { SubmittedNow } from './SubmittedNow.tsx'
import { useCompanyName } from './useCompanyName.ts'

/** The same rows where a table has no room: name and stage first, then all the rest in muted lines (B13). */
export function ApplicationList({ applications, search, submitted, onPoint }: ApplicationListProps) {
  return (
    <ul className={clsx(rows.rows, classes.list)}>
      {applications.map((application) => (
        <li
          key={application.id}
          data-row={application.id}
          tabIndex={-1}
          className={classes.item}
          data-fresh={application.id === submitted || undefined}
        >
          <Link
            to="/applications/$id"
            params={{ id: application.id }}
            data-press
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
      <Group justify="space-between" align="flex-start" gap="sm" wrap="nowrap">
        <Text span miw={0} fw={600}>
          <Highlight text={application.employee_name} search={search} />
        </Text>
        <StageSign application={application} />
      </Group>
      <Group justify="space-between" gap="sm" wrap="nowrap" mt={2}>
        <Muted component="div" miw={0} lh="row">
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
            <Text span inherit display="block">
              <Highlight text={company(application)} search={search} />
            </Text>
          )}
        </Muted>
        <PriorityBadge priority={application.priority} />
      </Group>
    </>
  )
}
