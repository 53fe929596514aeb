const YEAR_S = 365 * 24 * 60 * 60

/** Keeps a choice of this browser in a cookie (A8) that boot.js reads before the first paint. */
export function writeCookie(name: string, value: string, seconds = YEAR_S): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere
  document.cookie = `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax`
}
