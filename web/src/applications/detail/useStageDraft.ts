import { completes, type DocumentInfo, type Stage, type StageStatus, type VisaApplicationRecord } from 'contract'
import { useState } from 'react'
import { useUnsavedGuard } from '../../feedback/unsaved.ts'
import { needsPassport } from './detailCalls.ts'
import type { ResidenceValues } from './residence.ts'
import { useStageChange } from './useStageChange.ts'

type Completing = Partial<ResidenceValues> & { passport_number?: string }

interface Draft {
  status?: StageStatus
  notes?: string
  document?: DocumentInfo | undefined
}

/** The admin's unsaved input for one saved stage; it stays when another admin's change arrives (U47). */
export function useStageDraft(application: VisaApplicationRecord, stage: Stage) {
  const [draft, setDraft] = useState<Draft>({})
  const [asks, setAsks] = useState(false)
  const [passportNeeded, setPassportNeeded] = useState<string>()
  const { change, busy } = useStageChange(application, stage, (refusal) => {
    if (needsPassport(refusal)) setPassportNeeded(refusal.detail)
    // Typed text stays; the status returns to the saved one.
    else setDraft(({ status: _, ...typed }) => typed)
  })
  const status = draft.status ?? stage.status
  const notes = draft.notes ?? stage.notes ?? ''
  const changed = status !== stage.status || notes !== (stage.notes ?? '') || draft.document !== undefined
  useUnsavedGuard(changed && !busy)

  /** Answers whether the input is stored. */
  const store = async (completing: Completing = {}): Promise<boolean> => {
    const stored = await change({
      status,
      ...(draft.notes === undefined ? {} : { notes: draft.notes }),
      ...(draft.document ? { document: draft.document.url } : {}),
      ...completing,
    })
    if (stored) setDraft({})
    if (stored) stopAsking()
    return stored
  }
  const stopAsking = () => {
    setAsks(false)
    setPassportNeeded(undefined)
  }
  return {
    status,
    notes,
    document: draft.document,
    changed,
    busy,
    /** Whether storing it completes the application, which asks first (S14). */
    completes: status !== stage.status && completes(stage.stage_name, status),
    asks,
    ask: () => setAsks(true),
    passportNeeded,
    set: (part: Draft) => setDraft((latest) => ({ ...latest, ...part })),
    /** Discards notes and document; a chosen status stays. */
    dropDetails: () => setDraft(({ status: kept }) => (kept ? { status: kept } : {})),
    store,
    stopAsking,
  }
}
