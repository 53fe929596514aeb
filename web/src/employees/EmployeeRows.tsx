import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import type { Employee } from 'contract'
import { useTranslations } from 'use-intl'
import { useUser } from '../session/session.ts'
import grid from '../ui/Facts.module.css'
import list from '../ui/list/List.module.css'
import { Muted } from '../ui/Muted.tsx'
import shared from '../ui/Rows.module.css'
import { Highlight } from '../ui/signs/Highlight.tsx'
import { nationalityName } from '../ui/signs/nationality.ts'
import { ActionButtons, RenewalLink } from './EmployeeActions.tsx'
import { EmployeeState } from './EmployeeState.tsx'
import classes from './EmployeesScreen.module.css'
import type { EmployeeListProps } from './EmployeesTable.tsx'

/** The employees where a table has no room: each row is a card that shows all of it (B13). */
export function EmployeeRows({ employees, search, onAct }: EmployeeListProps) {
  const t = useTranslations('employees')
  const { role } = useUser()
  return (
    <ul className={clsx(shared.rows, classes.rows)} aria-label={t('title')}>
      {employees.map((employee) => (
        <li key={employee.id} className={shared.card}>
          <div className={classes.head}>
            <div className={classes.person}>
              <Link to="/employees/$id" params={{ id: employee.id }} className={list.name} data-press data-reach>
                <Highlight text={employee.employee_name} search={search} />
              </Link>
              <Muted component={Highlight} text={employee.passport_number} search={search} />
              {role === 'admin' && <Muted component={Highlight} text={employee.company_name} search={search} />}
            </div>
            <EmployeeState employee={employee} />
          </div>
          <Facts employee={employee} />
          <RenewalLink employee={employee} />
          <ActionButtons employee={employee} onAct={onAct} />
        </li>
      ))}
    </ul>
  )
}

function Facts({ employee }: { employee: Employee }) {
  const t = useTranslations('employees')
  const none = useTranslations('ui')('none')
  const facts = [
    ['nationality', nationalityName(employee.nationality)],
    ['designation', employee.designation],
    ['visaNumber', employee.visa_number],
    ['eidNumber', employee.eid_number],
  ] as const
  return (
    <dl className={grid.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>
            <bdi>{value ?? none}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
