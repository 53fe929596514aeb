import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { changePassword, forgotPassword } from 'contract'
import { type SyntheticEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../api/useAction.ts'
import { useUnsavedGuard } from '../feedback/unsaved.ts'
import { useUser } from '../session/session.ts'
import { FormErrorSummary } from '../ui/forms/FormErrorSummary.tsx'
import { NewPasswordFields } from '../ui/forms/NewPasswordFields.tsx'
import { PasswordField } from '../ui/forms/PasswordField.tsx'
import { useNewPasswordProblems } from '../ui/forms/useNewPassword.ts'
import classes from './AccountScreen.module.css'
import { Section } from './Section.tsx'

const EMPTY = { current: '', password: '', confirm: '' }
const ORDER = Object.keys(EMPTY)
/** A10. */
const LEAST_OF_ADMIN = 12
const FIELD_OF: Record<string, string> = { current_password: 'current', new_password: 'password' }
const idOf = (field: string): string => `account-password-${field}`

/** Changes the own password; who signs in through the provider may ask for one. */
export function PasswordSection({ hasPassword }: { hasPassword: boolean }) {
  return <Section name="password">{hasPassword ? <ChangeForm /> : <AskForPassword />}</Section>
}

function ChangeForm() {
  const t = useTranslations('account.password')
  const { email, role } = useUser()
  const { form, submit, attempt, busy } = useChange()
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
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
        {...(role === 'admin' && { least: LEAST_OF_ADMIN })}
      />
      <Button type="submit" disabled={busy}>
        {t(busy ? 'busy' : 'submit')}
      </Button>
    </form>
  )
}

function useChange() {
  const t = useTranslations('account.password')
  const ui = useTranslations('ui')
  const problemsOfNew = useNewPasswordProblems()
  const [attempt, setAttempt] = useState(0)
  const form = useForm({
    initialValues: EMPTY,
    validate: (values) => ({
      ...problemsOfNew(values),
      ...(values.current === '' && { current: ui('required', { field: t('current') }) }),
    }),
  })
  useUnsavedGuard(form.isDirty())
  const refused = () => setAttempt((count) => count + 1)
  const { run, busy } = useAction(changePassword, {
    answers: ({ errors }) => errors.length > 0,
    onDone: () => {
      form.reset()
      setAttempt(0)
    },
    onRefused: ({ errors }) => {
      form.setErrors(Object.fromEntries(errors.map(({ field, detail }) => [FIELD_OF[field] ?? field, detail])))
      if (errors.length > 0) refused()
    },
  })
  const submit = (event: SyntheticEvent<HTMLFormElement>) =>
    form.onSubmit(
      ({ current, password }) => void run({ body: { current_password: current, new_password: password } }),
      refused,
    )(event as never)
  return { form, submit, attempt, busy }
}

function AskForPassword() {
  const t = useTranslations('account.password')
  const { email } = useUser()
  const [sent, setSent] = useState(false)
  const { run, busy } = useAction(forgotPassword, { onDone: () => setSent(true) })
  return (
    <div className={classes.form}>
      <p className={classes.note} role="status">
        {sent ? t('linkSent', { email }) : t('none')}
      </p>
      {!sent && (
        <Button variant="default" disabled={busy} onClick={() => void run({ body: { email } })}>
          {t('sendLink')}
        </Button>
      )}
    </div>
  )
}
