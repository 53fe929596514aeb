import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { forgotPassword, RESET_MINUTES } from 'contract'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../api/useAction.ts'
import { PublicPage } from '../layout/PublicPage.tsx'
import { problemsOf } from '../ui/forms/formProblems.ts'
import { useScreen } from '../ui/useScreen.ts'
import classes from './auth.module.css'
import { BackLink } from './BackLink.tsx'

/** Asks for a link to a new password; what it says afterwards is the same for every e-mail (A7). */
export function ForgotPasswordScreen() {
  const t = useTranslations('forgotPassword')
  const words = useTranslations('registration')
  const heading = useScreen(t('title'))
  const [sentTo, setSentTo] = useState<string>()
  return (
    <PublicPage width="narrow">
      <BackLink to="/customer-login" label={words('backToLogin')} />
      <div className={classes.card}>
        <h1 ref={heading} tabIndex={-1} className={classes.title}>
          {sentTo === undefined ? t('title') : t('sentTitle')}
        </h1>
        {sentTo === undefined ? <AskForm onSent={setSentTo} /> : <Sent email={sentTo} onAgain={() => setSentTo(undefined)} />}
      </div>
    </PublicPage>
  )
}

function AskForm({ onSent }: { onSent: (email: string) => void }) {
  const t = useTranslations('forgotPassword')
  const words = useTranslations('login')
  const form = useForm({
    initialValues: { email: '' },
    validate: (values) => problemsOf(forgotPassword.body, values, { email: words('email') }),
  })
  const { run, busy } = useAction(forgotPassword, {
    onDone: () => onSent(form.values.email.trim()),
    onRefused: ({ errors }) => form.setErrors(Object.fromEntries(errors.map(({ field, detail }) => [field, detail]))),
  })
  const submit = (event: SyntheticEvent<HTMLFormElement>) =>
    form.onSubmit(
      (body) => void run({ body }),
      () => form.getInputNode('email')?.focus(),
    )(event as never)
  return (
    <>
      <p className={classes.lead}>{t('lead')}</p>
      <form noValidate className={classes.fields} onSubmit={submit}>
        <TextInput
          type="email"
          size="md"
          label={words('email')}
          required
          withAsterisk={false}
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('email')}
        />
        <Button type="submit" size="md" fullWidth disabled={busy}>
          {t(busy ? 'busy' : 'submit')}
        </Button>
      </form>
    </>
  )
}

function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const t = useTranslations('forgotPassword')
  const said = useRef<HTMLDivElement>(null)
  useEffect(() => said.current?.focus(), [])
  return (
    <>
      <div ref={said} role="status" tabIndex={-1} className={classes.sent}>
        <p className={classes.lead}>{t.rich('sentText', { minutes: RESET_MINUTES, email: () => <strong dir="ltr">{email}</strong> })}</p>
        <p className={classes.reason}>{t('sentHint')}</p>
      </div>
      <Button variant="default" size="md" fullWidth onClick={onAgain}>
        {t('again')}
      </Button>
    </>
  )
}
