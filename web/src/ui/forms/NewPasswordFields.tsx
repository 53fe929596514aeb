import { MIN_PASSWORD_LENGTH } from 'contract'
import { useTranslations } from 'use-intl'
import { PasswordField } from './PasswordField.tsx'
import { PasswordStrength } from './PasswordStrength.tsx'

interface NewPasswordFieldsProps {
  /** The value of `password`, to show its strength. */
  password: string
  getInputProps: (field: 'password' | 'confirm') => object
  idOf: (field: string) => string
  /** The least number of characters. */
  least?: number
  size?: 'md'
}

/** A new password with its strength, and its repetition. */
export function NewPasswordFields({ password, getInputProps, idOf, least = MIN_PASSWORD_LENGTH, size }: NewPasswordFieldsProps) {
  const t = useTranslations('newPassword')
  const shared = { required: true, withAsterisk: false, autoComplete: 'new-password', ...(size && { size }) }
  return (
    <>
      <div>
        <PasswordField
          {...shared}
          id={idOf('password')}
          label={t('password')}
          description={t('hint', { least })}
          {...getInputProps('password')}
        />
        <PasswordStrength password={password} />
      </div>
      <PasswordField {...shared} id={idOf('confirm')} label={t('confirm')} {...getInputProps('confirm')} />
    </>
  )
}
