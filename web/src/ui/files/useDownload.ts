import { getDocument } from 'contract'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { Refusal } from '../../api/refusal.ts'
import { send } from '../../api/send.ts'
import { showDone, showFailed } from '../../feedback/toast.ts'
import { saveFile } from './saveFile.ts'

/** Saves a stored document under a name, with a toast (U46). */
export function useDownload(): (id: string, fileName: string) => Promise<void> {
  const t = useTranslations('toasts.getDocument')
  return useCallback(
    async (id, fileName) => {
      try {
        saveFile(await send(getDocument, { params: { id } }), fileName)
        showDone(t('done'))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (error.status !== 401) showFailed(t('failed'), { refusal: error })
      }
    },
    [t],
  )
}
