import { formatAed, type Language, type Rule, type RuleConditions, type RuleValue } from 'contract'
import type { useTranslations } from 'use-intl'

type Part = string | false | undefined

const monthsOf = (value: { months?: number | undefined }): number => value.months ?? 0

interface Words {
  t: ReturnType<typeof useTranslations<'rules'>>
  enums: ReturnType<typeof useTranslations<'enums'>>
  language: Language
}

/** What a rule says, and when, in words. */
export function ruleWords({ t, enums, language }: Words) {
  const joined = (parts: Part[]) => parts.filter((part) => typeof part === 'string').join(t('comma'))

  function valueText(value: RuleValue | null): string {
    if (value === null) return t('noValue')
    if ('amount' in value) return fineText(value)
    if ('percent' in value) return t('values.percent', { percent: value.percent })
    if ('due' in value) {
      const { paid_percent } = value
      return joined([t(`values.${value.due}`), paid_percent !== undefined && t('values.paidPercent', { percent: paid_percent })])
    }
    if ('least' in value) {
      const { least, most } = value
      return most === undefined ? t('values.usually', { days: least }) : t('values.range', { least, most })
    }
    if ('need' in value) return t(`values.${value.need}`, { said: value[language] ?? '' })
    if ('from_days' in value) return t('values.span', { from: value.from_days, to: value.to_days })
    if ('last_day' in value) return t(`values.${value.last_day}`)
    if ('en' in value) {
      const said = value[language]
      return 'days' in value ? t('values.holiday', { name: said, days: value.days }) : said
    }
    if (Array.isArray(value.days)) return t('values.before', { list: value.days.join(t('comma')) })
    return value.days === undefined
      ? t('values.months', { months: monthsOf(value as { months?: number }) })
      : t('values.days', { days: value.days })
  }

  function fineText({ amount, every, months, after_days, after_months, cap }: Extract<RuleValue, { amount: number }>): string {
    return joined([
      t(`values.${every === 'month' ? (months ?? 'completed') : every}`, { amount: formatAed(amount) }),
      after_days !== undefined && t('values.afterDays', { days: after_days }),
      after_months !== undefined && t('values.afterMonths', { months: after_months }),
      cap !== undefined && t('values.cap', { amount: formatAed(cap) }),
    ])
  }

  function skillText(from = 1, to = 9): Part {
    if (from === 1 && to === 9) return false
    return from === to ? t('skillOnly', { level: from }) : t('skill', { from, to })
  }

  /** A word for each condition. */
  function conditionTexts({ skill_from, skill_to, nationalities, ...applies }: RuleConditions): string[] {
    const { emirate, jurisdiction, free_zone, application_type, visa_type, employee_location, stage_name, item, paper } = applies
    const parts: Part[] = [
      stage_name && enums(`stage.${stage_name}`),
      item && t(`words.${item}`),
      paper && t(`words.${paper}`),
      emirate && t(`words.${emirate}`),
      jurisdiction && t(`words.${jurisdiction}`),
      free_zone,
      application_type && t(`words.${application_type}`),
      visa_type && enums(`visaType.${visa_type}`),
      employee_location && enums(`employeeLocation.${employee_location}`),
      skillText(skill_from, skill_to),
      nationalities && joined(nationalities),
    ]
    return parts.filter((part) => typeof part === 'string')
  }

  const nameOf = ({ key }: Pick<Rule, 'key'>): string => t(`keys.${key}`)
  return { valueText, conditionTexts, nameOf }
}
