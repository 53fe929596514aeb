import type { DocumentInfo, Stage, StageStatus, VisaApplicationRecord } from 'contract'
import { useState } from 'react'
import { useUnsavedGuard } from '../../feedback/unsaved.ts'
import { needsPassport } from './detailCalls.ts'
import { useStageChange } from './useStageChange.ts'

interface Draft {
  status?: StageStatus
  notes?: string
  document?: DocumentInfo | undefined
}

/** The admin's unsaved input for one saved stage; it stays when another admin's change arrives (U47). */
export function useStageDraft(application: VisaApplicationRecord, stage: Stage) {
  const [draft, setDraft] = useState<Draft>({})
  const [asksPassport, setAsksPassport] = useState(false)
  const { change, busy } = useStageChange(application, stage, (refusal) => {
    if (needsPassport(refusal)) setAsksPassport(true)
    // Typed text stays; the status returns to the saved one.
    else setDraft(({ status: _, ...typed }) => typed)
  })
  const status = draft.status ?? stage.status
  const notes = draft.notes ?? stage.notes ?? ''
  const changed = status !== stage.status || notes !== (stage.notes ?? '') || draft.document !== undefined
  useUnsavedGuard(changed && !busy)

  /** Answers whether the input is stored. */
  const store = async (passport_number?: string): Promise<boolean> => {
    const stored = await change({
      status,
      ...(draft.notes === undefined ? {} : { notes: draft.notes }),
      ...(draft.document ? { document: draft.document.url } : {}),
      ...(passport_number ? { passport_number } : {}),
    })
    if (stored) {
      setDraft({})
      setAsksPassport(false)
    }
    return stored
  }
  return {
    status,
    notes,
    document: draft.document,
    changed,
    busy,
    asksPassport,
    set: (part: Draft) => setDraft((latest) => ({ ...latest, ...part })),
    /** Discards notes and document; a chosen status stays. */
    dropDetails: () => setDraft(({ status: kept }) => (kept ? { status: kept } : {})),
    store,
    stopAsking: () => setAsksPassport(false),
  }
}
