import type { Deadline } from 'contract'
import { type ReactNode, useState } from 'react'
import { useUrlState } from '../../ui/useUrlState.ts'
import { AddPaperDialog } from '../papers/AddPaperDialog.tsx'
import { PaperDrawer } from '../papers/PaperDrawer.tsx'
import { StopDialog } from './StopDialog.tsx'

export interface DeadlineActs {
  /** Renews the paper with that id. */
  renew: (paper_id: string) => void
  /** Puts the insurance on record that nobody has subscribed to. */
  add: (deadline: Deadline) => void
  stop: (deadline: Deadline) => void
}

/** What can be done about a clock, and the dialogs of it, which a screen has once. */
export function useDeadlineActs(): { acts: DeadlineActs; dialogs: ReactNode } {
  const [renewing, renew] = useUrlState('renew')
  const [adding, add] = useState<Deadline>()
  const [stopping, stop] = useState<Deadline>()
  const dialogs = (
    <>
      <PaperDrawer id={renewing} first="renew" onShow={renew} />
      <AddPaperDialog
        opened={adding !== undefined}
        owner={{ employee_id: adding?.employee_id ?? '' }}
        kind="unemployment_insurance"
        onClose={() => add(undefined)}
        onShow={(id) => {
          add(undefined)
          renew(id)
        }}
      />
      <StopDialog deadline={stopping} onClose={() => stop(undefined)} />
    </>
  )
  return { acts: { renew, add, stop }, dialogs }
}
