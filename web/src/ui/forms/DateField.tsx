import '@mantine/dates/styles.layer.css'
import { DateInput, type DateInputProps } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { dubaiDate } from 'contract'
import { useTranslations } from 'use-intl'
import { currentLanguage } from '../../messages/language.ts'
import classes from './DateField.module.css'
import { DATES, parseTyped } from './typedDate.ts'

/** The buttons of the calendar that are icons without words. */
const STEPS = ['previousMonth', 'nextMonth', 'previousYear', 'nextYear', 'previousDecade', 'nextDecade'] as const

interface DateFieldProps extends Omit<DateInputProps, 'value' | 'onChange' | 'defaultValue'> {
  /** A calendar date YYYY-MM-DD, or empty. */
  value: string
  onChange: (value: string) => void
}

/** A calendar date, typed or picked. It has no time zone, so it never shifts (U12). */
export function DateField({ value, onChange, ...rest }: DateFieldProps) {
  const t = useTranslations('ui')
  const step = useTranslations('forms.calendar')
  const ariaLabels = Object.fromEntries(STEPS.map((name) => [name, step(name)]))
  return (
    <DateInput
      locale={currentLanguage()}
      valueFormat="D MMM YYYY"
      placeholder={t('dateHint')}
      clearable
      leftSection={<IconCalendar size={16} aria-hidden />}
      leftSectionPointerEvents="none"
      clearButtonProps={{ 'aria-label': t('clearDate') }}
      dateParser={(text) => parseTyped(text, DATES)?.format('YYYY-MM-DD') ?? null}
      hideOutsideDates
      getDayProps={(date) => (date === dubaiDate(new Date()) ? { 'aria-current': 'date' } : {})}
      classNames={{ calendarHeaderLevel: classes.level ?? '', day: classes.day ?? '' }}
      ariaLabels={ariaLabels}
      weekendDays={[]}
      {...rest}
      value={value === '' ? null : value}
      onChange={(date) => onChange(date ?? '')}
    />
  )
}
