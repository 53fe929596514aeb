import { IconCheck, IconClockExclamation } from '@tabler/icons-react'
import { daysLeft, dubaiDate, type Employee } from 'contract'
import { useTranslations } from 'use-intl'
import { Muted } from '../ui/Muted.tsx'
import { DubaiDate } from '../ui/signs/DubaiDate.tsx'
import { StatusBadge } from '../ui/signs/StatusBadge.tsx'
import { Tag } from '../ui/signs/Tag.tsx'
import { SOON } from './EmployeeActions.tsx'
import classes from './EmployeesScreen.module.css'

/** The status and the visa's expiry date as one phrase: "Active until 21 Nov 2027". */
export function EmployeeState({ employee: { status, visa_expiry_date } }: { employee: Employee }) {
  const t = useTranslations('employees')
  const words = useTranslations('enums.status')
  const date = () => visa_expiry_date && <DubaiDate value={visa_expiry_date} />
  const days = visa_expiry_date === null ? undefined : daysLeft(visa_expiry_date, dubaiDate(new Date()))
  const phrase = status === 'active' ? 'until' : status === 'expired' ? 'expiredOn' : 'visaUntil'
  return (
    <span className={classes.state}>
      {status === 'active' ? (
        <Tag hue="green" icon={<IconCheck size={15} stroke={2} />}>
          {words('active')}
        </Tag>
      ) : (
        <StatusBadge status={status} />
      )}{' '}
      {days !== undefined &&
        (status === 'active' && days >= 0 && days <= SOON ? (
          <span className={classes.date} title={t('person.daysLeft', { days })}>
            <Tag hue="amber" icon={<IconClockExclamation size={15} stroke={1.75} />}>
              <span>{t.rich(phrase, { date })}</span>
            </Tag>
          </span>
        ) : (
          <Muted component="span" className={classes.date}>
            {t.rich(phrase, { date })}
          </Muted>
        ))}
    </span>
  )
}
