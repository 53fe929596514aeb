import { Button, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Employee, requestCancellation } from 'contract'
import type { SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../api/useAction.ts'
import { useUnsavedGuard } from '../feedback/unsaved.ts'
import { FormButtons } from '../ui/forms/FormButtons.tsx'
import { FormDialog } from '../ui/forms/FormDialog.tsx'
import classes from './EmployeeForm.module.css'
import { useReplaceEmployee } from './useKeptEmployees.ts'

interface CancellationDialogProps {
  employee: Employee | undefined
  onClose: () => void
}

/** Asks for the reason of a cancellation; without one nothing is sent (§5, U51). */
export function CancellationDialog({ employee, onClose }: CancellationDialogProps) {
  const t = useTranslations('employees.cancellation')
  return (
    <FormDialog opened={employee !== undefined} onClose={onClose} title={employee && t('title', { name: employee.employee_name })}>
      {(leave) => employee && <CancellationForm key={employee.id} employee={employee} onDone={onClose} onLeave={leave} />}
    </FormDialog>
  )
}

interface CancellationFormProps {
  employee: Employee
  onDone: () => void
  onLeave: () => void
}

function CancellationForm({ employee, onDone, onLeave }: CancellationFormProps) {
  const t = useTranslations('employees.cancellation')
  const { form, submit, busy } = useCancellation(employee, onDone)
  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      <p className={classes.text}>{t('body')}</p>
      <Textarea
        label={t('reason')}
        required
        data-autofocus
        autosize
        minRows={2}
        maxRows={8}
        maxLength={5_000}
        {...form.getInputProps('reason')}
      />
      <Textarea label={t('notes')} autosize minRows={2} maxRows={8} maxLength={5_000} {...form.getInputProps('notes')} />
      <FormButtons>
        <Button variant="default" onClick={onLeave}>
          {t('abort')}
        </Button>
        <Button type="submit" color="red" disabled={busy}>
          {t(busy ? 'submitting' : 'submit')}
        </Button>
      </FormButtons>
    </form>
  )
}

function useCancellation(employee: Employee, onDone: () => void) {
  const t = useTranslations('employees.cancellation')
  const ui = useTranslations('ui')
  const replace = useReplaceEmployee()
  const form = useForm({
    initialValues: { reason: '', notes: '' },
    validate: { reason: (reason) => (reason.trim() === '' ? ui('required', { field: t('reason') }) : null) },
  })
  const letGo = useUnsavedGuard(form.isDirty())
  const { run, busy } = useAction(requestCancellation, {
    onDone: (changed) => {
      letGo()
      replace(changed)
      onDone()
    },
    onRefused: ({ errors }) => form.setErrors(Object.fromEntries(errors.map(({ field, detail }) => [field, detail]))),
  })
  const submit = (event: SyntheticEvent<HTMLFormElement>) =>
    form.onSubmit(
      (given) => void run({ body: { employee_id: employee.id, ...given } }),
      (errors) => Object.keys(errors)[0] && form.getInputNode('reason')?.focus(),
    )(event as never)
  return { form, submit, busy }
}
