import { Box, Button, Stack, Text } from '@mantine/core'
import { changePassword, forgotPassword } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../api/useAction.ts'
import { useUser } from '../session/session.ts'
import { useSettings } from '../session/settings.ts'
import { Form } from '../ui/forms/Form.tsx'
import { FormErrorSummary } from '../ui/forms/FormErrorSummary.tsx'
import { NewPasswordFields } from '../ui/forms/NewPasswordFields.tsx'
import { PasswordField } from '../ui/forms/PasswordField.tsx'
import { SubmitButton } from '../ui/forms/SubmitButton.tsx'
import { useCallForm } from '../ui/forms/useCallForm.ts'
import { useNewPasswordProblems } from '../ui/forms/useNewPassword.ts'
import { Section } from './Section.tsx'

const EMPTY = { current: '', password: '', confirm: '' }
const ORDER = Object.keys(EMPTY)
/** A10: longer than for other roles. */
const MIN_ADMIN_LENGTH = 12
const FIELD_OF: Record<string, string> = { current_password: 'current', new_password: 'password' }
/** On phones the button takes the whole line. */
const BUTTON = { base: '100%', sm: 'fit-content' }
const idOf = (field: string): string => `account-password-${field}`

/** Changes the password; users who sign in through the provider can request one. */
export function PasswordSection({ hasPassword }: { hasPassword: boolean }) {
  return (
    <Section name="password">
      <Box maw={{ base: 'none', sm: '24rem' }}>{hasPassword ? <ChangeForm /> : <AskForPassword />}</Box>
    </Section>
  )
}

function ChangeForm() {
  const t = useTranslations('account.password')
  const { email, role } = useUser()
  const { form, submit, attempt, busy } = useChange()
  return (
    <Form onSubmit={submit}>
      <FormErrorSummary errors={form.errors} order={ORDER} attempt={attempt} idOf={idOf} />
      {/* For password managers: whose password this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        id={idOf('current')}
        label={t('current')}
        required
        withAsterisk={false}
        autoComplete="current-password"
        {...form.getInputProps('current')}
      />
      <NewPasswordFields
        password={form.values.password}
        getInputProps={form.getInputProps}
        idOf={idOf}
        {...(role === 'admin' && { least: MIN_ADMIN_LENGTH })}
      />
      <SubmitButton w={BUTTON} disabled={busy}>
        {t(busy ? 'busy' : 'submit')}
      </SubmitButton>
    </Form>
  )
}

function useChange() {
  const t = useTranslations('account.password')
  const ui = useTranslations('ui')
  const problemsOfNew = useNewPasswordProblems()
  const change = useCallForm<typeof changePassword, typeof EMPTY>(changePassword, {
    initial: EMPTY,
    validate: (values) => ({
      ...problemsOfNew(values),
      ...(values.current === '' && { current: ui('required', { field: t('current') }) }),
    }),
    inputOf: ({ current, password }) => ({ body: { current_password: current, new_password: password } }),
    errorsOf: ({ errors }) => Object.fromEntries(errors.map(({ field, detail }) => [FIELD_OF[field] ?? field, detail])),
    answers: ({ errors }) => errors.length > 0,
    onDone: () => change.form.reset(),
  })
  return change
}

function AskForPassword() {
  const t = useTranslations('account.password')
  const { email } = useUser()
  const { mails_kept } = useSettings()
  const [sent, setSent] = useState(false)
  const { run, busy } = useAction(forgotPassword, { onDone: () => setSent(true) })
  return (
    <Stack gap="md">
      <Text size="sm" lh="prose" c="dimmed" role="status">
        {sent ? t(mails_kept ? 'linkKept' : 'linkSent', { email }) : t('none')}
      </Text>
      {!sent && (
        <Button variant="default" w={BUTTON} disabled={busy} onClick={() => void run({ body: { email } })}>
          {t('sendLink')}
        </Button>
      )}
    </Stack>
  )
}
