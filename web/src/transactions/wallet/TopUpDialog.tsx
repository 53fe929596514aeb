import { Box, Button, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { type BankDetails, type Fils, fils, formatAmount, fromAed, getBalance, parseAmount, plus, shortfall } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import { FileField } from '../../ui/files/FileField.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { FormButtons } from '../../ui/forms/FormButtons.tsx'
import { FormDialog } from '../../ui/forms/FormDialog.tsx'
import { FormErrorSummary } from '../../ui/forms/FormErrorSummary.tsx'
import { SubmitButton } from '../../ui/forms/SubmitButton.tsx'
import { Muted } from '../../ui/Muted.tsx'
import { QrCode } from '../../ui/signs/QrCode.tsx'
import { AmountField } from '../AmountField.tsx'
import { BankDetailsCard } from './BankDetailsCard.tsx'
import { useReference } from './useReference.ts'
import { useTopUp } from './useTopUp.ts'

interface TopUpDialogProps {
  opened: boolean
  onClose: () => void
}

/** Asks for a top-up with the amount that was transferred and the bank's receipt for it; the account and the reference stand beside (§5, U59). */
export function TopUpDialog({ opened, onClose }: TopUpDialogProps) {
  const t = useTranslations('billing')
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('topUp')} size="60rem">
      {(leave) => <Loaded onDone={onClose} onCancel={leave} />}
    </FormDialog>
  )
}

interface ContentProps {
  onDone: () => void
  onCancel: () => void
}

/** The amount begins with what is owed and not on its way yet, by a balance that is waited for: it may be transferred as soon as it is shown. */
function Loaded(props: ContentProps) {
  const { data, isError, isFetching } = useLoad(getBalance, {})
  const [known, setKnown] = useState(false)
  if (!known && !isFetching && (data || isError)) setKnown(true)
  if (!known) return <Skeleton height={320} />
  const missing = data ? shortfall(fromAed(data.due), plus(fromAed(data.balance), fromAed(data.pending_topups))) : fils(0)
  return <Content suggested={missing} {...props} />
}

const ORDER = ['amount', 'receipt_document']
const idOf = (field: string): string => `topup-${field}`

function Content({ suggested, onDone, onCancel }: ContentProps & { suggested: Fils }) {
  const t = useTranslations('billing')
  const { form, change, attempt, uploading, setUploading, submit, busy } = useTopUp({ suggested, onDone })
  const amount = parseAmount(form.values.amount)
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
      <Form onSubmit={submit}>
        <FormErrorSummary errors={form.errors} order={ORDER} attempt={attempt} idOf={idOf} />
        <Text size="sm" lh="prose" c="dimmed">
          {t('topUpLead')}
        </Text>
        <AmountField
          id={idOf('amount')}
          label={t('amount')}
          required
          autoFocus
          description={suggested > 0 && amount === suggested && t('settlesAll')}
          value={form.values.amount}
          error={form.errors.amount}
          onChange={(text) => change({ amount: text })}
        />
        <FileField
          id={idOf('receipt_document')}
          label={t('receipt')}
          required
          toasts="uploadReceipt"
          value={form.values.receipt_document}
          error={form.errors.receipt_document}
          onChange={(receipt_document) => change({ receipt_document })}
          onBusyChange={setUploading}
        />
        <FormButtons>
          <Button variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
          <SubmitButton disabled={busy || uploading}>{t(busy ? 'submitting' : uploading ? 'processing' : 'submit')}</SubmitButton>
        </FormButtons>
      </Form>
      <Transfer amount={amount} />
    </SimpleGrid>
  )
}

/** Where the money goes, to read, to copy, and as a code for another device. */
function Transfer({ amount }: { amount: Fils | undefined }) {
  const t = useTranslations('billing.bank')
  const reference = useReference()
  const words = (bank: BankDetails, named: string) =>
    [bank.account_name, bank.iban, amount ? `AED ${formatAmount(amount)}` : undefined, named].filter(Boolean).join('\n')
  return (
    <BankDetailsCard reference={reference}>
      {(bank) =>
        reference ? (
          <Box mt="md">
            <QrCode text={words(bank, reference)} label={t('qr')} />
            <Muted component="p" ta="center" m={0}>
              {t('scan')}
            </Muted>
          </Box>
        ) : null
      }
    </BankDetailsCard>
  )
}
