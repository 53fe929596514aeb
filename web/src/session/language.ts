import type { Language } from 'contract'
import { useTranslations } from 'use-intl'
import { showFailed } from '../feedback/toast.tsx'
import { showLanguage } from '../messages/words.ts'

const YEAR_S = 365 * 24 * 60 * 60

/** Stores the language in a cookie (A8), which boot.js reads before the first paint. */
function keepLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: boot.js reads it before the first paint, and the Cookie Store API is not everywhere
  document.cookie = `portal_language=${language}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`
}

/** Changes the language of the screens and stores it. */
export function useChooseLanguage(): (language: Language) => Promise<void> {
  const offline = useTranslations('ui')('offline')
  return async (language) => {
    const shown = await showLanguage(language).then(
      () => true,
      () => false,
    )
    if (shown) keepLanguage(language)
    else showFailed(offline)
  }
}
