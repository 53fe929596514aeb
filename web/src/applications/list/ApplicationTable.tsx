import { ActionIcon, Group, Text } from '@mantine/core'
import { IconEye, IconLayoutSidebarRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { VisaApplication } from 'contract'
import { useTranslations } from 'use-intl'
import { type Column, DataTable, type Sorting } from '../../ui/DataTable.tsx'
import { useRowLink } from '../../ui/list/useRowLink.ts'
import { Muted } from '../../ui/Muted.tsx'
import { DubaiDate } from '../../ui/signs/DubaiDate.tsx'
import { Highlight } from '../../ui/signs/Highlight.tsx'
import { nationalityName } from '../../ui/signs/nationality.ts'
import { PriorityBadge } from '../../ui/signs/PriorityBadge.tsx'
import { StageSign } from '../../ui/signs/StageSign.tsx'
import { DENSITIES, type Density } from '../../ui/useDensity.ts'
import type { Peek } from '../../ui/usePeek.ts'
import type { Selection } from '../../ui/useSelection.ts'
import classes from './ApplicationsScreen.module.css'
import { SubmittedNow } from './SubmittedNow.tsx'
import { useCompanyName } from './useCompanyName.ts'

export interface ApplicationListProps {
  applications: readonly VisaApplication[]
  /** What was searched for, to be marked. */
  search: string
  /** The application that was submitted just now (U43). */
  submitted: string
  /** The pointer or the focus is on a row: its detail may be opened next. */
  onPoint: (application: VisaApplication) => void
}

interface ApplicationTableProps extends ApplicationListProps {
  selection: Selection<VisaApplication>
  sorting: Sorting
  density: Density
  peek: Peek
}

export function ApplicationTable({ applications, search, submitted, onPoint, selection, sorting, density, peek }: ApplicationTableProps) {
  const rowLink = useRowLink()
  return (
    <DataTable
      list="applications"
      columns={useApplicationColumns(search, submitted, peek)}
      rows={applications}
      className={classes.table}
      height={DENSITIES[density]}
      selection={selection}
      sorting={sorting}
      sticky
      rowProps={(application) => ({
        className: classes.row,
        'data-press': true,
        tabIndex: -1,
        'data-fresh': application.id === submitted || undefined,
        'aria-current': application.id === peek.id || undefined,
        onMouseEnter: () => onPoint(application),
        onFocus: () => onPoint(application),
        ...rowLink(`/applications/${application.id}`),
      })}
    />
  )
}

export const ApplicationsSkeleton = ({ columns, density }: { columns: readonly Column<VisaApplication>[]; density: Density }) => (
  <DataTable list="applications" columns={columns} rows={[]} loading={8} selectable className={classes.table} height={DENSITIES[density]} />
)

export function useApplicationColumns(search: string, submitted: string, peek: Peek): Column<VisaApplication>[] {
  const t = useTranslations('applications')
  const none = useTranslations('ui')('none')
  const types = useTranslations('enums.visaType')
  const company = useCompanyName()
  const marked = (text: string) => <Highlight text={text} search={search} />
  return [
    {
      id: 'name',
      sort: 'employee_name',
      head: t('employeeName'),
      cell: (application) => <Person application={application} search={search} fresh={application.id === submitted} />,
      className: classes.person,
    },
    {
      id: 'company',
      sort: 'company_name',
      head: t('company'),
      cell: (application) => <Cut text={company(application)} search={search} />,
      className: classes.company,
    },
    {
      id: 'passport',
      sort: 'passport_number',
      priority: 2,
      head: t('passport'),
      cell: ({ passport_number }) => <bdi>{passport_number ? marked(passport_number) : none}</bdi>,
      className: classes.passport,
    },
    {
      id: 'nationality',
      sort: 'nationality',
      priority: 4,
      head: t('nationality'),
      cell: ({ nationality }) => nationalityName(nationality),
      className: classes.nationality,
    },
    {
      id: 'visaType',
      sort: 'visa_type',
      priority: 5,
      head: t('visaType'),
      cell: ({ visa_type }) => marked(types(visa_type)),
      className: classes.visaType,
    },
    { id: 'priority', sort: 'priority', head: t('priority'), cell: ({ priority }) => <PriorityBadge priority={priority} /> },
    { id: 'currentStage', sort: 'current_stage', head: t('currentStage'), cell: (application) => <StageSign application={application} /> },
    {
      id: 'submitted',
      sort: 'submitted_at',
      priority: 3,
      head: t('submitted'),
      cell: ({ submitted_at }) => <DubaiDate value={submitted_at} />,
    },
    {
      id: 'action',
      head: t('action'),
      cell: (application) => <Buttons application={application} peek={peek} />,
      narrow: true,
      pressed: true,
    },
  ]
}

const Cut = ({ text, search }: { text: string; search: string }) => (
  <Text component={Highlight} inherit display="block" truncate title={text} text={text} search={search} />
)

function Person({ application: { id, employee_name, email }, search, fresh }: PersonProps) {
  return (
    <>
      <Link to="/applications/$id" params={{ id }} className={classes.name}>
        <Highlight text={employee_name} search={search} />
      </Link>
      {email && (
        <Muted component="bdi" className={classes.email ?? ''} truncate title={email}>
          {email}
        </Muted>
      )}
      {fresh && <SubmittedNow id={id} />}
    </>
  )
}

interface PersonProps {
  application: VisaApplication
  search: string
  fresh: boolean
}

function Buttons({ application: { id, employee_name }, peek }: { application: VisaApplication; peek: Peek }) {
  const t = useTranslations('applications')
  const look = { variant: 'subtle', color: 'gray' } as const
  const name = { name: employee_name }
  return (
    <Group gap={0} wrap="nowrap" justify="flex-end">
      <ActionIcon {...look} size={28} aria-label={t('peek.open', name)} aria-expanded={id === peek.id} onClick={() => peek.open(id)}>
        <IconLayoutSidebarRight size={17} stroke={1.6} data-flip />
      </ActionIcon>
      <ActionIcon
        {...look}
        size="lg"
        aria-label={t('view', name)}
        renderRoot={(props) => <Link {...props} to="/applications/$id" params={{ id }} />}
      >
        <IconEye size={18} stroke={1.6} />
      </ActionIcon>
    </Group>
  )
}
