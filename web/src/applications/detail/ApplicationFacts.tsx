import { Link } from '@tanstack/react-router'
import { formatAed, type VisaApplicationRecord } from 'contract'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../session/session.ts'
import { DubaiDate } from '../../ui/signs/DubaiDate.tsx'
import { Money } from '../../ui/signs/Money.tsx'
import { referenceOf } from '../../ui/signs/reference.ts'
import classes from './ApplicationFacts.module.css'
import { ExpiryDateForm } from './ExpiryDateForm.tsx'

/** What was submitted, in two calm columns. */
export function ApplicationFacts({ application }: { application: VisaApplicationRecord }) {
  const t = useTranslations('applicationDetail')
  const list = useTranslations('applications')
  const words = useTranslations('enums')
  const { role } = useUser()
  const isAdmin = role === 'admin'
  const { visa_expiry_date, expiry_date } = application
  return (
    <>
      <Facts title={t('visa')} foot={isAdmin && <ExpiryDateForm application={application} />}>
        <Fact label={t('type')}>{t(`types.${application.application_type}`)}</Fact>
        <Fact label={t('visaType')}>{words(`visaType.${application.visa_type}`)}</Fact>
        <Fact label={t('submitted')}>
          <DubaiDate value={application.submitted_at} />
        </Fact>
        <Fact label={t('reference')}>{referenceOf(application.id)}</Fact>
        <Fact label={t('visaExpiry')}>{visa_expiry_date && <DubaiDate value={visa_expiry_date} />}</Fact>
        {!isAdmin && <Fact label={t('expiry')}>{expiry_date && <DubaiDate value={expiry_date} />}</Fact>}
        <Fact label={t('location')}>{words(`employeeLocation.${application.employee_location}`)}</Fact>
        <Fact label={t('cost')}>
          <Money aed={application.cost} />
        </Fact>
        {role !== 'employee' && (
          <Fact label={t('payment')}>
            <Payment payment={application.payment} />
          </Fact>
        )}
      </Facts>
      <Facts title={t('person')}>
        <Fact label={t('nationality')}>{application.nationality}</Fact>
        <Fact label={t('designation')}>{application.designation}</Fact>
        <Fact label={t('mobile')}>
          {application.mobile && (
            <a href={`tel:${application.mobile}`}>
              <bdi>{application.mobile}</bdi>
            </a>
          )}
        </Fact>
        <Fact label={t('email')}>
          {application.email && (
            <a href={`mailto:${application.email}`}>
              <bdi>{application.email}</bdi>
            </a>
          )}
        </Fact>
        <Fact label={t('company')}>{application.company_name || list('unknownCompany')}</Fact>
      </Facts>
      <Facts title={t('employment')}>
        <Fact label={t('notice')}>{application.notice_period}</Fact>
        <Fact label={t('probation')}>{application.probation_period}</Fact>
        <Fact label={t('leave')}>{words(`annualLeaveType.${application.annual_leave_type}`)}</Fact>
        <Fact label={t('tickets')}>{words(`ticketFrequency.${application.ticket_frequency}`)}</Fact>
        <Fact label={t('salary')} wide>
          {application.salary_breakup}
        </Fact>
      </Facts>
    </>
  )
}

/** Whether the visa is paid, what is missing, or that it was never charged (W2, W12). Not shown to an employee (V4). */
function Payment({ payment }: Pick<VisaApplicationRecord, 'payment'>) {
  const t = useTranslations('applicationDetail.payments')
  const { role } = useUser()
  if (!payment) return t('none')
  if (payment.status !== 'pending')
    return (
      <>
        {t(payment.status)}
        {payment.reversed > 0 && <span className={classes.given}>{t('given', { amount: formatAed(payment.reversed) })}</span>}
      </>
    )
  return (
    <>
      {t('pending')}
      <span className={classes.missing}>
        {t('missing', { missing: formatAed(payment.missing) })} {role === 'company_admin' && <Link to="/billing">{t('topUp')}</Link>}
      </span>
    </>
  )
}

function Facts({ title, foot, children }: { title: string; foot?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.group}>
      <h2 className={classes.title}>{title}</h2>
      <dl className={classes.facts}>{children}</dl>
      {foot}
    </section>
  )
}

function Fact({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) {
  const ui = useTranslations('ui')
  return (
    <div className={classes.fact} data-wide={wide}>
      <dt>{label}</dt>
      {children ? (
        <dd>{typeof children === 'string' ? <bdi>{children}</bdi> : children}</dd>
      ) : (
        <dd className={classes.absent}>{ui('notGiven')}</dd>
      )}
    </div>
  )
}
