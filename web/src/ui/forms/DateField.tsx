import '@mantine/dates/styles.layer.css'
import { DateInput, type DateInputProps } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { dubaiDate, LANGUAGES } from 'contract'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import 'dayjs/locale/ar.js'
import { useTranslations } from 'use-intl'
import { currentLanguage } from '../../messages/language.ts'
import classes from './DateField.module.css'

dayjs.extend(customParseFormat)

const TYPED = ['D MMM YYYY', 'DD/MM/YYYY', 'D/M/YYYY', 'D.M.YYYY', 'YYYY-MM-DD']

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
      dateParser={parseTyped}
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

const parseTyped = (text: string): string | null => {
  const parsed = LANGUAGES.map((language) => dayjs(text.trim(), TYPED, language, true)).find((date) => date.isValid())
  return parsed?.locale('en').format('YYYY-MM-DD') ?? null
}
