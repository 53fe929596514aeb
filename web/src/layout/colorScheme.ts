import { isMantineColorScheme, type MantineColorSchemeManager } from '@mantine/core'
import { writeCookie } from '../session/browserCookie.ts'

const COOKIE = 'portal_theme'

/** Stores the colour scheme in a cookie (A8), which boot.js reads before the first paint. */
export const colorScheme: MantineColorSchemeManager = {
  get: (otherwise) => {
    const value = globalThis.document?.cookie.match(/(?:^|; )portal_theme=([a-z]+)/)?.[1]
    return isMantineColorScheme(value) ? value : otherwise
  },
  set: (value) => writeCookie(COOKIE, value),
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => writeCookie(COOKIE, '', 0),
}
