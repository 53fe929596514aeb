import { addStage, advanceApplication, type DocumentInfo, undoAdvance, type VisaApplicationRecord } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/useAction.ts'
import { useUnsavedGuard } from '../../feedback/unsaved.ts'
import { needsPassport } from './detailCalls.ts'
import type { OpenStage } from './openStage.ts'
import type { ResidenceValues } from './residence.ts'

interface Draft {
  notes: string
  document: DocumentInfo | undefined
}

const EMPTY: Draft = { notes: '', document: undefined }

/** The administrator's next step with its note and file; a step that was taken can be taken back from its toast. */
export function useAdvance({ id }: VisaApplicationRecord, open: OpenStage) {
  const t = useTranslations('applicationDetail.next')
  const [draft, setDraft] = useState(EMPTY)
  const [asks, setAsks] = useState(false)
  const [begun, setBegun] = useState(false)
  const undo = useAction(undoAdvance)
  const beginning = useAction(addStage)
  const { run, busy, refusal } = useAction(advanceApplication, { answers: needsPassport })
  const letGo = useUnsavedGuard((draft.notes.trim() !== '' || draft.document !== undefined) && !busy)
  const send = async (completing: Partial<ResidenceValues> & { passport_number?: string } = {}) => {
    const { stage_name, saved } = open
    const body = { stage_name, ...(saved && { status: saved.status }), ...completing, notes: draft.notes, document: draft.document?.url }
    const taken = { undo: { label: t('undo'), run: () => void undo.run({ params: { id } }) } }
    if (!(await run({ params: { id }, body }, open.isLast ? {} : taken))) return
    letGo()
    setDraft(EMPTY)
    setAsks(false)
  }
  /** Records the stage as one that is handed in. */
  const begin = async () => {
    const body = { stage_name: open.stage_name, notes: draft.notes, document: draft.document?.url }
    if (!(await beginning.run({ params: { id }, body }))) return
    letGo()
    setDraft(EMPTY)
    setBegun(true)
  }
  return {
    draft,
    set: (part: Partial<Draft>) => setDraft((latest) => ({ ...latest, ...part })),
    drop: () => setDraft(EMPTY),
    busy: busy || undo.busy || beginning.busy,
    /** The last stage asks for dates and numbers first (S14). */
    press: () => (open.isLast ? setAsks(true) : void send()),
    asks,
    stopAsking: () => setAsks(false),
    send,
    begin,
    begun,
    passportNeeded: refusal && needsPassport(refusal) ? refusal.detail : undefined,
  }
}
