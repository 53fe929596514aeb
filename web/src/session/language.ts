import type { Language } from 'contract'
import { useTranslations } from 'use-intl'
import { showFailed } from '../feedback/toast.ts'
import { showLanguage } from '../messages/words.ts'
import { writeCookie } from './browserCookie.ts'

/** Changes the language of the screens and stores it. */
export function useChooseLanguage(): (language: Language) => Promise<void> {
  const offline = useTranslations('ui')('offline')
  return async (language) => {
    const shown = await showLanguage(language).then(
      () => true,
      () => false,
    )
    if (shown) writeCookie('portal_language', language)
    else showFailed(offline)
  }
}
