import {
  applicationStatus,
  currentStage,
  getApplication,
  type Input,
  listStages,
  type Stage,
  updateStage,
  type VisaApplicationRecord,
} from 'contract'
import { queryClient } from '../../api/queryClient.ts'
import type { Refusal } from '../../api/refusal.ts'
import { useAction } from '../../api/useAction.ts'
import { loadKey } from '../../api/useLoad.ts'
import { detailInput, needsPassport } from './detailCalls.ts'

type Change = Input<typeof updateStage>['body']

/** Changes a saved stage: shown at once, undone when the server refuses (U47). */
export function useStageChange(application: VisaApplicationRecord, stage: Stage, onRefused: (refusal: Refusal) => void) {
  const stagesKey = loadKey(listStages, detailInput(application.id))
  const applicationKey = loadKey(getApplication, detailInput(application.id))
  const { run, busy } = useAction(updateStage, {
    answers: needsPassport,
    onRefused,
  })

  const show = (change: Change) => {
    const changed = queryClient.setQueryData<Stage[]>(stagesKey, (stages) =>
      stages?.map((saved) =>
        saved.id === stage.id ? { ...saved, status: change.status ?? saved.status, notes: change.notes ?? saved.notes } : saved,
      ),
    )
    queryClient.setQueryData<VisaApplicationRecord>(
      applicationKey,
      (record) => record && changed && { ...record, current_stage: currentStage(changed), status: applicationStatus(changed) },
    )
  }
  /** Answers whether the change is stored. */
  const change = async (given: Change): Promise<boolean> => {
    await Promise.all([queryClient.cancelQueries({ queryKey: stagesKey }), queryClient.cancelQueries({ queryKey: applicationKey })])
    const before = [stagesKey, applicationKey].map((key) => [key, queryClient.getQueryData(key)] as const)
    show(given)
    const stored = await run({ params: { id: stage.id }, body: given })
    if (!stored) for (const [key, data] of before) queryClient.setQueryData(key, data)
    return stored !== undefined
  }
  return { change, busy }
}
