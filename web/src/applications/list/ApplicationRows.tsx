import { getApplication, listStages, type VisaApplication } from 'contract'
import { useCallback } from 'react'
import { usePrefetch } from '../../api/useLoad.ts'
import { useUrlState } from '../../ui/useUrlState.ts'
import { useWidth } from '../../ui/useWidth.ts'
import { useWalk } from '../walk.ts'
import { ApplicationList } from './ApplicationList.tsx'
import { type ApplicationListProps, ApplicationTable } from './ApplicationTable.tsx'

/** A table where there is room for one, two-line rows where there is not. */
export function ApplicationRows({ applications, search }: Pick<ApplicationListProps, 'applications' | 'search'>) {
  const roomy = useWidth('table')
  const [submitted] = useUrlState('submitted')
  const onPoint = useDetailPrefetch()
  useWalk(applications)
  const Rows = roomy ? ApplicationTable : ApplicationList
  return <Rows applications={applications} search={search} submitted={submitted} onPoint={onPoint} />
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
