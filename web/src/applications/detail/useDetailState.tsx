import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { useUrlState } from '../../ui/useUrlState.ts'

interface Kept {
  values: Partial<Record<string, string>>
  set: (name: string, value: string) => void
}

const OfPanel = createContext<Kept | undefined>(undefined)

/** Beside a list the detail leaves the address alone, and keeps itself which of its dialogs is open. */
export function PanelState({ children }: { children: ReactNode }) {
  const [values, setValues] = useState<Kept['values']>({})
  const kept = useMemo(() => ({ values, set: (name: string, value: string) => setValues((all) => ({ ...all, [name]: value })) }), [values])
  return <OfPanel value={kept}>{children}</OfPanel>
}

/** As useUrlState; of the address only where the detail is a screen of its own. */
export function useDetailState(name: string): [string, (value: string) => void] {
  const kept = useContext(OfPanel)
  const inAddress = useUrlState(name)
  return kept ? [kept.values[name] ?? '', (value) => kept.set(name, value)] : inAddress
}
