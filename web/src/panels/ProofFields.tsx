import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { getTwoStep } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { PasswordField } from '../ui/forms/PasswordField.tsx'

export interface Proof {
  password: string
  code: string
}

export const NO_PROOF: Proof = { password: '', code: '' }

/** What a form asks for beside its own fields, where somebody at an open screen must not make the change. */
export function useProof() {
  const t = useTranslations('forms.proof')
  const ui = useTranslations('ui')
  const asksCode = Boolean(useLoad(getTwoStep, {}).data?.on_since)
  return {
    asksCode,
    missing: ({ password, code }: Proof) => ({
      ...(!password && { password: ui('required', { field: t('password') }) }),
      ...(asksCode && !code.trim() && { code: ui('required', { field: t('code') }) }),
    }),
    bodyOf: ({ password, code }: Proof) => ({ password, ...(asksCode && { code }) }),
  }
}

interface ProofFieldsProps<Values extends Proof> {
  form: Pick<UseFormReturnType<Values>, 'getInputProps'>
  asksCode: boolean
  idOf: (field: string) => string
}

/** The own password and, where two-step sign-in is on, a code. */
export function ProofFields<Values extends Proof>({ form, asksCode, idOf }: ProofFieldsProps<Values>) {
  const t = useTranslations('forms.proof')
  return (
    <>
      <PasswordField
        id={idOf('password')}
        label={t('password')}
        required
        withAsterisk={false}
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
      {asksCode && (
        <TextInput
          id={idOf('code')}
          label={t('code')}
          description={t('codeHint')}
          required
          withAsterisk={false}
          dir="ltr"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('code')}
        />
      )}
    </>
  )
}
