import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useTranslations } from 'use-intl'

/** A password that can be shown, with a remark while Caps Lock is on (U22). */
export function PasswordField({ description, ...props }: PasswordInputProps) {
  const t = useTranslations('login')
  const [visible, setVisible] = useState(false)
  const [caps, setCaps] = useState(false)
  const watch = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'))
  return (
    <PasswordInput
      {...props}
      styles={{ innerInput: { borderRadius: 'var(--mantine-radius-sm)' } }}
      visible={visible}
      onVisibilityChange={setVisible}
      onKeyDown={watch}
      onKeyUp={watch}
      description={caps ? t('capsLock') : description}
      visibilityToggleButtonProps={{ 'aria-label': t(visible ? 'hidePassword' : 'showPassword'), tabIndex: 0, 'aria-hidden': false }}
    />
  )
}
