import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useNavigate } from '@tanstack/react-router'
import { me, setPassword } from 'contract'
import { type SyntheticEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Refusal } from '../api/refusal.ts'
import { send } from '../api/send.ts'
import { useAction } from '../api/useAction.ts'
import { PublicPage } from '../layout/PublicPage.tsx'
import { useLinkToken } from '../session/linkToken.ts'
import { currentUser, dropSession } from '../session/session.ts'
import { FormErrorSummary } from '../ui/forms/FormErrorSummary.tsx'
import { NewPasswordFields } from '../ui/forms/NewPasswordFields.tsx'
import { useNewPasswordProblems } from '../ui/forms/useNewPassword.ts'
import { useScreen } from '../ui/useScreen.ts'
import classes from './auth.module.css'

const GONE = 410
const ORDER = ['password', 'confirm']
const idOf = (field: string): string => `set-password-${field}`

/** Sets a password by the link of an invitation or of a forgotten password (A6, A7). */
export function SetPasswordScreen() {
  const t = useTranslations('setPassword')
  const token = useLinkToken('/set-password')
  // Another link may be opened over this screen: then the refusal of the first says nothing.
  const [refused, setRefused] = useState<{ token: string; detail: string }>()
  const why = token === undefined ? t('lost') : refused?.token === token ? refused.detail : undefined
  const heading = useScreen(why === undefined ? t('title') : t('goneTitle'))
  return (
    <PublicPage width="narrow">
      <div className={classes.card}>
        <h1 ref={heading} tabIndex={-1} className={classes.title}>
          {why === undefined ? t('title') : t('goneTitle')}
        </h1>
        {token !== undefined && why === undefined ? (
          <PasswordForm key={token} token={token} onGone={(detail) => setRefused({ token, detail })} />
        ) : (
          <>
            <p role="alert" className={classes.lead}>
              {why}
            </p>
            <Button size="md" fullWidth renderRoot={(props) => <Link {...props} to="/forgot-password" />}>
              {t('ask')}
            </Button>
          </>
        )}
      </div>
    </PublicPage>
  )
}

function PasswordForm({ token, onGone }: { token: string; onGone: (detail: string) => void }) {
  const t = useTranslations('setPassword')
  const navigate = useNavigate()
  const [attempt, setAttempt] = useState(0)
  const form = useForm({ initialValues: { password: '', confirm: '' }, validate: useNewPasswordProblems() })
  const refused = () => setAttempt((count) => count + 1)
  const { run, busy } = useAction(setPassword, {
    answers: ({ status }) => status === GONE,
    onDone: () => void afterwards().then(() => navigate({ to: '/customer-login', replace: true })),
    onRefused: ({ status, detail, errors }) => {
      if (status === GONE) return onGone(detail)
      form.setErrors(Object.fromEntries(errors.map((error) => [error.field, error.detail])))
      if (errors.length > 0) refused()
    },
  })
  const submit = (event: SyntheticEvent<HTMLFormElement>) =>
    form.onSubmit(({ password }) => void run({ body: { token, password } }), refused)(event as never)
  return (
    <>
      <p className={classes.lead}>{t('lead')}</p>
      <form noValidate className={classes.fields} onSubmit={submit}>
        <FormErrorSummary errors={form.errors} order={ORDER} attempt={attempt} idOf={idOf} />
        <NewPasswordFields size="md" password={form.values.password} getInputProps={form.getInputProps} idOf={idOf} />
        <Button type="submit" size="md" fullWidth disabled={busy}>
          {t(busy ? 'busy' : 'submit')}
        </Button>
      </form>
    </>
  )
}

/** The session of this browser is over if it was this person's. */
async function afterwards(): Promise<void> {
  if (!currentUser()) return
  try {
    await send(me, {})
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    dropSession()
  }
}
