import { Drawer } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import type { User } from 'contract'
import { useTranslations } from 'use-intl'
import { Sidebar } from './Sidebar.tsx'

export interface MenuProps {
  opened: boolean
  onClose: () => void
  user: User
}

/** The sidebar of phones. */
export function Menu({ opened, onClose, user }: MenuProps) {
  const t = useTranslations('shell')
  // Opened after it is there, so that it moves in and gives the focus back.
  const mounted = useMounted()
  return (
    <Drawer.Root opened={opened && mounted} onClose={onClose} size="17rem">
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('navigation')} bg="var(--sunken)">
        <Sidebar user={user} onClose={onClose} />
      </Drawer.Content>
    </Drawer.Root>
  )
}
