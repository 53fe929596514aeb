import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** The dialogs about a record. */
export type DialogName = 'add' | 'edit' | 'renew' | 'cancel' | 'review'

interface OpenDialog {
  /** The open dialog, as the URL has it (U7). */
  name: string | undefined
  /** The id of its record. */
  id: string | undefined
  open: (name: DialogName, id?: string) => void
  close: () => void
}

export function useDialog(): OpenDialog {
  const { dialog, employee } = useSearch({
    strict: false,
    select: (search: Partial<Record<string, string>>) => ({ dialog: search.dialog, employee: search.employee }),
  })
  const navigate = useNavigate()
  const set = useCallback(
    (next: { dialog?: string | undefined; employee?: string | undefined }) =>
      void navigate({
        to: '.',
        search: (previous: Partial<Record<string, string>>) => ({ ...previous, dialog: undefined, employee: undefined, ...next }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  const open = useCallback((name: DialogName, id?: string) => set({ dialog: name, employee: id }), [set])
  const close = useCallback(() => set({}), [set])
  return { name: dialog, id: employee, open, close }
}
