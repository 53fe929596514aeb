import { Button, Radio, Stack, Text } from '@mantine/core'
import { formatAed, fromAed, minus, toAed, type VisaApplicationRecord, withdrawApplication } from 'contract'
import { useTranslations } from 'use-intl'
import { useUser } from '../../session/session.ts'
import { Form } from '../../ui/forms/Form.tsx'
import { FormButtons } from '../../ui/forms/FormButtons.tsx'
import { FormDialog } from '../../ui/forms/FormDialog.tsx'
import { LongText } from '../../ui/forms/LongText.tsx'
import { SubmitButton } from '../../ui/forms/SubmitButton.tsx'
import { useCallForm } from '../../ui/forms/useCallForm.ts'

interface WithdrawalDialogProps {
  application: VisaApplicationRecord
  /** Whether a stage is recorded: an administrator then chooses what happens with a settled payment. */
  isBegun: boolean
  opened: boolean
  onClose: () => void
}

/** Asks why, and says what happens with the money (S13). */
export function WithdrawalDialog({ opened, onClose, ...rest }: WithdrawalDialogProps) {
  const t = useTranslations('applicationDetail.withdrawal')
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('title', { name: rest.application.employee_name })}>
      {(leave) => <WithdrawalForm {...rest} onDone={onClose} onLeave={leave} />}
    </FormDialog>
  )
}

type FormProps = Omit<WithdrawalDialogProps, 'opened' | 'onClose'> & { onDone: () => void; onLeave: () => void }

/** In AED, what of the payment is settled and not returned. */
const settledOf = ({ payment }: VisaApplicationRecord): number =>
  payment?.status === 'completed' ? toAed(minus(fromAed(payment.amount), fromAed(payment.reversed))) : 0

function WithdrawalForm({ application, isBegun, onDone, onLeave }: FormProps) {
  const t = useTranslations('applicationDetail.withdrawal')
  const ui = useTranslations('ui')
  const isAdmin = useUser().role === 'admin'
  const settled = settledOf(application)
  const chooses = isBegun && settled > 0
  const { form, submit, busy } = useCallForm(withdrawApplication, {
    initial: { reason: '', money: '' },
    validate: ({ reason, money }) => ({
      ...(reason.trim() === '' && { reason: ui('required', { field: t('reason') }) }),
      ...(chooses && money === '' && { money: t('choose') }),
    }),
    inputOf: ({ reason, money }) => ({
      params: { id: application.id },
      body: { reason: reason.trim(), ...(chooses && { reverse_payment: money === 'give' }) },
    }),
    onDone,
  })
  return (
    <Form onSubmit={submit}>
      <Text size="sm" lh="prose">
        {t('text')}
      </Text>
      {chooses ? (
        <Radio.Group label={t('money')} description={t('moneyHint')} required {...form.getInputProps('money')}>
          <Stack gap="xs" mt="xs" mb="2xs">
            <Radio value="give" label={`${t('giveBack', { amount: formatAed(settled) })}. ${t('behind')}`} />
            <Radio value="keep" label={t('keep')} />
          </Stack>
        </Radio.Group>
      ) : (
        <Text size="sm" lh="prose">
          <MoneyText application={application} settled={settled} />
        </Text>
      )}
      <LongText
        label={t('reason')}
        description={t(isAdmin ? 'reasonHint' : 'reasonHintCompany')}
        required
        data-autofocus
        {...form.getInputProps('reason')}
      />
      <FormButtons>
        <Button variant="default" onClick={onLeave}>
          {t('cancel')}
        </Button>
        <SubmitButton color="red" disabled={busy}>
          {t(busy ? 'busy' : 'submit')}
        </SubmitButton>
      </FormButtons>
    </Form>
  )
}

function MoneyText({ application: { payment }, settled }: { application: VisaApplicationRecord; settled: number }) {
  const t = useTranslations('applicationDetail.withdrawal')
  if (!payment || payment.status === 'rejected') return t('none')
  if (payment.status === 'pending') return `${t('pending', { amount: formatAed(payment.amount) })} ${t('behind')}`
  return settled > 0 ? `${t('returns', { amount: formatAed(settled) })} ${t('behind')}` : t('returned')
}
