import { deleteEmployee, type Employee } from 'contract'
import { useTranslations } from 'use-intl'
import { useAction } from '../api/useAction.ts'
import { confirm } from '../feedback/confirm.ts'
import { useDropEmployee } from './useKeptEmployees.ts'

/** Deletes the record after asking; the applications stay (E5). */
export function useDeletion(onGone: () => void): (employee: Employee) => Promise<void> {
  const t = useTranslations('employees.deletion')
  const drop = useDropEmployee()
  const { run } = useAction(deleteEmployee, {
    onDone: (_, { params }) => {
      drop(params.id)
      onGone()
    },
  })
  return async ({ id, employee_name, passport_number }) => {
    const agreed = await confirm({
      title: t('title', { name: employee_name }),
      body: t('body', { passport: passport_number }),
      action: t('action'),
    })
    if (agreed) await run({ params: { id } })
  }
}
