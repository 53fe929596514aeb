import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import type { Employee } from 'contract'
import { useTranslations } from 'use-intl'
import { useUser } from '../session/session.ts'
import { type Column, DataTable, type Sorting } from '../ui/DataTable.tsx'
import { useHiddenColumns } from '../ui/list/hiddenColumns.ts'
import list from '../ui/list/List.module.css'
import { useRowLink } from '../ui/list/useRowLink.ts'
import { Muted } from '../ui/Muted.tsx'
import { Highlight } from '../ui/signs/Highlight.tsx'
import { nationalityName } from '../ui/signs/nationality.ts'
import { DENSITIES, type Density } from '../ui/useDensity.ts'
import type { Selection } from '../ui/useSelection.ts'
import { useWidth } from '../ui/useWidth.ts'
import { ActionIcons, type EmployeeActionsProps, RenewalLink } from './EmployeeActions.tsx'
import { EmployeeState } from './EmployeeState.tsx'
import classes from './EmployeesScreen.module.css'

export interface EmployeeListProps {
  employees: readonly Employee[]
  /** The search, to mark its matches. */
  search: string
  onAct: EmployeeActionsProps['onAct']
}

interface EmployeesTableProps extends EmployeeListProps {
  sorting: Sorting
  density: Density
  selection: Selection<Employee>
}

export function EmployeesTable({ employees, search, onAct, sorting, density, selection }: EmployeesTableProps) {
  const t = useTranslations('employees')
  const rowLink = useRowLink()
  return (
    <DataTable
      list="employees"
      columns={useEmployeeColumns(search, onAct)}
      rows={employees}
      label={t('title')}
      sticky
      height={DENSITIES[density]}
      sorting={sorting}
      selection={selection}
      rowProps={({ id }) => ({ className: list.row, 'data-press': true, tabIndex: -1, ...rowLink(`/employees/${id}`) })}
      className={clsx(list.table, classes.table)}
    />
  )
}

export const EmployeesSkeleton = ({ columns, density }: { columns: readonly Column<Employee>[]; density: Density }) => (
  <div className={classes.results}>
    <DataTable
      list="employees"
      columns={columns}
      rows={[]}
      loading={10}
      selectable
      height={DENSITIES[density]}
      className={clsx(list.table, classes.table)}
    />
  </div>
)

/** The widths fit the longest word of a nationality or designation, and numbers such as 784-1990-1234567-1 on one line where there is room. */
export function useEmployeeColumns(search: string, onAct: EmployeeActionsProps['onAct']): Column<Employee>[] {
  const t = useTranslations('employees')
  const none = useTranslations('ui')('none')
  const ofCompany = useCompanyPlace()
  const marked = (text: string) => <Highlight text={text} search={search} />
  const company: Column<Employee> = {
    id: 'company',
    within: ofCompany === 'line',
    head: t('company'),
    cell: ({ company_name }) => <bdi>{marked(company_name)}</bdi>,
    width: '9rem',
  }
  return [
    {
      id: 'name',
      sort: 'employee_name',
      head: t('name'),
      cell: (employee) => <Name employee={employee} search={search} />,
      rowHeader: true,
      width: 'min(13.5rem, 17cqi)',
    },
    ...(ofCompany ? [company] : []),
    {
      id: 'passport',
      sort: 'passport_number',
      head: t('passport'),
      cell: ({ passport_number }) => <bdi>{marked(passport_number)}</bdi>,
      width: 'min(6.25rem, 10.3cqi)',
    },
    {
      id: 'nationality',
      sort: 'nationality',
      head: t('nationality'),
      cell: ({ nationality }) => nationalityName(nationality),
      width: 'min(6.125rem, 10cqi)',
    },
    { id: 'designation', head: t('designation'), cell: ({ designation }) => designation ?? none, width: 'min(6.75rem, 11cqi)' },
    {
      id: 'visaNumber',
      head: t('visaNumber'),
      cell: ({ visa_number }) => <bdi>{visa_number ? <Breakable number={visa_number} /> : none}</bdi>,
      className: classes.number,
    },
    { id: 'eidNumber', head: t('eidNumber'), cell: ({ eid_number }) => <bdi>{eid_number ?? none}</bdi>, className: classes.number },
    {
      id: 'status',
      // The day on which the visa expires, which the cell tells.
      sort: 'visa_expiry_date',
      head: t('facets.status.label'),
      cell: (employee) => (
        <>
          <EmployeeState employee={employee} />
          <RenewalLink employee={employee} />
        </>
      ),
      className: classes.status,
    },
    {
      id: 'actions',
      head: t('actions'),
      cell: (employee) => <ActionIcons employee={employee} onAct={onAct} />,
      narrow: true,
      pressed: true,
    },
  ]
}

/** Breaks after the strokes of the number alone: browsers keep a stroke and a digit together. */
function Breakable({ number }: { number: string }) {
  const [first, ...others] = number.split('/')
  if (others.length === 0) return first
  return (
    <>
      {first}/<wbr />
      <Breakable number={others.join('/')} />
    </>
  )
}

/** Where the company stands, if there are several (B13). */
function useCompanyPlace(): 'column' | 'line' | undefined {
  const hasRoom = useWidth('further')
  const { role } = useUser()
  if (role !== 'admin') return undefined
  return hasRoom ? 'column' : 'line'
}

function Name({ employee: { id, employee_name, company_name }, search }: { employee: Employee; search: string }) {
  const ofCompany = useCompanyPlace()
  const hidden = useHiddenColumns('employees')
  return (
    <>
      <Link to="/employees/$id" params={{ id }} className={list.name}>
        <Highlight text={employee_name} search={search} />
      </Link>
      {ofCompany === 'line' && !hidden.includes('company') && (
        <Muted
          component={Highlight}
          className={clsx(list.second, classes.company)}
          title={company_name}
          text={company_name}
          search={search}
        />
      )}
    </>
  )
}
