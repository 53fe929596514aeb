import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isSingleKey, useSaidKeys } from '../keys.ts'
import { SEARCH_DELAY_MS } from './useSearchText.ts'

interface SearchBoxProps {
  /** The current search, as the URL has it. */
  value: string
  onSearch: (text: string) => void
  /** Its name and placeholder: "Search applications". */
  label: string
}

/** Searches while the user types, 200 ms after the last key; `/` moves the cursor here (U31). */
export function SearchBox({ value, onSearch, label }: SearchBoxProps) {
  const t = useTranslations('ui')
  const [text, setText] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const sent = useRef(value)
  const searchFor = (next: string) => {
    sent.current = next
    onSearch(next)
  }
  const search = useDebouncedCallback(searchFor, SEARCH_DELAY_MS)
  useSlashKey(() => input.current?.focus())
  useEffect(() => {
    // Back and Forward change the search; text that is being typed stays.
    if (value !== sent.current) setText(value)
    sent.current = value
  }, [value])
  const clear = () => {
    search.cancel()
    setText('')
    searchFor('')
    input.current?.focus()
  }
  return (
    <TextInput
      ref={input}
      type="search"
      role="searchbox"
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={label}
      title={t('searchShortcut')}
      value={text}
      maxLength={200}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text !== '' && <CloseButton size="sm" aria-label={t('clearSearch')} onClick={clear} />}
      onChange={(event) => {
        setText(event.currentTarget.value)
        search(event.currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text !== '') clear()
      }}
    />
  )
}

function useSlashKey(focus: () => void): void {
  useSaidKeys('searchList')
  const latest = useRef(focus)
  useEffect(() => {
    latest.current = focus
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isSingleKey(event)) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
