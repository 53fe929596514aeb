import { Box, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMenu2 } from '@tabler/icons-react'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Dialogs } from '../feedback/Dialogs.tsx'
import { useWaitingTitle } from '../panels/useWaiting.ts'
import { useChanges } from '../session/changes.ts'
import { useSession } from '../session/session.ts'
import { useSettings } from '../session/settings.ts'
import { useInPlaceOfPainted } from '../ui/painted.ts'
import { Logo } from '../ui/signs/Logo.tsx'
import { useWidth } from '../ui/useWidth.ts'
import { ActiveCompany } from './ActiveCompany.tsx'
import { Alarms } from './Alarms.tsx'
import { Bell } from './Bell.tsx'
import { CompanyChanged } from './CompanyChanged.tsx'
import { LazyMenu } from './LazyMenu.tsx'
import { Path } from './Path.tsx'
import { PersonMenu } from './PersonMenu.tsx'
import { PhoneBar } from './PhoneBar.tsx'
import { SessionGuard } from './SessionGuard.tsx'
import classes from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'
import { SkipLink } from './SkipLink.tsx'
import { Search } from './search/Search.tsx'
import { usePrefetchScreens } from './usePrefetchScreens.ts'
import { useStoredLanguage } from './useStoredLanguage.ts'

/** The frame of all signed-in screens: sidebar (a drawer on phones), header, content. */
export function Shell() {
  const t = useTranslations('shell')
  const { user } = useSession()
  const { product_name } = useSettings()
  const [menu, { open, close }] = useDisclosure(false)
  const phone = useWidth('phone')
  const path = useLocation({ select: (location) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes whenever the path changes
  useEffect(close, [path])
  useInPlaceOfPainted()
  useStoredLanguage()
  usePrefetchScreens()
  useChanges()
  useWaitingTitle()
  if (!user) return null
  const hasCompany = user.role === 'company_admin' && user.company_ids.length > 0
  const company = hasCompany && <ActiveCompany />
  return (
    <div className={classes.shell}>
      <SkipLink />
      <Dialogs />
      {hasCompany && <CompanyChanged />}
      <aside className={classes.aside} data-screen-only>
        <Sidebar user={user} />
      </aside>
      <LazyMenu opened={menu} onClose={close} user={user} />
      <Stack gap={0} miw={0}>
        <header className={classes.header} data-screen-only>
          {phone && (
            <Group wrap="nowrap" gap="xs" flex={1} miw="4.75rem">
              <UnstyledButton className={classes.menu} aria-label={t('openMenu')} aria-expanded={menu} onClick={open}>
                <IconMenu2 size={22} stroke={1.75} />
              </UnstyledButton>
              <span className={classes.brand}>
                <Logo size={24} />
                <Text component="bdi" fw={600} style={{ whiteSpace: 'nowrap' }}>
                  {product_name}
                </Text>
              </span>
            </Group>
          )}
          {!phone && <Path />}
          <Search />
          {!phone && company}
          <Bell />
          <PersonMenu user={user} />
        </header>
        {phone && company}
        <Box component="main" id="main" tabIndex={-1} flex={1} miw={0}>
          <SessionGuard />
          {user.role === 'admin' && <Alarms isHome={path === '/dashboard'} />}
          <Outlet />
        </Box>
        {phone && <PhoneBar user={user} path={path} />}
      </Stack>
    </div>
  )
}
