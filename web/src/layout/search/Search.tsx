import { Kbd, Text, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { partOf, usePart } from '../../feedback/usePart.ts'
import { isSingleKey, letterOf } from '../../ui/keys.ts'
import { show, shown, useOpened } from './opened.ts'
import { PALETTE_KEY } from './paletteKey.ts'
import { remember } from './recent.ts'
import classes from './Search.module.css'

export const importSearch = partOf(() => import('./SearchDialogs.tsx').then(({ SearchDialogs }) => SearchDialogs))

const close = () => show(undefined)

/** Opens the search over all records, also by Ctrl K or ⌘ K, and the list of keys by `?`. Both are loaded when they are first opened (U16). */
export function Search() {
  const t = useTranslations('shell')
  const opened = useOpened()
  const Dialogs = usePart(importSearch, opened !== undefined, close)
  useKeys()
  useRecentRecords()
  return (
    <>
      <UnstyledButton
        className={classes.button ?? ''}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={() => show('palette')}
      >
        <IconSearch size={18} stroke={1.75} aria-hidden />
        <Text span size="sm" className={classes.text ?? ''}>
          {t('search')}
        </Text>
        <Kbd size="xs" className={classes.key ?? ''} dir="ltr" aria-hidden>
          {PALETTE_KEY}
        </Kbd>
      </UnstyledButton>
      {Dialogs && <Dialogs opened={opened} onClose={close} />}
    </>
  )
}

const isDialogOpen = (): boolean => document.querySelector('[aria-modal=true]') !== null

function useKeys(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isPaletteKey = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && letterOf(event) === 'k'
      const isHelp = event.key === '?' && isSingleKey(event)
      if (!isPaletteKey && !isHelp) return
      // Behind another dialog nothing is opened; the browser's own meaning of the key would lead away from it.
      event.preventDefault()
      if (isPaletteKey && shown() === 'palette') return close()
      if (!isDialogOpen()) show(isPaletteKey ? 'palette' : 'keys')
    }
    document.addEventListener('keydown', listen)
    return () => {
      document.removeEventListener('keydown', listen)
      close()
    }
  }, [])
}

const RECORD = /^\/(?:applications|employees)\/([0-9a-f-]{36})$/

function useRecentRecords(): void {
  const id = useLocation({ select: ({ pathname }) => RECORD.exec(pathname)?.[1] })
  useEffect(() => {
    if (id) remember(id)
  }, [id])
}
