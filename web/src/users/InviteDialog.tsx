import { Button, Radio, SimpleGrid, Text, TextInput } from '@mantine/core'
import { INVITATION_HOURS } from 'contract'
import { useTranslations } from 'use-intl'
import { CompanyPicker } from '../panels/CompanyPicker.tsx'
import { EmployeePicker } from '../panels/EmployeePicker.tsx'
import { useUser } from '../session/session.ts'
import { Form } from '../ui/forms/Form.tsx'
import { FormButtons } from '../ui/forms/FormButtons.tsx'
import { FormDialog } from '../ui/forms/FormDialog.tsx'
import { FormErrorSummary } from '../ui/forms/FormErrorSummary.tsx'
import { SubmitButton } from '../ui/forms/SubmitButton.tsx'
import { Muted } from '../ui/Muted.tsx'
import { INVITATION_FIELDS, type InvitationForm, idOf, useInvitation } from './useInvitation.ts'

interface InviteDialogProps {
  opened: boolean
  /** The id of the employee record, if the dialog was opened from there. */
  employeeId: string
  onClose: () => void
}

/** Invites somebody by mail (A6). */
export function InviteDialog({ opened, employeeId, onClose }: InviteDialogProps) {
  const t = useTranslations('users.invitation')
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('title')} size="lg">
      {(leave) => <Content employeeId={employeeId} onDone={onClose} onCancel={leave} />}
    </FormDialog>
  )
}

function Content({ employeeId, onDone, onCancel }: { employeeId: string; onDone: () => void; onCancel: () => void }) {
  const t = useTranslations('users.invitation')
  const { role } = useUser()
  const { form, submit, attempt, busy, take } = useInvitation(employeeId, onDone)
  return (
    <Form onSubmit={submit}>
      <FormErrorSummary errors={form.errors} order={INVITATION_FIELDS} attempt={attempt} idOf={idOf} />
      <Text size="sm" lh="prose">
        {t('text', { hours: INVITATION_HOURS })} {role !== 'admin' && t('waits')}
      </Text>
      <Muted lh="prose">{t('required')}</Muted>
      <Roles form={form} />
      {role === 'admin' && (
        <CompanyPicker
          id={idOf('company_id')}
          label={t('company_id')}
          required
          openOnFocus={false}
          value={form.values.company_id}
          error={form.errors.company_id}
          onPick={(company) => {
            const company_id = company?.id ?? ''
            if (company_id === form.values.company_id) return
            form.setValues({ company_id, employee_id: '' })
            form.clearFieldError('company_id')
          }}
        />
      )}
      {form.values.role === 'employee' && (
        <EmployeePicker
          id={idOf('employee_id')}
          label={t('employee_id')}
          description={t('employeeHint')}
          companyId={form.values.company_id}
          value={form.values.employee_id}
          error={form.errors.employee_id}
          onPick={take}
        />
      )}
      <TextInput
        id={idOf('full_name')}
        label={t('full_name')}
        required
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('full_name')}
      />
      <TextInput
        id={idOf('email')}
        label={t('email')}
        type="email"
        required
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('email')}
      />
      <FormButtons>
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <SubmitButton disabled={busy}>{t(busy ? 'busy' : 'submit')}</SubmitButton>
      </FormButtons>
    </Form>
  )
}

const ROLES = ['employee', 'company_admin'] as const

function Roles({ form }: { form: InvitationForm }) {
  const t = useTranslations('users.invitation')
  const names = useTranslations('enums.role')
  return (
    <Radio.Group label={t('role')} {...form.getInputProps('role')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="ml" verticalSpacing="sm" pt={6}>
        {ROLES.map((role) => (
          <Radio key={role} value={role} label={names(role)} description={t(`${role}Text`)} />
        ))}
      </SimpleGrid>
    </Radio.Group>
  )
}
