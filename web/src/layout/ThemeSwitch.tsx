import { ActionIcon, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'

const CHOICES = {
  light: { name: 'themeLight', Icon: IconSun, next: 'dark' },
  dark: { name: 'themeDark', Icon: IconMoon, next: 'auto' },
  auto: { name: 'themeAuto', Icon: IconDeviceDesktop, next: 'light' },
} as const

/** Switches between light, dark and the system's scheme; the choice is kept after the session (U14). */
export function ThemeSwitch() {
  const t = useTranslations('shell')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { name, Icon, next } = CHOICES[colorScheme]
  const label = t('theme', { choice: t(name) })
  return (
    <ActionIcon variant="subtle" color="gray" size={44} aria-label={label} title={label} onClick={() => setColorScheme(next)}>
      <Icon size={20} stroke={1.6} />
    </ActionIcon>
  )
}
