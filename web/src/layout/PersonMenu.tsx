import { Button, Popover, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { User } from 'contract'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { partOf, usePart } from '../feedback/usePart.ts'
import { Muted } from '../ui/Muted.tsx'
import { PersonAvatar } from '../ui/signs/PersonAvatar.tsx'

export const importPersonPanel = partOf(() => import('./PersonPanel.tsx').then(({ PersonPanel }) => PersonPanel))

/** The person and the role; pressed, what the person can set and where to leave. Its panel is loaded when it is first opened. */
export function PersonMenu({ user }: { user: User }) {
  const role = useTranslations('enums.role')(user.role)
  const [wanted, { close, toggle }] = useDisclosure(false)
  const Panel = usePart(importPersonPanel, wanted, close)
  const opener = useRef<HTMLButtonElement>(null)
  const leave = () => {
    // What opens next gives the focus back to what had it.
    opener.current?.focus()
    close()
  }
  return (
    <Popover
      opened={wanted && Panel !== undefined}
      onChange={close}
      position="bottom-end"
      width="min(19rem, 100vw - 1rem)"
      shadow="md"
      radius="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          ref={opener}
          variant="subtle"
          color="gray"
          flex="none"
          h={44}
          px="2xs"
          leftSection={<PersonAvatar name={user.full_name} picture={user.picture} size={28} />}
          onClick={toggle}
        >
          <VisuallyHidden>{user.full_name}, </VisuallyHidden>
          <Muted component="span" fw={400}>
            {role}
          </Muted>
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-labelledby="person-name">
        {wanted && Panel && <Panel user={user} onLeave={leave} />}
      </Popover.Dropdown>
    </Popover>
  )
}
