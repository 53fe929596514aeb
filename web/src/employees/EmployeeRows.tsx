import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import type { Employee } from 'contract'
import { useTranslations } from 'use-intl'
import { useUser } from '../session/session.ts'
import list from '../ui/list/List.module.css'
import { Muted } from '../ui/Muted.tsx'
import shared from '../ui/Rows.module.css'
import { Highlight } from '../ui/signs/Highlight.tsx'
import { nationalityName } from '../ui/signs/nationality.ts'
import { ActionButtons, RenewalLink } from './EmployeeActions.tsx'
import { EmployeeState } from './EmployeeState.tsx'
import classes from './EmployeesScreen.module.css'
import type { EmployeeListProps } from './EmployeesTable.tsx'

/** The employees where a table has no room: each row is a card that shows all that is known (B13). */
export function EmployeeRows({ employees, search, onAct }: EmployeeListProps) {
  const t = useTranslations('employees')
  const { role } = useUser()
  return (
    <ul className={clsx(shared.rows, classes.rows)} aria-label={t('title')}>
      {employees.map((employee) => (
        <li key={employee.id} className={clsx(shared.card, classes.card)}>
          <div className={classes.person}>
            <Link to="/employees/$id" params={{ id: employee.id }} className={list.name} data-press data-reach>
              <Highlight text={employee.employee_name} search={search} />
            </Link>
            <Muted>
              <Highlight text={employee.passport_number} search={search} />
              {' · '}
              <bdi>{nationalityName(employee.nationality)}</bdi>
              {' · '}
              <bdi>{employee.designation}</bdi>
            </Muted>
            {role === 'admin' && <Muted component={Highlight} text={employee.company_name} search={search} />}
            <Numbers employee={employee} />
            <RenewalLink employee={employee} />
          </div>
          <div className={classes.side}>
            <EmployeeState employee={employee} />
            <ActionButtons employee={employee} onAct={onAct} />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The numbers that are known. */
function Numbers({ employee: { visa_number, eid_number } }: { employee: Employee }) {
  const t = useTranslations('employees')
  const numbers = [
    ['visaNumber', visa_number],
    ['eidNumber', eid_number],
  ] as const
  return numbers.map(
    ([name, number]) =>
      number && (
        <Muted key={name}>
          {t(name)}{' '}
          <Text span inherit c="var(--ink)" display="inline-block" maw="100%" style={{ overflowWrap: 'anywhere' }}>
            <bdi>{number}</bdi>
          </Text>
        </Muted>
      ),
  )
}
