import { getDocument } from 'contract'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { Refusal } from '../api/refusal.ts'
import { send } from '../api/send.ts'
import { showDone, showFailed } from './toast.tsx'

/** Saves a stored document under a name and says so (U46). */
export function useDownload(): (id: string, fileName: string) => Promise<void> {
  const t = useTranslations('toasts.getDocument')
  return useCallback(
    async (id, fileName) => {
      try {
        save(await send(getDocument, { params: { id } }), fileName)
        showDone(t('done'))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (error.status !== 401) showFailed(t('failed'), { refusal: error })
      }
    },
    [t],
  )
}

function save(bytes: Blob, fileName: string): void {
  const url = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser has taken the file once the click's task is over; Safari needs a moment more.
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
