import { Button, Divider, Group, Modal, Text, TextInput } from '@mantine/core'
import { IconBrandGoogle } from '@tabler/icons-react'
import { login, passSecondStep, type User } from 'contract'
import { type SyntheticEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { googleSignInAddress } from '../api/googleSignIn.ts'
import { Refusal } from '../api/refusal.ts'
import { send } from '../api/send.ts'
import { useSettings } from '../session/settings.ts'
import { CodeForm } from '../ui/forms/CodeForm.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { PasswordField } from '../ui/forms/PasswordField.tsx'
import { SubmitButton } from '../ui/forms/SubmitButton.tsx'
import { Muted } from '../ui/Muted.tsx'

export interface RenewalProps {
  email: string
  onRenewed: (user: User) => void
  onLeave: () => void
}

/** A dialog above everything, which only a login or leaving closes. It blurs the screen behind it. */
export function SessionEndedDialog({ opened, ...form }: RenewalProps & { opened: boolean }) {
  const t = useTranslations('sessionEnd')
  return (
    <Modal
      opened={opened}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={350}
      overlayProps={{ backgroundOpacity: 0.6, blur: 10 }}
      title={t('title')}
    >
      <Steps {...form} />
    </Modal>
  )
}

/** The password, then the code if the account needs one. */
function Steps({ onRenewed, onLeave, email }: RenewalProps) {
  const t = useTranslations('sessionEnd')
  const [second, setSecond] = useState(false)
  if (!second) {
    return (
      <>
        <PasswordForm email={email} onRenewed={onRenewed} onLeave={onLeave} onSecondStep={() => setSecond(true)} />
        <ByGoogle />
      </>
    )
  }
  const pass = async (code: string) => onRenewed((await send(passSecondStep, { body: { code } })).user)
  return (
    <CodeForm onCode={pass}>
      <Button variant="default" onClick={onLeave}>
        {t('leave')}
      </Button>
    </CodeForm>
  )
}

function PasswordForm({ email, onRenewed, onLeave, onSecondStep }: RenewalProps & { onSecondStep: () => void }) {
  const t = useTranslations('sessionEnd')
  const words = useTranslations('login')
  const { field, submit, busy } = useRenewal(email, onRenewed, onSecondStep)
  return (
    <Form onSubmit={submit}>
      <Text size="sm" lh="inherit" mb="md" textWrap="pretty">
        {t('text')}
      </Text>
      <TextInput
        type="email"
        label={words('email')}
        autoComplete="username"
        value={email}
        readOnly
        styles={{ input: { background: 'var(--sunken)', color: 'var(--muted)' } }}
      />
      <PasswordField label={words('password')} autoComplete="current-password" data-autofocus {...field} />
      <Group justify="flex-end" gap="sm" mt="xs">
        <Button variant="default" disabled={busy} onClick={onLeave}>
          {t('leave')}
        </Button>
        <SubmitButton disabled={busy}>{busy ? words('busy') : t('login')}</SubmitButton>
      </Group>
    </Form>
  )
}

/** For users without a password: they sign in in another tab, and this one continues with its input (`onRenewedElsewhere`). */
function ByGoogle() {
  const t = useTranslations('sessionEnd')
  const { google_sign_in } = useSettings()
  if (!google_sign_in) return null
  return (
    <>
      <Divider my="md" color="var(--hairline)" />
      <Button
        component="a"
        href={googleSignInAddress()}
        target="_blank"
        rel="noopener"
        variant="default"
        fullWidth
        leftSection={<IconBrandGoogle size={18} stroke={1.75} aria-hidden />}
        aria-describedby="google-renewal"
      >
        {t('google')}
      </Button>
      <Muted id="google-renewal" mt={6} lh="row">
        {t('googleText')}
      </Muted>
    </>
  )
}

function useRenewal(email: string, onRenewed: (user: User) => void, onSecondStep: () => void) {
  const t = useTranslations('login')
  const ui = useTranslations('ui')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)

  const refused = (sentence: string) => {
    setProblem(sentence)
    input.current?.focus()
    input.current?.select()
  }
  const renew = async () => {
    setBusy(true)
    try {
      const { user } = await send(login, { body: { email, password } })
      onRenewed(user)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.second_step) onSecondStep()
      else refused(error.status === 0 ? ui('offline') : error.detail || t('failed'))
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (busy) return
    if (password === '') refused(ui('required', { field: t('password') }))
    else void renew()
  }
  const field = {
    ref: input,
    value: password,
    required: true,
    withAsterisk: false,
    error: problem && <span role="alert">{problem}</span>,
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      setPassword(event.currentTarget.value)
      setProblem(undefined)
    },
  }
  return { field, submit, busy }
}
