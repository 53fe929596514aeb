import { Anchor, TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ChangeEvent, type SyntheticEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Refusal } from '../api/refusal.ts'
import { Form } from '../ui/forms/Form.tsx'
import { PasswordField } from '../ui/forms/PasswordField.tsx'
import { SubmitButton } from '../ui/forms/SubmitButton.tsx'
import { RefusalAlert } from './RefusalAlert.tsx'

export interface Login {
  email: string
  password: string
}

interface LoginFormProps {
  submit: string
  /** The screen to return to from the second step of a sign-in. */
  from: 'admin-login' | 'customer-login'
  /** Signs in; returns a sentence if it was refused. If it throws a Refusal, that is shown as §8 says. */
  onLogin: (credentials: Login) => Promise<string | undefined>
}

const FIELDS = ['email', 'password'] as const

/** The check has 20 KB, which the screen does not wait for (U1): they come while the first field is typed. */
const importCheck = () => Promise.all([import('../ui/forms/formProblems.ts'), import('./completeLogin.ts')])

/** E-mail and password of both login screens. */
export function LoginForm({ submit, from, onLogin }: LoginFormProps) {
  const t = useTranslations('login')
  const forgot = useTranslations('forgotPassword')
  const { field, submitValid, busy, error } = useLogin(from, onLogin)
  return (
    <Form onSubmit={submitValid}>
      {error && <RefusalAlert text={error} />}
      <TextInput
        type="email"
        label={t('email')}
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        {...field('email')}
      />
      <PasswordField label={t('password')} autoComplete="current-password" {...field('password')} />
      <Anchor size="sm" lh="inherit" w="fit-content" mt="-2xs" renderRoot={(props) => <Link {...props} to="/forgot-password" />}>
        {forgot('link')}
      </Anchor>
      <SubmitButton size="md" fullWidth mt="xs" disabled={busy}>
        {busy ? t('busy') : submit}
      </SubmitButton>
    </Form>
  )
}

function useLogin(from: LoginFormProps['from'], onLogin: LoginFormProps['onLogin']) {
  const navigate = useNavigate()
  const t = useTranslations('login')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [values, setValues] = useState<Login>({ email: '', password: '' })
  const [problems, setProblems] = useState<Partial<Login>>({})
  const inputs = { email: useRef<HTMLInputElement>(null), password: useRef<HTMLInputElement>(null) }

  const checking = useRef(false)

  const login = async () => {
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      setError(await onLogin({ ...values, email: values.email.trim() }))
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
      if (refusal.second_step) void navigate({ to: '/second-step', search: { from } })
      else setError(refusal.detail || t('failed'))
    } finally {
      setBusy(false)
    }
  }
  const submitValid = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (checking.current) return
    checking.current = true
    const check = await importCheck().catch(() => undefined)
    checking.current = false
    // Without it, the server checks.
    const found: Partial<Login> = check
      ? check[0].problemsOf(check[1].CompleteLogin, values, { email: t('email'), password: t('password') })
      : {}
    setProblems(found)
    const first = FIELDS.find((field) => found[field])
    if (first) inputs[first].current?.focus()
    else void login()
  }
  const field = (name: keyof Login) => ({
    ref: inputs[name],
    name,
    size: 'md',
    required: true,
    withAsterisk: false,
    value: values[name],
    error: problems[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      importCheck().catch(() => undefined)
      setValues({ ...values, [name]: event.currentTarget.value })
      setProblems({ ...problems, [name]: undefined })
    },
  })
  return { field, submitValid, busy, error }
}
