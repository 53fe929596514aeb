import type { Language } from 'contract'

/** Each language by its own name, whatever the language of the screen. */
export const NAMES: Record<Language, string> = { en: 'English', ar: 'العربية' }

/** The locales for Intl; Arabic has Latin digits, as is usual in the UAE. */
export const LOCALES = { en: 'en-AE', ar: 'ar-AE-u-nu-latn' } as const satisfies Record<Language, string>

export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

let current: Language = 'en'

/** The language of this page, for code outside of components. */
export const currentLanguage = (): Language => current

/** Sets the language and direction of the page, also for screen readers. */
export function setLanguage(language: Language): void {
  current = language
  // There is none where the first page is painted, at the build.
  if (!globalThis.document) return
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
}

/** One formatter for each language, created when it is first used. */
export function perLanguage<T>(make: (locale: string) => T): () => T {
  const made = new Map<Language, T>()
  return () => {
    const formatter = made.get(current) ?? make(LOCALES[current])
    made.set(current, formatter)
    return formatter
  }
}
