const KEY = 'portal_return_to'
const OWN = 'https://own.invalid'

/** Remembers for this tab which page a signed-out person asked for (B4). */
export function rememberReturnTo(path: string): void {
  sessionStorage.setItem(KEY, path)
}

/** That page, once: a path of this origin, or undefined. */
export function takeReturnTo(): string | undefined {
  const path = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return path !== null && isOwnPath(path) ? path : undefined
}

export function forgetReturnTo(): void {
  sessionStorage.removeItem(KEY)
}

/** Only a path of this origin: `//evil.tld`, `/\\evil.tld` and `/<tab>/evil.tld` name another one. */
export const isOwnPath = (path: string): boolean => path.startsWith('/') && URL.canParse(path, OWN) && new URL(path, OWN).origin === OWN
