import { Button, type ButtonProps, VisuallyHidden } from '@mantine/core'
import { IconWifiOff } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { useConnection } from '../../api/connection.ts'

/** Sends a form. Without a network it is disabled and says why; disabled, it keeps Enter in a field from sending too (U10). */
export function SubmitButton({ children, ...rest }: ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>) {
  const t = useTranslations('ui')
  if (useConnection() !== 'offline')
    return (
      <Button type="submit" {...rest}>
        {children}
      </Button>
    )
  return (
    <Button type="submit" {...rest} disabled leftSection={<IconWifiOff size={16} stroke={1.75} />}>
      <VisuallyHidden component="span">{children}: </VisuallyHidden>
      {t('noNetwork')}
    </Button>
  )
}
