import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { me, setPassword } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Refusal } from '../api/refusal.ts'
import { send } from '../api/send.ts'
import { Lead, PublicCard } from '../layout/PublicCard.tsx'
import { PublicPage } from '../layout/PublicPage.tsx'
import { useLinkToken } from '../session/linkToken.ts'
import { currentUser, dropSession } from '../session/session.ts'
import { Form } from '../ui/forms/Form.tsx'
import { FormErrorSummary } from '../ui/forms/FormErrorSummary.tsx'
import { NewPasswordFields } from '../ui/forms/NewPasswordFields.tsx'
import { SubmitButton } from '../ui/forms/SubmitButton.tsx'
import { useCallForm } from '../ui/forms/useCallForm.ts'
import { useNewPasswordProblems } from '../ui/forms/useNewPassword.ts'
import { useScreen } from '../ui/useScreen.ts'

const GONE = 410
const ORDER = ['password', 'confirm']
const idOf = (field: string): string => `set-password-${field}`

/** Sets a password by a link from an invitation or a reset (A6, A7). */
export function SetPasswordScreen() {
  const t = useTranslations('setPassword')
  const token = useLinkToken('/set-password')
  // If another link is opened over this screen, the refusal of the first no longer counts.
  const [refused, setRefused] = useState<{ token: string; detail: string }>()
  const why = token === undefined ? t('lost') : refused?.token === token ? refused.detail : undefined
  const heading = useScreen(why === undefined ? t('title') : t('goneTitle'))
  return (
    <PublicPage width="narrow">
      <PublicCard title={why === undefined ? t('title') : t('goneTitle')} heading={heading}>
        {token !== undefined && why === undefined ? (
          <PasswordForm key={token} token={token} onGone={(detail) => setRefused({ token, detail })} />
        ) : (
          <>
            <Lead role="alert">{why}</Lead>
            <Button size="md" fullWidth renderRoot={(props) => <Link {...props} to="/forgot-password" />}>
              {t('ask')}
            </Button>
          </>
        )}
      </PublicCard>
    </PublicPage>
  )
}

function PasswordForm({ token, onGone }: { token: string; onGone: (detail: string) => void }) {
  const t = useTranslations('setPassword')
  const navigate = useNavigate()
  const { form, submit, attempt, busy } = useCallForm(setPassword, {
    initial: { password: '', confirm: '' },
    validate: useNewPasswordProblems(),
    inputOf: ({ password }) => ({ body: { token, password } }),
    guarded: false,
    answers: ({ status }) => status === GONE,
    onDone: () => void afterwards().then(() => navigate({ to: '/customer-login', replace: true })),
    onRefused: ({ status, detail }) => status === GONE && onGone(detail),
  })
  return (
    <>
      <Lead>{t('lead')}</Lead>
      <Form onSubmit={submit}>
        <FormErrorSummary errors={form.errors} order={ORDER} attempt={attempt} idOf={idOf} />
        <NewPasswordFields size="md" password={form.values.password} getInputProps={form.getInputProps} idOf={idOf} />
        <SubmitButton size="md" fullWidth mt="xs" disabled={busy}>
          {t(busy ? 'busy' : 'submit')}
        </SubmitButton>
      </Form>
    </>
  )
}

/** The server has ended this browser's session if it was this person's. */
async function afterwards(): Promise<void> {
  if (!currentUser()) return
  try {
    await send(me, {})
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    dropSession()
  }
}
