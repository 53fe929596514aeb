import { Button, Text } from '@mantine/core'
import { type Employee, requestCancellation } from 'contract'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Form } from '../ui/forms/Form.tsx'
import { FormButtons } from '../ui/forms/FormButtons.tsx'
import { FormDialog } from '../ui/forms/FormDialog.tsx'
import { LongText } from '../ui/forms/LongText.tsx'
import { SubmitButton } from '../ui/forms/SubmitButton.tsx'
import { useCallForm } from '../ui/forms/useCallForm.ts'
import { useReplaceEmployee } from './useKeptEmployees.ts'

interface CancellationDialogProps {
  employee: Employee | undefined
  onClose: () => void
}

/** Requests a cancellation; a reason is required (§5, U51). */
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
  const { form, field, submit, busy } = useCancellation(employee, onDone)
  return (
    <Form onSubmit={submit}>
      <Text size="sm" lh="prose">
        {t('body')}
      </Text>
      <LongText ref={field} label={t('reason')} required data-autofocus {...form.getInputProps('reason')} />
      <LongText label={t('notes')} {...form.getInputProps('notes')} />
      <FormButtons>
        <Button variant="default" onClick={onLeave}>
          {t('abort')}
        </Button>
        <SubmitButton color="red" disabled={busy}>
          {t(busy ? 'submitting' : 'submit')}
        </SubmitButton>
      </FormButtons>
    </Form>
  )
}

function useCancellation(employee: Employee, onDone: () => void) {
  const t = useTranslations('employees.cancellation')
  const ui = useTranslations('ui')
  const replace = useReplaceEmployee()
  const field = useRef<HTMLTextAreaElement>(null)
  const { form, submit, busy } = useCallForm(requestCancellation, {
    initial: { reason: '', notes: '' },
    validate: ({ reason }) => (reason.trim() === '' ? { reason: ui('required', { field: t('reason') }) } : {}),
    inputOf: (given) => ({ body: { employee_id: employee.id, ...given } }),
    onDone: (changed) => {
      replace(changed)
      onDone()
    },
    onWrong: () => field.current?.focus(),
  })
  return { form, field, submit, busy }
}
