import type { Employee } from 'contract'
import { useTranslations } from 'use-intl'
import { Highlight } from '../ui/signs/Highlight.tsx'
import { ActionIcons, type EmployeeActionsProps, RenewalLink } from './EmployeeActions.tsx'
import { EmployeeState } from './EmployeeState.tsx'
import classes from './EmployeesScreen.module.css'

const COLUMNS = ['name', 'passport', 'nationality', 'designation', 'visaNumber', 'eidNumber', 'status', 'actions'] as const

export interface EmployeeListProps {
  employees: readonly Employee[]
  /** What is searched for, to be marked. */
  search: string
  onAct: EmployeeActionsProps['onAct']
}

export function EmployeesTable({ employees, search, onAct }: EmployeeListProps) {
  const t = useTranslations('employees')
  const none = useTranslations('ui')('none')
  return (
    <table className={classes.table} aria-label={t('title')}>
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
        {employees.map((employee) => (
          <tr key={employee.id}>
            <th scope="row" className={classes.name}>
              <Highlight text={employee.employee_name} search={search} />
            </th>
            <td className={classes.id}>
              <bdi>
                <Highlight text={employee.passport_number} search={search} />
              </bdi>
            </td>
            <td className={classes.word}>{employee.nationality}</td>
            <td className={classes.word}>{employee.designation ?? none}</td>
            <td className={classes.id}>
              <bdi>{employee.visa_number ?? none}</bdi>
            </td>
            <td className={classes.id}>
              <bdi>{employee.eid_number ?? none}</bdi>
            </td>
            <td className={classes.status}>
              <EmployeeState employee={employee} />
              <RenewalLink employee={employee} />
            </td>
            <td>
              <ActionIcons employee={employee} onAct={onAct} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
