import { ActionIcon, Popover } from '@mantine/core'
import { type Icon, IconDots } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from './RowMenu.module.css'

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

/** All that can be done with one row, behind one button; nothing where nothing can be done. Mantine's own menu brings 3 KB to every list. */
export function RowMenu({ name, actions, size = 30, className }: RowMenuProps) {
  const label = useTranslations('ui')('rowMenu', { name })
  const [opened, setOpened] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  if (actions.length === 0) return null
  const close = () => {
    // A dialog gives the focus back to what had it when it opened; the entry will be gone.
    opener.current?.focus({ preventScroll: true })
    setOpened(false)
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" withinPortal shadow="md" trapFocus returnFocus>
      <Popover.Target popupType="menu">
        <ActionIcon
          ref={opener}
          variant="subtle"
          color="gray"
          size={size}
          className={className ?? ''}
          aria-label={label}
          title={label}
          onClick={() => setOpened(!opened)}
        >
          <IconDots size={18} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown role="menu" aria-label={label} p="2xs" onKeyDown={(event) => move(event, close)}>
        {actions.map((action, place) => (
          <Entry key={action.key} action={action} first={place === 0} onPress={close} />
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}

interface EntryProps {
  action: RowAction
  /** It has the focus when the menu opens. */
  first: boolean
  onPress: () => void
}

function Entry({ action: { label, Icon, run, link, danger }, first, onPress }: EntryProps) {
  const look = {
    role: 'menuitem',
    tabIndex: -1,
    className: classes.entry,
    'data-danger': danger || undefined,
    'data-autofocus': first || undefined,
  }
  const content = (
    <>
      <Icon size={17} stroke={1.6} aria-hidden />
      {label}
    </>
  )
  if (link)
    return (
      <Link {...look} {...link} onClick={onPress}>
        {content}
      </Link>
    )
  const press = () => {
    onPress()
    run?.()
  }
  return (
    <button type="button" {...look} onClick={press}>
      {content}
    </button>
  )
}

const STEPS: Partial<Record<string, (place: number, count: number) => number>> = {
  ArrowDown: (place, count) => (place + 1) % count,
  ArrowUp: (place, count) => (place + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** The arrows go round; Tab leaves the menu. */
function move(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  if (event.key === 'Tab') close()
  const step = STEPS[event.key]
  if (!step) return
  event.preventDefault()
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')]
  entries[step(entries.indexOf(document.activeElement as HTMLElement), entries.length)]?.focus()
}
