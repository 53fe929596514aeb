import { approveTopup, rejectTopup, type Transaction } from 'contract'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/useAction.ts'
import { showNews } from '../../feedback/toast.ts'
import { useDropPending } from './usePendingTopups.ts'

export type Decision = 'approve' | 'reject'

const CALLS = { approve: approveTopup, reject: rejectTopup }

/** Approves or rejects a top-up; when somebody else was faster, a toast says who (U62). */
export function useDecision(decision: Decision, topup: Transaction, onDecided: () => void) {
  const t = useTranslations('approvals')
  const drop = useDropPending()
  const decided = () => {
    onDecided()
    drop(topup.id)
  }
  const { run, busy } = useAction(CALLS[decision], {
    onDone: decided,
    answers: ({ status }) => status === 409,
    onRefused: ({ status, detail }) => {
      if (status !== 409) return
      showNews(detail || t('decidedAlready'))
      decided()
    },
  })
  const decide = (notes: string) => void run({ params: { id: topup.id }, body: { notes: notes.trim() || null } })
  return { decide, busy }
}
