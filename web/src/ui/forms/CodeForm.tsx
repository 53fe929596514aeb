import { Button, Text, TextInput } from '@mantine/core'
import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Refusal } from '../../api/refusal.ts'
import { Form } from './Form.tsx'
import { SubmitButton } from './SubmitButton.tsx'

interface CodeFormProps {
  /** Sends the code; if it throws a Refusal, that is shown below the field. */
  onCode: (code: string) => Promise<void>
  /** Other buttons. */
  children?: ReactNode
}

/** The second step of a sign-in: a code from the app, or a recovery code. */
export function CodeForm({ onCode, children }: CodeFormProps) {
  const t = useTranslations('secondStep')
  const [recovery, setRecovery] = useState(false)
  const { field, submit, busy, clear } = useCode(onCode, t(recovery ? 'recoveryCode' : 'code'))
  const other = () => {
    setRecovery(!recovery)
    clear()
  }
  return (
    <Form onSubmit={submit}>
      <Text c="dimmed" textWrap="pretty">
        {t(recovery ? 'recoveryText' : 'text')}
      </Text>
      <TextInput
        key={recovery ? 'recovery' : 'app'}
        size="md"
        label={t(recovery ? 'recoveryCode' : 'code')}
        required
        withAsterisk={false}
        autoFocus
        dir="ltr"
        autoComplete={recovery ? 'off' : 'one-time-code'}
        inputMode={recovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        styles={{ input: { letterSpacing: '0.06em' } }}
        {...field}
      />
      <SubmitButton size="md" fullWidth disabled={busy}>
        {t(busy ? 'busy' : 'submit')}
      </SubmitButton>
      <Button variant="subtle" size="sm" fullWidth disabled={busy} onClick={other}>
        {t(recovery ? 'useApp' : 'useRecovery')}
      </Button>
      {children}
    </Form>
  )
}

function useCode(onCode: CodeFormProps['onCode'], label: string) {
  const ui = useTranslations('ui')
  const login = useTranslations('login')
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const refused = (sentence: string) => {
    setProblem(sentence)
    input.current?.focus()
    input.current?.select()
  }
  const give = async () => {
    setBusy(true)
    try {
      await onCode(code.trim())
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused(error.status === 0 ? ui('offline') : error.detail || login('failed'))
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (busy) return
    if (code.trim() === '') refused(ui('required', { field: label }))
    else void give()
  }
  const clear = () => {
    setCode('')
    setProblem(undefined)
  }
  const field = {
    ref: input,
    value: code,
    error: problem && <span role="alert">{problem}</span>,
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      setCode(event.currentTarget.value)
      setProblem(undefined)
    },
  }
  return { field, submit, busy, clear }
}
