import {
  addStage,
  completes,
  type DocumentInfo,
  STAGE_NAMES,
  type Stage,
  type StageName,
  type StageStatus,
  type VisaApplicationRecord,
} from 'contract'
import { useEffect, useState } from 'react'
import { useAction } from '../../api/useAction.ts'
import { useUnsavedGuard } from '../../feedback/unsaved.ts'
import { needsPassport } from './detailCalls.ts'
import { NO_RESIDENCE, type ResidenceValues, residenceChanges } from './residence.ts'

interface NewStage extends ResidenceValues {
  stage_name: StageName | null
  status: StageStatus
  notes: string
  document: DocumentInfo | undefined
  passport_number: string
}

const EMPTY: NewStage = { stage_name: null, status: 'Submitted', notes: '', document: undefined, passport_number: '', ...NO_RESIDENCE }

interface AddStageOptions {
  application: VisaApplicationRecord
  /** The saved stages: only the others can be added (S3). */
  stages: readonly Stage[]
  onDirtyChange: (dirty: boolean) => void
  onDone: () => void
}

/** The values of a stage to be added, and how to save it. */
export function useAddStage({ application: { id, expiry_date }, stages, onDirtyChange, onDone }: AddStageOptions) {
  const [before] = useState<NewStage>({ ...EMPTY, expiry_date: expiry_date ?? '' })
  const [values, setValues] = useState(before)
  const dirty = JSON.stringify(values) !== JSON.stringify(before)
  useUnsavedGuard(dirty)
  useEffect(() => {
    onDirtyChange(dirty)
    return () => onDirtyChange(false)
  }, [dirty, onDirtyChange])
  const { run, busy, refusal } = useAction(addStage, {
    answers: needsPassport,
    onDone,
  })
  const open = STAGE_NAMES.filter((name) => !stages.some((stage) => stage.stage_name === name))
  const stage_name = open.find((name) => name === values.stage_name)
  const completing = stage_name !== undefined && completes(stage_name, values.status)
  const save = () => {
    if (!stage_name) return
    const { status, notes, document } = values
    const passport_number = values.passport_number.trim()
    void run({
      params: { id },
      body: {
        stage_name,
        status,
        notes,
        ...(document ? { document: document.url } : {}),
        ...(passport_number ? { passport_number } : {}),
        ...(completing ? residenceChanges(values, before) : {}),
      },
    })
  }
  return {
    values,
    before,
    completing,
    set: (change: Partial<NewStage>) => setValues((latest) => ({ ...latest, ...change })),
    open,
    stage_name,
    save,
    busy,
    /** Why the chosen stage cannot be added any more. */
    taken: refusal?.status === 409 && !stage_name ? refusal.detail : undefined,
    passportNeeded: refusal && needsPassport(refusal) ? refusal.detail : undefined,
  }
}
