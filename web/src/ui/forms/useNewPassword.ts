import { MIN_PASSWORD_LENGTH, NewPassword } from 'contract'
import { useTranslations } from 'use-intl'
import { isTooShort, problemsOf } from './formProblems.ts'

export interface NewPasswordValues {
  password: string
  confirm: string
}

/** Checks a new password and its repetition (§5). */
export function useNewPasswordProblems(): (values: NewPasswordValues) => Record<string, string> {
  const t = useTranslations('newPassword')
  return ({ password, confirm }) => {
    const problems: Record<string, string> = {}
    const refused = problemsOf(NewPassword, password, { '': t('password') })['']
    if (isTooShort(password)) problems.password = t('short', { least: MIN_PASSWORD_LENGTH })
    else if (refused) problems.password = refused
    if (confirm === '') problems.confirm = t('confirmRequired')
    else if (confirm !== password) problems.confirm = t('mismatch')
    return problems
  }
}
