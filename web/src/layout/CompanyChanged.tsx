import { activeCompanyId, listCompanies } from 'contract'
import { useEffect, useRef } from 'react'
import { useConnection } from '../api/connection.ts'
import { useLoad } from '../api/useLoad.ts'
import { partOf, usePart } from '../feedback/usePart.ts'
import { useSwitchedElsewhere } from '../session/activeCompany.ts'
import { useUser } from '../session/session.ts'

export const importCompanyChanged = partOf(() =>
  import('./CompanyChangedDialog.tsx').then(({ CompanyChangedDialog }) => CompanyChangedDialog),
)

/** Blocks the page after the active company was changed elsewhere, so that nothing is sent to the wrong one (U28). */
export function CompanyChanged() {
  const shown = activeCompanyId(useUser())
  const { changed, keep, busy } = useSwitchedElsewhere()
  const { data } = useLoad(listCompanies, { query: { documents: 'link' } }, { answers: () => true })
  const connection = useConnection()
  const Dialog = usePart(importCompanyChanged, changed !== undefined && `changed ${connection}`)
  // A deleted company may no longer be in the list.
  const seen = useRef(new Map<string, string>())
  useEffect(() => {
    for (const { id, name } of data?.items ?? []) seen.current.set(id, name)
  }, [data])
  const nameOf = (id = '') => data?.items.find((company) => company.id === id)?.name ?? seen.current.get(id)
  if (!Dialog) return null
  const gone = !changed?.company_ids.some((id) => id === shown)
  return (
    <Dialog
      opened={changed !== undefined}
      shown={nameOf(shown)}
      active={nameOf(changed && activeCompanyId(changed))}
      gone={gone}
      busy={busy}
      onSwitchBack={shown && !gone ? () => void keep(shown) : undefined}
    />
  )
}
