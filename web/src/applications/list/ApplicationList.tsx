import { Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import type { VisaApplication } from 'contract'
import { useTranslations } from 'use-intl'
import { useUser } from '../../session/session.ts'
import list from '../../ui/list/List.module.css'
import rows from '../../ui/Rows.module.css'
import { DubaiDate } from '../../ui/signs/DubaiDate.tsx'
import { Highlight } from '../../ui/signs/Highlight.tsx'
import { nationalityName } from '../../ui/signs/nationality.ts'
import { StageBadge } from '../../ui/signs/StageBadge.tsx'
import { StageState } from '../../ui/signs/StageSign.tsx'
import classes from './ApplicationsScreen.module.css'
import type { ApplicationListProps } from './ApplicationTable.tsx'
import { SubmittedNow } from './SubmittedNow.tsx'
import { useCompanyName } from './useCompanyName.ts'

/** The same rows where a table has no room: name and stage first, then all the rest in small letters (B13). */
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
  const types = useTranslations('enums.visaType')
  const priorities = useTranslations('enums.priority')
  const company = useCompanyName()
  const { role } = useUser()
  return (
    <>
      <Group justify="space-between" align="flex-start" gap="sm" wrap="nowrap">
        <Text span miw={0} fw={600}>
          <Highlight text={application.employee_name} search={search} />
        </Text>
        <StageBadge stage={application.current_stage} />
      </Group>
      <Text component="div" size="xs" c="dimmed" lh="1rem" mt={2}>
        <StageState application={application} />
        {' · '}
        {application.passport_number && (
          <>
            <Highlight text={application.passport_number} search={search} />
            {' · '}
          </>
        )}
        <bdi>{nationalityName(application.nationality)}</bdi>
        {' · '}
        <Highlight text={types(application.visa_type)} search={search} />
        {role === 'admin' && (
          <>
            {' · '}
            <Highlight className={list.whole} text={company(application)} search={search} />
          </>
        )}
        {' · '}
        <span className={classes.last}>
          <DubaiDate value={application.submitted_at} />
          {' · '}
          <span className={classes.priority} data-hue={application.priority === 'fast_track' ? 'red' : 'green'}>
            {priorities(application.priority)}
          </span>
        </span>
      </Text>
    </>
  )
}
