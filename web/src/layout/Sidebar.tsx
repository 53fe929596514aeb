import { Box, CloseButton, Flex, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { User } from 'contract'
import { useTranslations } from 'use-intl'
import { isWide, useCompanies } from '../session/allCompanies.ts'
import { useSettings } from '../session/settings.ts'
import { Muted } from '../ui/Muted.tsx'
import { Logo } from '../ui/signs/Logo.tsx'
import { PersonAvatar } from '../ui/signs/PersonAvatar.tsx'
import { useWidth } from '../ui/useWidth.ts'
import classes from './Sidebar.module.css'
import { ENTRIES } from './screens.ts'
import { useLogout } from './useLogout.ts'
import { Waiting } from './Waiting.tsx'

/** Those that §2 does not name. */
const FURTHER = new Set<string>(['billing', 'adminBilling', 'rules', 'journal', 'settings'])

/** The word of an icon that stands alone, as its title. */
function useTitle(): (word: string) => { title?: string } {
  const alone = useWidth('icons')
  return (word) => (alone ? { title: word } : {})
}

interface SidebarProps {
  user: User
  /** Closes the drawer; only on phones. */
  onClose?: () => void
}

export function Sidebar({ user, onClose }: SidebarProps) {
  const t = useTranslations('shell')
  const { product_name } = useSettings()
  const titled = useTitle()
  const companies = useCompanies()
  const entries = ENTRIES.filter(({ roles }) => roles.some((role) => role === user.role))
  return (
    <Stack gap={0} h="100%" mih="100%" style={{ overflowY: 'auto' }}>
      <Group wrap="nowrap" gap={10} h="var(--header)" ps="ml" pe="sm" flex="none">
        <Logo size={26} />
        <Text component="bdi" flex={1} fw={600} truncate className={classes.word}>
          {product_name}
        </Text>
        {onClose && <CloseButton size="lg" aria-label={t('closeMenu')} onClick={onClose} />}
      </Group>
      <Flex component="nav" direction="column" gap={2} p="sm" flex={1} aria-label={t('navigation')}>
        {entries.map(({ to, name, Icon }) => (
          <Link
            key={to}
            to={to}
            search={isWide(to) ? companies : {}}
            className={classes.entry}
            data-further={FURTHER.has(name) || undefined}
            {...titled(t(name))}
            {...(onClose ? { onClick: onClose } : {})}
          >
            <Icon size={19} stroke={1.6} aria-hidden />
            <span className={classes.word}>{t(name)}</span>
            <Waiting role={user.role} entry={name} />
          </Link>
        ))}
      </Flex>
      <Person user={user} onClose={onClose} />
    </Stack>
  )
}

function Person({ user, onClose }: { user: User; onClose: SidebarProps['onClose'] | undefined }) {
  const t = useTranslations('shell')
  const { logout, busy } = useLogout()
  const titled = useTitle()
  return (
    <div className={classes.person}>
      <Link to="/account" className={classes.who} {...titled(t('account'))} {...(onClose ? { onClick: onClose } : {})}>
        <VisuallyHidden>{t('account')}</VisuallyHidden>
        <PersonAvatar name={user.full_name} picture={user.picture} />
        <Box miw={0} lh="row" className={classes.word}>
          <Text component="bdi" display="block" size="sm" fw={500} truncate>
            {user.full_name}
          </Text>
          <Muted component="bdi" display="block" truncate title={user.email}>
            {user.email}
          </Muted>
        </Box>
      </Link>
      <button type="button" className={classes.entry} disabled={busy} {...titled(t('logout'))} onClick={() => void logout()}>
        <IconLogout size={19} stroke={1.6} data-flip aria-hidden />
        <span className={classes.word}>{t('logout')}</span>
      </button>
    </div>
  )
}
