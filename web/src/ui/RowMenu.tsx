import { ActionIcon, Menu } from '@mantine/core'
import { type Icon, IconDots } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type RefObject, useRef } from 'react'
import { useTranslations } from 'use-intl'

/** What can be done with a row: something that happens here, or a way to another screen. */
export interface RowAction {
  key: string
  label: string
  Icon: Icon
  run?: () => void
  link?: Pick<LinkProps, 'to' | 'params' | 'search' | 'hash'>
  /** Whether it cannot be undone; it stands last, below a line. */
  danger?: boolean
}

interface RowMenuProps {
  /** Of the row. */
  name: string
  actions: readonly RowAction[]
  size?: number
  className?: string | undefined
}

/** All that can be done with one row, behind one button; nothing where nothing can be done. */
export function RowMenu({ name, actions, size = 30, className }: RowMenuProps) {
  const label = useTranslations('ui')('rowMenu', { name })
  const opener = useRef<HTMLButtonElement>(null)
  if (actions.length === 0) return null
  return (
    <Menu position="bottom-end" withinPortal shadow="md" returnFocus withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon ref={opener} variant="subtle" color="gray" size={size} className={className ?? ''} aria-label={label} title={label}>
          <IconDots size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action, place) => (
          <Entry key={action.key} action={action} opener={opener} first={place === 0} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface EntryProps {
  action: RowAction
  opener: RefObject<HTMLButtonElement | null>
  /** It has the focus when the menu opens. */
  first: boolean
}

function Entry({ action: { label, Icon, run, link, danger }, opener, first }: EntryProps) {
  const press = () => {
    // A dialog gives the focus back to what had it when it opened; this entry will be gone.
    opener.current?.focus({ preventScroll: true })
    run?.()
  }
  return (
    <>
      {danger && <Menu.Divider />}
      <Menu.Item
        leftSection={<Icon size={17} stroke={1.6} aria-hidden />}
        data-autofocus={first || undefined}
        {...(danger && { c: 'var(--red-text)' })}
        {...(link ? { renderRoot: (props: object) => <Link {...props} {...link} /> } : { onClick: press })}
      >
        {label}
      </Menu.Item>
    </>
  )
}
