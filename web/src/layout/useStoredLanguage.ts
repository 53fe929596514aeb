import { getPreferences, setPreferences } from 'contract'
import { useEffect } from 'react'
import { queryClient } from '../api/queryClient.ts'
import { Refusal } from '../api/refusal.ts'
import { send } from '../api/send.ts'
import { loadKey } from '../api/useLoad.ts'
import { useWords } from '../messages/words.ts'

const STORED = 'portal_language_stored'

/** Stores the language of the screens for mails when it changes. Without a toast: the screen shows the change. */
export function useStoredLanguage(): void {
  const { language } = useWords()
  useEffect(() => {
    if ((sessionStorage.getItem(STORED) ?? 'en') === language) return
    const store = async () => {
      try {
        queryClient.setQueryData(loadKey(getPreferences), await send(setPreferences, { body: { language } }, { background: true }))
        sessionStorage.setItem(STORED, language)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
      }
    }
    void store()
  }, [language])
}
