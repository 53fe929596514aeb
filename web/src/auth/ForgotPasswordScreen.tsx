import { Box, Button, TextInput } from '@mantine/core'
import { forgotPassword, PasswordRequest, RESET_MINUTES } from 'contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Lead, PublicCard } from '../layout/PublicCard.tsx'
import { PublicPage } from '../layout/PublicPage.tsx'
import { useSettings } from '../session/settings.ts'
import { Form } from '../ui/forms/Form.tsx'
import { problemsOf } from '../ui/forms/formProblems.ts'
import { SubmitButton } from '../ui/forms/SubmitButton.tsx'
import { useCallForm } from '../ui/forms/useCallForm.ts'
import { Muted } from '../ui/Muted.tsx'
import { useScreen } from '../ui/useScreen.ts'
import { BackLink } from './BackLink.tsx'

/** Requests a link to set a new password; the answer is the same for every e-mail (A7). */
export function ForgotPasswordScreen() {
  const t = useTranslations('forgotPassword')
  const words = useTranslations('registration')
  const heading = useScreen(t('title'))
  const [sentTo, setSentTo] = useState<string>()
  const { mails_kept } = useSettings()
  return (
    <PublicPage width="narrow">
      <BackLink to="/customer-login" label={words('backToLogin')} />
      <PublicCard title={sentTo === undefined ? t('title') : t(mails_kept ? 'keptTitle' : 'sentTitle')} heading={heading}>
        {sentTo === undefined ? <AskForm onSent={setSentTo} /> : <Sent email={sentTo} onAgain={() => setSentTo(undefined)} />}
      </PublicCard>
    </PublicPage>
  )
}

function AskForm({ onSent }: { onSent: (email: string) => void }) {
  const t = useTranslations('forgotPassword')
  const words = useTranslations('login')
  const field = useRef<HTMLInputElement>(null)
  const { form, submit, busy } = useCallForm(forgotPassword, {
    initial: { email: '' },
    validate: (values) => problemsOf(PasswordRequest, values, { email: words('email') }),
    inputOf: (body) => ({ body }),
    guarded: false,
    onDone: (_, { body }) => onSent(body.email.trim()),
    onWrong: () => field.current?.focus(),
  })
  return (
    <>
      <Lead>{t('lead')}</Lead>
      <Form onSubmit={submit}>
        <TextInput
          ref={field}
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
        <SubmitButton size="md" fullWidth mt="xs" disabled={busy}>
          {t(busy ? 'busy' : 'submit')}
        </SubmitButton>
      </Form>
    </>
  )
}

function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const t = useTranslations('forgotPassword')
  const { mails_kept } = useSettings()
  const said = useRef<HTMLDivElement>(null)
  useEffect(() => said.current?.focus(), [])
  return (
    <>
      <Box component="section" ref={said} role="status" tabIndex={-1} mb="md">
        <Lead>
          {t.rich(mails_kept ? 'keptText' : 'sentText', { minutes: RESET_MINUTES, email: () => <strong dir="ltr">{email}</strong> })}
        </Lead>
        <Muted mt="xs">{t(mails_kept ? 'keptHint' : 'sentHint')}</Muted>
      </Box>
      <Button variant="default" size="md" fullWidth onClick={onAgain}>
        {t('again')}
      </Button>
    </>
  )
}
