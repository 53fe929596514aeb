import { Text } from '@mantine/core'
import { daysLeft, dubaiDate, type Employee, isEmployed } from 'contract'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Fact, Facts } from '../ui/Facts.tsx'
import { Muted } from '../ui/Muted.tsx'
import { SectionTitle } from '../ui/SectionTitle.tsx'
import { DubaiDate } from '../ui/signs/DubaiDate.tsx'
import { MailLink } from '../ui/signs/MailLink.tsx'
import { nationalityName } from '../ui/signs/nationality.ts'
import { FIELDS, type Field } from './answers.ts'
import classes from './PersonScreen.module.css'

const DATES: ReadonlySet<Field> = new Set(['visa_expiry_date', 'eid_expiry_date', 'outside_since'])
/** The record as the form has it, without the name, which is the heading. */
const SHOWN = FIELDS.filter((field) => field !== 'employee_name')

export function PersonFacts({ employee }: { employee: Employee }) {
  const t = useTranslations('employees.person')
  const labels = useTranslations('history.fields')
  return (
    <section aria-labelledby="person-record">
      <SectionTitle id="person-record" mb="md">
        {t('record')}
      </SectionTitle>
      <Facts className={classes.facts}>
        {SHOWN.map((field) => (
          <Fact key={field} name={labels(field)} wide={field === 'email'}>
            <Value field={field} employee={employee} />
          </Fact>
        ))}
      </Facts>
    </section>
  )
}

function Value({ field, employee }: { field: Field; employee: Employee }): ReactNode {
  const absent = useTranslations('ui')('notGiven')
  const value = employee[field]
  if (!value)
    return (
      <Text span inherit c="dimmed">
        {absent}
      </Text>
    )
  if (typeof value === 'number') return value
  if (field === 'email') return <MailLink address={value} />
  if (field === 'mobile')
    return (
      <a href={`tel:${value}`}>
        <bdi>{value}</bdi>
      </a>
    )
  if (field === 'nationality') return nationalityName(value)
  if (!DATES.has(field)) return <bdi>{value}</bdi>
  return (
    <>
      <DubaiDate value={value} />
      {field === 'visa_expiry_date' && isEmployed(employee.status) && <Days to={value} />}
    </>
  )
}

/** How long the visa is still valid, or has not been (E4). */
function Days({ to }: { to: string }) {
  const t = useTranslations('employees.person')
  const days = daysLeft(to, dubaiDate(new Date()))
  return <Muted lh="row">{days < 0 ? t('daysAgo', { days: -days }) : t('daysLeft', { days })}</Muted>
}
