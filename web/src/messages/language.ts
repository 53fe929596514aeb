import type { Language } from 'contract'

/** Each language by its own name, whatever the language of the screen. */
export const NAMES: Record<Language, string> = { en: 'English', ar: 'العربية' }

/** The same where there is no room. */
export const SIGNS: Record<Language, string> = { en: 'EN', ar: 'ع' }

/** What each language is to Intl; Arabic with Latin digits, as the UAE writes dates and amounts. */
export const LOCALES = { en: 'en-AE', ar: 'ar-AE-u-nu-latn' } as const satisfies Record<Language, string>

export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

let current: Language = 'en'

/** The language of this page, for code outside of components. */
export const currentLanguage = (): Language => current

/** Which language the page is in, for those who read and for those who read aloud. */
export function setLanguage(language: Language): void {
  current = language
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
}

/** The same formatter for every text of a language, made when it is first needed. */
export function perLanguage<T>(make: (locale: string) => T): () => T {
  const made = new Map<Language, T>()
  return () => {
    const formatter = made.get(current) ?? make(LOCALES[current])
    made.set(current, formatter)
    return formatter
  }
}
