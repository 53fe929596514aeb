import type { Call, Input } from 'contract'
import { useCallback, useState } from 'react'
import { useMessages } from 'use-intl'
import { Refusal } from '../../api/refusal.ts'
import { addressToSave, endsSession } from '../../api/send.ts'
import { showDone, showFailed } from '../../feedback/toast.ts'
import { type Messages, toastTexts } from '../../messages/messages.ts'
import { saveAddress } from './saveFile.ts'

interface Saving<C> {
  save: (input: Input<C>) => Promise<void>
  /** Until the browser has begun. */
  busy: boolean
}

/** Lets the browser save what a call answers, however large, with the toasts of that key. */
export function useSaving<C extends Call>(call: C, toasts: keyof Messages['toasts']): Saving<C> {
  const [busy, setBusy] = useState(false)
  const texts = toastTexts(useMessages())[toasts] ?? {}
  const { done, failed_without_detail: failed = '' } = texts
  const save = useCallback(
    async (input: Input<C>) => {
      setBusy(true)
      try {
        saveAddress(await addressToSave(call, input))
        if (done) showDone(done)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (!endsSession(call, error.status)) showFailed(error.detail || failed, { refusal: error })
      } finally {
        setBusy(false)
      }
    },
    [call, done, failed],
  )
  return { save, busy }
}
