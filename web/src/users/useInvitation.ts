import { type Employee, getEmployee, Invitation, inviteUser } from 'contract'
import { useCallback, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { useSession } from '../session/session.ts'
import { useSettings } from '../session/settings.ts'
import { problemsOf } from '../ui/forms/formProblems.ts'
import { errorsIn, useCallForm } from '../ui/forms/useCallForm.ts'

export const INVITATION_FIELDS = ['company_id', 'employee_id', 'full_name', 'email'] as const
export const idOf = (field: string): string => `invitation-${field}`

type Answers = {
  role: 'employee' | 'company_admin'
  company_id: string
  employee_id: string
  full_name: string
  email: string
}

/** The body of the call; empty ids become null. */
const invitationOf = ({ company_id, employee_id, role, ...rest }: Answers) => ({
  ...rest,
  role,
  company_id: company_id || null,
  employee_id: role === 'employee' ? employee_id || null : null,
})

/** The form of an invitation. */
export function useInvitation(employeeId: string, onDone: () => void) {
  const t = useTranslations('users.invitation')
  const ui = useTranslations('ui')
  const { user, activeCompanyId } = useSession()
  const labels = Object.fromEntries(INVITATION_FIELDS.map((field) => [field, t(field)]))
  const { form, submit, attempt, busy } = useCallForm<typeof inviteUser, Answers>(inviteUser, {
    initial: { role: 'employee', company_id: activeCompanyId ?? '', employee_id: '', full_name: '', email: '' },
    validate: (answers) => ({
      ...problemsOf(Invitation, invitationOf(answers), labels),
      ...(user?.role === 'admin' && answers.company_id === '' && { company_id: ui('required', { field: t('company_id') }) }),
    }),
    inputOf: (answers) => ({ body: invitationOf(answers) }),
    answers: ({ status, errors }) => status === 409 || errors.length > 0,
    errorsOf: (refusal) => (refusal.status === 409 ? { email: refusal.detail } : errorsIn(refusal)),
    onDone,
    ...(useSettings().mails_kept && { toasts: 'inviteUserKept' as const }),
  })

  const setValues = useRef(form.setValues)
  setValues.current = form.setValues
  /** Copies name and e-mail from the record. */
  const take = useCallback((employee: Employee | undefined) => {
    if (!employee) return setValues.current({ employee_id: '' })
    const { id, company_id, employee_name, email } = employee
    setValues.current({ role: 'employee', employee_id: id, company_id, full_name: employee_name, ...(email && { email }) })
  }, [])
  useRecord(employeeId, take)
  return { form, submit, attempt, busy, take }
}

export type InvitationForm = ReturnType<typeof useInvitation>['form']

/** Fills in the record that the URL names, once. */
function useRecord(id: string, take: (employee: Employee) => void): void {
  const { data: found } = useLoad(getEmployee, { params: { id } }, { enabled: id !== '', answers: () => true })
  const taken = useRef(false)
  useEffect(() => {
    if (!found || taken.current) return
    taken.current = true
    take(found)
  }, [found, take])
}
