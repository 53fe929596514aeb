import { Button, TextInput } from '@mantine/core'
import type { Answer, Call, Input } from 'contract'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Form } from '../ui/forms/Form.tsx'
import { FormButtons } from '../ui/forms/FormButtons.tsx'
import { PasswordField } from '../ui/forms/PasswordField.tsx'
import { SubmitButton } from '../ui/forms/SubmitButton.tsx'
import { useCallForm } from '../ui/forms/useCallForm.ts'

type Field = 'password' | 'code'
type Values = Record<Field, string>

interface ReauthenticationFormProps<C extends Call> {
  call: C
  fields: readonly Field[]
  inputOf: (values: Values) => Input<C>
  submit: string
  /** A red button, if the change reduces protection. */
  danger?: boolean
  onDone: (reply: Answer<C>) => void
  onCancel?: () => void
}

/** Asks for the password, a code from the app or both before a change that somebody at an open screen must not make. */
export function ReauthenticationForm<C extends Call>({ submit, danger = false, onCancel, ...options }: ReauthenticationFormProps<C>) {
  const t = useTranslations('account.twoStep')
  const { form, inputs, send, busy } = useReauthentication(options)
  const { fields } = options
  return (
    <Form onSubmit={send}>
      {fields.includes('password') && (
        <PasswordField
          {...form.getInputProps('password')}
          ref={inputs.password}
          label={t('password')}
          required
          withAsterisk={false}
          data-autofocus
          autoComplete="current-password"
        />
      )}
      {fields.includes('code') && (
        <TextInput
          {...form.getInputProps('code')}
          ref={inputs.code}
          label={t('code')}
          description={t(fields.length > 1 ? 'codeOrRecovery' : 'codeHint')}
          required
          withAsterisk={false}
          dir="ltr"
          inputMode={fields.length > 1 ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <FormButtons>
        {onCancel && (
          <Button variant="default" disabled={busy} onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
        <SubmitButton disabled={busy} {...(danger && { color: 'red' })}>
          {busy ? t('busy') : submit}
        </SubmitButton>
      </FormButtons>
    </Form>
  )
}

type Options<C extends Call> = Pick<ReauthenticationFormProps<C>, 'call' | 'fields' | 'inputOf' | 'onDone'>

function useReauthentication<C extends Call>({ call, fields, inputOf, onDone }: Options<C>) {
  const t = useTranslations('account.twoStep')
  const ui = useTranslations('ui')
  const inputs = { password: useRef<HTMLInputElement>(null), code: useRef<HTMLInputElement>(null) }
  const { form, submit, busy } = useCallForm(call, {
    initial: { password: '', code: '' },
    validate: (values) =>
      Object.fromEntries(
        fields.filter((field) => values[field].trim() === '').map((field) => [field, ui('required', { field: t(field) })]),
      ),
    inputOf,
    guarded: false,
    answers: ({ errors }) => errors.length > 0,
    onDone,
    onWrong: (errors) => {
      const first = fields.find((field) => field in errors)
      if (first) inputs[first].current?.focus()
    },
  })
  return { form, inputs, send: submit, busy }
}
