import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** What an admin does with a transaction in a dialog of its own. */
export type TransactionDialog = 'approve' | 'reject' | 'correct' | 'record'

interface OpenDialog {
  /** The id of the transaction whose dialog of this name is open, as the URL has it (U7). */
  idOf: (name: TransactionDialog) => string | undefined
  open: (name: TransactionDialog, id: string) => void
  /** Closes it and sets other values of the address in the same step. */
  close: (then?: Partial<Record<string, string>>) => void
}

export function useTransactionDialog(): OpenDialog {
  const { dialog, transaction } = useSearch({
    strict: false,
    select: (search: Partial<Record<string, string>>) => ({ dialog: search.dialog, transaction: search.transaction }),
  })
  const navigate = useNavigate()
  const set = useCallback(
    (next: Partial<Record<string, string>>) =>
      void navigate({
        to: '.',
        search: (previous: Partial<Record<string, string>>) => ({ ...previous, dialog: undefined, transaction: undefined, ...next }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  const idOf = (name: TransactionDialog) => (dialog === name ? transaction : undefined)
  const open = useCallback((name: TransactionDialog, id: string) => set({ dialog: name, transaction: id }), [set])
  const close = useCallback((then: Partial<Record<string, string>> = {}) => set(then), [set])
  return { idOf, open, close }
}
