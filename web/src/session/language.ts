import type { Language } from 'contract'

const YEAR_S = 365 * 24 * 60 * 60

/** Keeps the language of this browser in the cookie (A8) that boot.js reads before the first paint. */
export function keepLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: boot.js reads it before the first paint, and the Cookie Store API is not everywhere
  document.cookie = `portal_language=${language}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`
}
