import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatAed, referenceOf, type VisaApplicationRecord } from 'contract'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../session/session.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Muted } from '../../ui/Muted.tsx'
import { DubaiDate, DubaiMoment } from '../../ui/signs/DubaiDate.tsx'
import { MailLink } from '../../ui/signs/MailLink.tsx'
import { Money } from '../../ui/signs/Money.tsx'
import { nationalityName } from '../../ui/signs/nationality.ts'
import classes from './ApplicationDetailScreen.module.css'
import { CaseDates } from './CaseDates.tsx'
import { CorrectFacts } from './CorrectFacts.tsx'
import { DetailSection } from './DetailSection.tsx'
import { ExpiryDateForm } from './ExpiryDateForm.tsx'

/** What was submitted, in two columns. */
export function ApplicationFacts({ application }: { application: VisaApplicationRecord }) {
  const t = useTranslations('applicationDetail')
  const list = useTranslations('applications')
  const words = useTranslations('enums')
  const { role } = useUser()
  const isAdmin = role === 'admin'
  const { visa_expiry_date, expiry_date } = application
  const isOver = application.status === 'withdrawn'
  return (
    <>
      <FactGroup title={t('visa')} foot={isAdmin && !isOver && <ExpiryDateForm application={application} />}>
        <Field label={t('type')}>{t(`types.${application.application_type}`)}</Field>
        <Field label={t('visaType')}>{words(`visaType.${application.visa_type}`)}</Field>
        <Field label={t('submitted')}>
          <DubaiMoment value={application.submitted_at} />
        </Field>
        <Field label={t('reference')}>{referenceOf(application.id)}</Field>
        <Field label={t('visaExpiry')}>{visa_expiry_date && <DubaiDate value={visa_expiry_date} />}</Field>
        {(!isAdmin || isOver) && <Field label={t('expiry')}>{expiry_date && <DubaiDate value={expiry_date} />}</Field>}
        <Field label={t('location')}>{words(`employeeLocation.${application.employee_location}`)}</Field>
        <Field label={t('cost')}>
          <Money aed={application.cost} />
        </Field>
        {role !== 'employee' && (
          <Field label={t('payment')} wide={application.payment?.status === 'pending'}>
            <Payment payment={application.payment} />
          </Field>
        )}
      </FactGroup>
      <FactGroup title={t('person')} foot={isAdmin && application.status === 'active' && <CorrectFacts application={application} />}>
        <Field label={t('nationality')}>{nationalityName(application.nationality)}</Field>
        <Field label={t('designation')}>{application.designation}</Field>
        <Field label={t('mobile')}>
          {application.mobile && (
            <a href={`tel:${application.mobile}`}>
              <bdi>{application.mobile}</bdi>
            </a>
          )}
        </Field>
        <Field label={t('email')}>{application.email && <MailLink address={application.email} />}</Field>
        <Field label={t('company')}>{application.company_name || list('unknownCompany')}</Field>
      </FactGroup>
      <FactGroup title={t('employment')}>
        <Field label={t('notice')}>{application.notice_period}</Field>
        <Field label={t('probation')}>{application.probation_period}</Field>
        <Field label={t('leave')}>{words(`annualLeaveType.${application.annual_leave_type}`)}</Field>
        <Field label={t('tickets')}>{words(`ticketFrequency.${application.ticket_frequency}`)}</Field>
        <Field label={t('salary')} wide>
          {application.salary_breakup}
        </Field>
      </FactGroup>
      {isAdmin && application.status === 'active' && <CaseDates id={application.id} />}
    </>
  )
}

/** Says whether the visa is paid, what is missing, or that it was never charged (W2, W12). An employee does not see it (V4). */
function Payment({ payment }: Pick<VisaApplicationRecord, 'payment'>) {
  const t = useTranslations('applicationDetail.payments')
  const { role } = useUser()
  if (!payment) return t('none')
  if (payment.status !== 'pending')
    return (
      <>
        {t(payment.status)}
        {payment.reversed > 0 && <Muted lh="row">{t('given', { amount: formatAed(payment.reversed) })}</Muted>}
      </>
    )
  return (
    <>
      {t('pending')}
      <div className={classes.lacking}>
        <Muted lh="row" c="var(--amber-text)">
          {t('missing', { missing: formatAed(payment.missing) })}
        </Muted>
        <Muted lh="row">
          {t('order')} {role === 'company_admin' && <Link to="/billing">{t('topUp')}</Link>}
        </Muted>
      </div>
    </>
  )
}

function FactGroup({ title, foot, children }: { title: string; foot?: ReactNode; children: ReactNode }) {
  return (
    <DetailSection title={title}>
      <Facts className={classes.facts}>{children}</Facts>
      {foot}
    </DetailSection>
  )
}

/** One fact; what was not given says so. */
function Field({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  const ui = useTranslations('ui')
  const absent = (
    <Text span inherit c="dimmed">
      {ui('notGiven')}
    </Text>
  )
  return (
    <Fact name={label} wide={wide}>
      {children ? typeof children === 'string' ? <bdi>{children}</bdi> : children : absent}
    </Fact>
  )
}
