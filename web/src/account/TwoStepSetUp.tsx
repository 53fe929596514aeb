import { Text } from '@mantine/core'
import { beginTwoStep, confirmTwoStep, type Reply } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ReauthenticationForm } from '../panels/ReauthenticationForm.tsx'
import { QrCode } from '../ui/signs/QrCode.tsx'
import { useFocusOnMount } from '../ui/useFocusOnMount.ts'
import classes from './AccountScreen.module.css'
import { RecoveryCodes } from './RecoveryCodes.tsx'

interface TwoStepSetUpProps {
  onDone: () => void
  onCancel?: () => void
}

/** Switches two-step sign-in on: password, secret, code, recovery codes. */
export function TwoStepSetUp({ onDone, onCancel }: TwoStepSetUpProps) {
  const t = useTranslations('account.twoStep')
  const [begun, setBegun] = useState<Reply<typeof beginTwoStep>>()
  const [codes, setCodes] = useState<readonly string[]>()
  const cancel = onCancel && { onCancel }
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (!begun) {
    return (
      <>
        <Text size="sm" lh="prose" textWrap="pretty" mb="md">
          {t('beginText')}
        </Text>
        <ReauthenticationForm
          key="begin"
          call={beginTwoStep}
          fields={['password']}
          inputOf={({ password }) => ({ body: { password } })}
          submit={t('next')}
          onDone={setBegun}
          {...cancel}
        />
      </>
    )
  }
  return <Confirm begun={begun} onCodes={setCodes} {...cancel} />
}

interface ConfirmProps extends Pick<TwoStepSetUpProps, 'onCancel'> {
  begun: Reply<typeof beginTwoStep>
  onCodes: (codes: readonly string[]) => void
}

function Confirm({ begun, onCodes, onCancel }: ConfirmProps) {
  const t = useTranslations('account.twoStep')
  // Not the field: on a phone, its keyboard would cover the QR code.
  const first = useFocusOnMount<HTMLParagraphElement>(true)
  return (
    <>
      <Text ref={first} tabIndex={-1} size="sm" lh="prose" textWrap="pretty" mb="md">
        {t('scan')}
      </Text>
      <QrCode text={begun.address} label={t('qr')} />
      <Text size="sm" lh="prose" textWrap="pretty" mb="md">
        {t('orType')}
      </Text>
      <p className={classes.secret} dir="ltr">
        {(begun.secret.match(/.{1,4}/g) ?? []).join(' ')}
      </p>
      <ReauthenticationForm
        key="confirm"
        call={confirmTwoStep}
        fields={['code']}
        inputOf={({ code }) => ({ body: { code } })}
        submit={t('switchOn')}
        onDone={({ recovery_codes }) => onCodes(recovery_codes)}
        {...(onCancel && { onCancel })}
      />
    </>
  )
}
