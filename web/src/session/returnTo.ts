const KEY = 'portal_return_to'
const OWN = 'https://own.invalid'

/** Remembers in this tab which page a visitor asked for (B4). */
export function rememberReturnTo(path: string): void {
  sessionStorage.setItem(KEY, path)
}

/** Returns that page once: a path of this origin, or undefined. */
export function takeReturnTo(): string | undefined {
  const path = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return path !== null && isOwnPath(path) ? path : undefined
}

export function forgetReturnTo(): void {
  sessionStorage.removeItem(KEY)
}

/** Whether it is a path of this origin: `//evil.tld`, `/\\evil.tld` and `/<tab>/evil.tld` are not. */
export const isOwnPath = (path: string): boolean => path.startsWith('/') && URL.canParse(path, OWN) && new URL(path, OWN).origin === OWN
