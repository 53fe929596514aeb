import type { Transaction } from 'contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { DocumentPreview } from '../../ui/files/DocumentPreview.tsx'
import { useSaidKeys } from '../../ui/keys.ts'
import { Muted } from '../../ui/Muted.tsx'
import rows from '../../ui/Rows.module.css'
import { useUrlState } from '../../ui/useUrlState.ts'
import { useReceipts } from '../useReceipts.ts'
import classes from './AdminBillingScreen.module.css'
import { DecisionDialog } from './DecisionDialog.tsx'
import { headOf, PendingTopup } from './PendingTopup.tsx'
import type { Decision } from './useDecision.ts'
import { useListKeys } from './useListKeys.ts'
import { useTransactionDialog } from './useTransactionDialog.ts'

const CLOSED = 'none'

interface RequestsProps {
  topups: readonly Transaction[]
  /** Called when the last one is decided, to place the focus. */
  onNoneLeft: () => void
}

/** The requests in a list, one of them open; each can be decided by pointer or by a letter key (U63). */
export function Requests({ topups, onNoneLeft }: RequestsProps) {
  const t = useTranslations('approvals')
  const { view, preview } = useReceipts(topups)
  const { open, setOpen, decision, decide, decided } = useRequests(topups, onNoneLeft)
  return (
    <>
      {topups.length > 0 && (
        <>
          <Muted mb="sm" visibleFrom="sm" className={classes.keys ?? ''}>
            {t.rich('keys', { key: (letter) => <kbd>{letter}</kbd> })}
          </Muted>
          <ul className={rows.rows} aria-labelledby="pending-topups">
            {topups.map((topup) => (
              <PendingTopup
                key={topup.id}
                topup={topup}
                open={topup === open}
                onToggle={() => setOpen(topup === open ? CLOSED : topup.id)}
                onDecide={(wanted) => decide(wanted, topup)}
                onViewReceipt={view}
              />
            ))}
          </ul>
        </>
      )}
      {(['approve', 'reject'] as const).map((each) => {
        const topup = decision.topupOf(each)
        return (
          <DecisionDialog key={each} decision={each} topup={topup} onClose={decision.close} onDecided={() => topup && decided(topup)} />
        )
      })}
      <DocumentPreview {...preview} />
    </>
  )
}

/** Which request and which dialog are open, both in the address, and which request takes the focus next. */
function useRequests(topups: readonly Transaction[], onNoneLeft: () => void) {
  const [given, setOpen] = useUrlState('topup')
  const dialog = useTransactionDialog()
  const [wanted, focusOn] = useState<string>()
  const open = given === CLOSED ? undefined : (topups.find(({ id }) => id === given) ?? topups[0])
  const step = (by: number) => {
    const next = topups[Math.max(0, Math.min((open ? topups.indexOf(open) : -1) + by, topups.length - 1))]
    if (!next) return
    setOpen(next.id)
    focusOn(next.id)
  }
  const decide = (decision: Decision, topup = open) => topup && dialog.open(decision, topup.id)
  const decided = (topup: Transaction) => {
    const at = topups.indexOf(topup)
    const next = (topups[at + 1] ?? topups[at - 1])?.id ?? ''
    dialog.close({ topup: next })
    focusOn(next)
  }
  useSaidKeys('next', 'previous', open && 'approve', open && 'reject')
  useListKeys({ j: () => step(1), k: () => step(-1), a: () => decide('approve'), r: () => decide('reject') })
  useEffect(() => {
    if (wanted === undefined || (wanted !== '' && open?.id !== wanted)) return
    focusOn(undefined)
    const head = document.getElementById(headOf(wanted))
    if (!head) return onNoneLeft()
    head.focus({ preventScroll: true })
    head.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [wanted, open, onNoneLeft])
  const asked = useRef<Transaction>(undefined)
  // When somebody else decides, the request leaves the list, but an open dialog about it stays.
  const topupOf = (decision: Decision) => {
    const wantedId = dialog.idOf(decision)
    const found = topups.find(({ id }) => id === wantedId)
    if (found) asked.current = found
    return found ?? (asked.current?.id === wantedId ? asked.current : undefined)
  }
  return { open, setOpen, decide, decided, decision: { topupOf, close: () => dialog.close() } }
}
