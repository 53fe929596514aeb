import { formatAed, type Notice } from 'contract'
import { useLocale, useTranslations } from 'use-intl'

const RIGHT_TO_LEFT = /[\u0590-\u08ff]/
const DIRECTION_MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** A name of the other direction does not change that of the sentence, and no name turns the words behind it round. */
export function apart(typed: string, isArabic: boolean): string {
  const text = typed.replace(DIRECTION_MARKS, '')
  return RIGHT_TO_LEFT.test(text) === isArabic ? text : `\u2068${text}\u2069`
}

/** The sentence of a notice: the subject of its mail, word for word (a test compares them). */
export function useSentence(): (notice: Notice) => string {
  const t = useTranslations('notices.sentences')
  const stages = useTranslations('enums.stage')
  const isArabic = useLocale().startsWith('ar')
  return (notice) => {
    const { stage_name, amount, number, employee_name, company_name } = notice
    return t(sentenceOf(notice), {
      employee_name: apart(employee_name ?? '', isArabic),
      company_name: apart(company_name ?? '', isArabic),
      stage: stage_name ? stages(stage_name) : '',
      number: number ?? 0,
      amount: amount === null ? '' : apart(formatAed(amount), isArabic),
    })
  }
}

function sentenceOf({ kind, decision, stage_name }: Notice) {
  switch (kind) {
    case 'stage_decided':
      if (!stage_name) return 'stage_news'
      return decision === 'Rejected' ? 'stage_rejected' : 'stage_approved'
    case 'topup_decided':
      return decision === 'rejected' ? 'topup_rejected' : 'topup_approved'
    case 'bank_details':
      if (!decision) return 'bank_asked'
      return decision === 'active' ? 'bank_active' : 'bank_cancelled'
    case 'cancellation_decided':
      return decision === 'cancelled' ? 'cancellation_granted' : 'cancellation_refused'
    default:
      return kind
  }
}
