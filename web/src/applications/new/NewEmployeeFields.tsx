import { Flex, Radio, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { AnnualLeaveType, EmployeeLocation, Priority, TicketFrequency, VisaType } from 'contract'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from '../../session/settings.ts'
import { tidyMobile } from '../../ui/forms/mobile.ts'
import { NationalityField } from '../../ui/forms/NationalityField.tsx'
import { PassportField } from '../../ui/forms/PassportField.tsx'
import { DuplicateWarning } from './DuplicateWarning.tsx'
import { PeriodField } from './PeriodField.tsx'
import { useField } from './useField.ts'
import type { ApplicationForm } from './useSubmission.ts'
import { isLongProbation, isUnusualNotice } from './warnings.ts'

/** The fields of an application for a new employee (§5). */
export function NewEmployeeFields({ form, part }: { form: ApplicationForm; part: 'basic' | 'employment' }) {
  return part === 'basic' ? <Basic form={form} /> : <Employment form={form} />
}

function Basic({ form }: { form: ApplicationForm }) {
  const t = useTranslations('newApplication')
  const words = useTranslations('enums')
  const field = useField(form, 'new')
  const mobile = field('mobile')
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="ml" verticalSpacing="1.125rem">
      <TextInput {...field('employee_name')} autoComplete="off" maxLength={200} />
      <div>
        <PassportField {...field('passport_number')} />
        <DuplicateWarning told={{ company_id: form.values.company_id, passport_number: form.values.passport_number }} />
      </div>
      <NationalityField {...field('nationality')} />
      <TextInput
        {...mobile}
        onBlur={(event) => {
          form.setFieldValue('mobile', tidyMobile)
          mobile.onBlur(event)
        }}
        type="tel"
        autoComplete="off"
        description={t('mobileHint')}
        maxLength={200}
      />
      <TextInput {...field('email')} type="email" autoComplete="off" spellCheck={false} maxLength={200} />
      <Choice {...field('employee_location')}>
        {EmployeeLocation.options.toReversed().map((place) => (
          <Radio key={place} value={place} label={words(`employeeLocation.${place}`)} />
        ))}
      </Choice>
      <Choice {...field('visa_type')}>
        {VisaType.options.map((type) => (
          <Radio key={type} value={type} label={words(`visaType.${type}`)} />
        ))}
      </Choice>
      <Choice {...field('priority')}>
        {Priority.options.map((priority) => (
          <Radio key={priority} value={priority} label={words(`priority.${priority}`)} />
        ))}
      </Choice>
    </SimpleGrid>
  )
}

function Employment({ form }: { form: ApplicationForm }) {
  const t = useTranslations('newApplication')
  const words = useTranslations('enums')
  const field = useField(form, 'new')
  const { notice_period: usual, probation_max: longest } = useSettings()
  const noticeUnusual = t('noticeUnusual', { from: usual?.from_days ?? 0, to: usual?.to_days ?? 0 })
  const unit = longest?.months === undefined ? 'days' : 'months'
  const probationLong = t('probationLong', { unit, count: longest?.[unit] ?? 0 })
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="ml" verticalSpacing="1.125rem">
      <TextInput {...field('designation', { optional: true })} autoComplete="off" maxLength={200} />
      <Textarea {...field('salary_breakup')} style={{ gridColumn: '1 / -1' }} description={t('salaryHint')} rows={3} maxLength={5_000} />
      <PeriodField
        {...field('notice_period')}
        hint={t('noticeHint')}
        warning={noticeUnusual}
        rule="notice_period"
        warns={(typed) => isUnusualNotice(typed, usual)}
      />
      <PeriodField
        {...field('probation_period')}
        hint={t('probationHint')}
        warning={probationLong}
        rule="probation_max"
        warns={(typed) => isLongProbation(typed, longest)}
      />
      <Choice {...field('annual_leave_type')}>
        {AnnualLeaveType.options.map((type) => (
          <Radio key={type} value={type} label={words(`annualLeaveType.${type}`)} />
        ))}
      </Choice>
      <Choice {...field('ticket_frequency')}>
        {TicketFrequency.options.map((frequency) => (
          <Radio key={frequency} value={frequency} label={words(`ticketFrequency.${frequency}`)} />
        ))}
      </Choice>
    </SimpleGrid>
  )
}

interface ChoiceProps {
  children: ReactNode
  label: string
  [prop: string]: unknown
}

function Choice({ children, ...rest }: ChoiceProps) {
  return (
    <Radio.Group {...rest}>
      <Flex wrap="wrap" rowGap="xs" columnGap="lg" py="xs">
        {children}
      </Flex>
    </Radio.Group>
  )
}
