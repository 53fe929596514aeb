import { Button, Text, TextInput } from '@mantine/core'
import { type BankDetails, isUaeIban, type Provider, plainIban, type Tagged, updateProvider } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { NO_PROOF, ProofFields, useProof } from '../panels/ProofFields.tsx'
import { loadSettings } from '../session/settings.ts'
import { isStale } from '../ui/forms/conflict.ts'
import { Form } from '../ui/forms/Form.tsx'
import { FormButtons } from '../ui/forms/FormButtons.tsx'
import { FormErrorSummary } from '../ui/forms/FormErrorSummary.tsx'
import { SubmitButton } from '../ui/forms/SubmitButton.tsx'
import { useCallForm } from '../ui/forms/useCallForm.ts'
import { BANK_FIELDS } from './BankFacts.tsx'

const ORDER = [...BANK_FIELDS, 'password', 'code']
const idOf = (field: string): string => `bank-${field}`
const EMPTY: BankDetails = { bank_name: '', account_name: '', account_number: '', iban: '' }

interface BankFormProps {
  provider: Tagged<Provider>
  onDone: () => void
  onCancel: () => void
}

/** Asks for other bank details, with the own password and code. */
export function BankForm({ provider, onDone, onCancel }: BankFormProps) {
  const t = useTranslations('settings')
  const labels = useTranslations('billing.bank')
  const proof = useProof()
  const { form, submit, attempt, busy } = useBankForm({ provider, proof, onDone })
  return (
    <Form onSubmit={submit}>
      <FormErrorSummary errors={form.errors} order={ORDER} attempt={attempt} idOf={idOf} />
      <Text size="sm" lh="prose" c="dimmed">
        {t('askLead')}
      </Text>
      {BANK_FIELDS.map((field) => (
        <TextInput
          key={field}
          id={idOf(field)}
          label={labels(field)}
          required
          withAsterisk={false}
          data-autofocus={field === 'bank_name' || undefined}
          maxLength={200}
          autoComplete="off"
          dir={field === 'iban' || field === 'account_number' ? 'ltr' : 'auto'}
          spellCheck={false}
          {...form.getInputProps(field)}
        />
      ))}
      <ProofFields form={form} asksCode={proof.asksCode} idOf={idOf} />
      <FormButtons>
        <Button variant="default" disabled={busy} onClick={onCancel}>
          {t('cancel')}
        </Button>
        <SubmitButton disabled={busy}>{t(busy ? 'asking' : 'ask')}</SubmitButton>
      </FormButtons>
    </Form>
  )
}

function useBankForm({ provider, proof, onDone }: Pick<BankFormProps, 'provider' | 'onDone'> & { proof: ReturnType<typeof useProof> }) {
  const t = useTranslations('settings')
  const ui = useTranslations('ui')
  const labels = useTranslations('billing.bank')
  const [begun, setBegun] = useState<Tagged<Provider> | undefined>(provider)
  const isOther = begun !== undefined && BANK_FIELDS.some((field) => begun.bank?.[field] !== provider.bank?.[field])
  const missing = (label: string) => ui('required', { field: label })
  return useCallForm(updateProvider, {
    toasts: 'askForBank',
    ifMatch: (isOther ? begun : provider).etag,
    initial: { ...(provider.bank ?? EMPTY), ...NO_PROOF },
    validate: (values) => ({
      ...Object.fromEntries(BANK_FIELDS.filter((field) => !values[field].trim()).map((field) => [field, missing(labels(field))])),
      ...(values.iban.trim() && !isUaeIban(plainIban(values.iban)) && { iban: t('ibanWrong') }),
      ...proof.missing(values),
    }),
    inputOf: ({ password, code, ...given }) => ({ body: { bank: given, ...proof.bodyOf({ password, code }) } }),
    errorsOf: ({ errors }) => Object.fromEntries(errors.map(({ field, detail }) => [field.replace('bank.', ''), detail])),
    answers: ({ errors }) => errors.length > 0,
    // The person has been told then, and may ask for it all the same.
    onRefused: (refusal) => isStale(refusal) && setBegun(undefined),
    onDone: () => {
      void loadSettings()
      onDone()
    },
  })
}
