import { Anchor, Flex, Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from '../session/settings.ts'
import { Logo } from '../ui/signs/Logo.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import classes from './PublicPage.module.css'
import { SkipLink } from './SkipLink.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'

interface PublicPageProps {
  /** The end of the top line. */
  aside?: ReactNode
  /** The width of a centred form; without it, the page has its full width. */
  width?: 'narrow' | 'form'
  children: ReactNode
}

/** The frame of the public screens. */
export function PublicPage({ aside, width, children }: PublicPageProps) {
  const t = useTranslations('shell')
  const { product_name, support_contact } = useSettings()
  return (
    <Stack gap={0} mih="100dvh">
      <SkipLink />
      <Flex component="header" align="center" justify="space-between" gap="md" className={classes.top}>
        <Link to="/" className={classes.brand} aria-label={t('home', { product: product_name })}>
          <Logo size={28} />
          <bdi>{product_name}</bdi>
        </Link>
        <Group wrap="nowrap" gap="2xs" flex="none" me="-sm">
          {aside}
          <LanguageSwitch />
          <ThemeSwitch />
        </Group>
      </Flex>
      <main id="main" tabIndex={-1} className={clsx(classes.main, width && classes[width])}>
        {children}
      </main>
      <Flex component="footer" wrap="wrap" rowGap="xs" columnGap="lg" fz="sm" c="dimmed" className={classes.foot}>
        {support_contact && <span>{t('support', { contact: support_contact })}</span>}
        <Anchor inherit c="inherit" renderRoot={(props) => <Link {...props} to="/privacy" />}>
          {t('privacy')}
        </Anchor>
      </Flex>
    </Stack>
  )
}
