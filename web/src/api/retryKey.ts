import { useRef } from 'react'

const KEY_BYTES = 16

/** A new Idempotency-Key. Not crypto.randomUUID, which browsers offer on https alone. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('')

interface RetryKey {
  /** The key to send this content with. */
  take: (content: unknown) => string
  /** The server has stored an earlier content under the key: it is kept for this one, which was refused, and no longer for another. */
  spend: (content: unknown) => void
  /** What was sent is stored: what comes next is something else. */
  done: () => void
}

/** W8, U10: one key for each form that is opened, the same however often it is tried, so that a lost answer never makes a second row. */
export function useRetryKey(): RetryKey {
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
