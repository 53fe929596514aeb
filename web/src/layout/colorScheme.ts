import { isMantineColorScheme, type MantineColorSchemeManager } from '@mantine/core'

const COOKIE = 'portal_theme'
const YEAR_S = 365 * 24 * 60 * 60

const write = (value: string, seconds: number): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: boot.js reads it before the first paint, and the Cookie Store API is not everywhere
  document.cookie = `${COOKIE}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax`
}

/** Stores the colour scheme in a cookie (A8), which boot.js reads before the first paint. */
export const colorScheme: MantineColorSchemeManager = {
  get: (otherwise) => {
    const value = document.cookie.match(/(?:^|; )portal_theme=([a-z]+)/)?.[1]
    return isMantineColorScheme(value) ? value : otherwise
  },
  set: (value) => write(value, YEAR_S),
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => write('', 0),
}
