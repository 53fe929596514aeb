import { approveUser, CHANGED_MEANWHILE, getUser, type Tagged, type UserCard } from 'contract'
import { useRef, useState } from 'react'
import { queryClient } from '../api/queryClient.ts'
import { Refusal } from '../api/refusal.ts'
import { send } from '../api/send.ts'
import { staleAfter } from '../api/stale.ts'
import { useAction } from '../api/useAction.ts'
import { showFailed } from '../feedback/toast.ts'
import { isStale } from '../ui/forms/conflict.ts'

/** A user as they now are, before a change of them. If they cannot be read, the change says why. */
export const readUser = (id: string): Promise<Tagged<UserCard> | undefined> =>
  send(getUser, { params: { id } }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    return undefined
  })

function tellOvertaken(refusal: Refusal): void {
  showFailed(refusal.detail, { refusal })
  const stale = staleAfter(approveUser.touches)
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => stale.has(String(queryKey[0])) })
}

interface ApprovalOptions {
  id: string
  /** Whether the screen shows them so. */
  isAsShown: (user: UserCard) => boolean
  onDone: (approved: UserCard) => void
}

/** Approves a user as the screen shows them; what was changed meanwhile is shown first (P5). */
export function useApproval({ id, isAsShown, onDone }: ApprovalOptions) {
  const [busy, setBusy] = useState(false)
  const pressed = useRef(false)
  const { run } = useAction(approveUser, {
    onDone,
    answers: isStale,
    onRefused: (refusal) => isStale(refusal) && tellOvertaken(refusal),
  })
  const readAndApprove = async () => {
    const read = await readUser(id)
    if (read && !isAsShown(read)) tellOvertaken(new Refusal(412, { detail: CHANGED_MEANWHILE }))
    else await run({ params: { id } }, { ifMatch: read?.etag })
  }
  const approve = async () => {
    if (pressed.current) return
    pressed.current = true
    setBusy(true)
    await readAndApprove().finally(() => {
      pressed.current = false
      setBusy(false)
    })
  }
  return { approve, busy }
}
