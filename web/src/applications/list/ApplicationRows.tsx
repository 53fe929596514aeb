import { useRouter } from '@tanstack/react-router'
import { getApplication, listStages, type VisaApplication } from 'contract'
import { type RefObject, useCallback } from 'react'
import { usePrefetch } from '../../api/useLoad.ts'
import { partOf, usePart } from '../../feedback/usePart.ts'
import { useUser } from '../../session/session.ts'
import { SelectionBar } from '../../ui/SelectionBar.tsx'
import type { Density } from '../../ui/useDensity.ts'
import { useListKeys } from '../../ui/useListKeys.ts'
import type { Peek } from '../../ui/usePeek.ts'
import { useSelection } from '../../ui/useSelection.ts'
import { useUrlState } from '../../ui/useUrlState.ts'
import { useWidth } from '../../ui/useWidth.ts'
import { useWalk } from '../walk.ts'
import { ApplicationList } from './ApplicationList.tsx'
import { ApplicationTable } from './ApplicationTable.tsx'
import type { CaseWork } from './CaseActions.tsx'
import { ChosenDownloads } from './ChosenDownloads.tsx'

interface ApplicationRowsProps {
  applications: readonly VisaApplication[]
  search: string
  sorting: { key: string; onSort: (key: string) => void }
  density: Density
  /** Names what the list is asked for; a choice of rows ends with it. */
  of: string
  /** The filters, to which a key leads. */
  filters: RefObject<HTMLFieldSetElement | null>
  onBegin: (work: CaseWork) => void
  peek: Peek
}

const importButtons = partOf(() => import('./CaseActions.tsx').then(({ CaseButtons }) => CaseButtons))

/** A table where there is room for one, rows of a few lines where there is not. */
export function ApplicationRows({ applications, search, sorting, density, of, filters, onBegin, peek }: ApplicationRowsProps) {
  const isTable = useWidth('table')
  const { role } = useUser()
  const router = useRouter()
  const [submitted] = useUrlState('submitted')
  const onPoint = useDetailPrefetch()
  useWalk(applications)
  const selection = useSelection(applications, of, ({ employee_name }) => employee_name)
  useListKeys({
    onOpen: (id) => void router.navigate({ to: '/applications/$id', params: { id } }),
    onChoose: isTable ? selection.toggle : undefined,
    peek: isTable ? peek : undefined,
    onFilter: () => filters.current?.querySelector('select')?.focus(),
  })
  const { chosen, clear } = selection
  const Buttons = usePart(importButtons, role === 'admin' && chosen.length > 0)
  if (!isTable) return <ApplicationList applications={applications} search={search} submitted={submitted} onPoint={onPoint} />
  return (
    <>
      <ApplicationTable {...{ applications, search, submitted, onPoint, selection, sorting, density, peek }} />
      <SelectionBar
        count={chosen.length}
        onClear={clear}
        actions={
          <>
            {Buttons && <Buttons onBegin={(verb) => onBegin({ verb, cases: chosen, onDone: clear })} />}
            <ChosenDownloads chosen={chosen} sort={sorting.key} />
          </>
        }
      />
    </>
  )
}

/** Loads what a detail shows first while the pointer is still on its row (U71). */
function useDetailPrefetch(): (application: VisaApplication) => void {
  const prefetch = usePrefetch()
  return useCallback(
    ({ id }) => {
      prefetch(getApplication, { params: { id }, query: { documents: 'link' } })
      prefetch(listStages, { params: { id }, query: { documents: 'link' } })
    },
    [prefetch],
  )
}
