import { useRef } from 'react'

const KEY_BYTES = 16

/** A new Idempotency-Key. Not crypto.randomUUID, which browsers have only on https. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('')

interface IdempotencyKey {
  /** Returns the key for this content. */
  take: (content: unknown) => string
  /** Called when the server refuses this content because the key belongs to an earlier one. The key stays for this content; another content gets a new one. */
  spend: (content: unknown) => void
  /** Called when the content is stored: the next one gets a new key. */
  done: () => void
}

/** W8, U10: one key for each opened form and all its tries, so that a lost answer does not create a second row. */
export function useIdempotencyKey(): IdempotencyKey {
  const key = useRef('')
  const spentOn = useRef<string>(undefined)
  const forget = () => {
    key.current = ''
    spentOn.current = undefined
  }
  return {
    take: (content) => {
      if (spentOn.current !== undefined && spentOn.current !== JSON.stringify(content)) forget()
      key.current ||= newKey()
      return key.current
    },
    spend: (content) => {
      spentOn.current = JSON.stringify(content)
    },
    done: forget,
  }
}
