import { useRouter } from '@tanstack/react-router'
import { type Employee, exportEmployees } from 'contract'
import type { RefObject } from 'react'
import type { Sorting } from '../ui/DataTable.tsx'
import { DownloadChosen } from '../ui/files/DownloadChosen.tsx'
import { SelectionBar } from '../ui/SelectionBar.tsx'
import type { Density } from '../ui/useDensity.ts'
import { useListKeys } from '../ui/useListKeys.ts'
import { useSelection } from '../ui/useSelection.ts'
import { useWidth } from '../ui/useWidth.ts'
import type { EmployeeActionsProps } from './EmployeeActions.tsx'
import { EmployeeRows } from './EmployeeRows.tsx'
import classes from './EmployeesScreen.module.css'
import { EmployeesTable } from './EmployeesTable.tsx'

interface EmployeeListProps {
  employees: readonly Employee[]
  search: string
  onAct: EmployeeActionsProps['onAct']
  sorting: Sorting
  density: Density
  /** Names what the list is asked for; a choice of rows ends with it. */
  of: string
  /** The filters, to which a key leads. */
  filters: RefObject<HTMLFieldSetElement | null>
}

/** A table where there is room for one, cards where there is not. */
export function EmployeeList({ employees, search, onAct, sorting, density, of, filters }: EmployeeListProps) {
  const isTable = useWidth('table')
  const router = useRouter()
  const selection = useSelection(employees, of, ({ employee_name }) => employee_name)
  useListKeys({
    onOpen: (id) => void router.navigate({ to: '/employees/$id', params: { id } }),
    onChoose: isTable ? selection.toggle : undefined,
    onFilter: () => filters.current?.querySelector('select')?.focus(),
  })
  if (!isTable)
    return (
      <div className={classes.results}>
        <EmployeeRows {...{ employees, search, onAct }} />
      </div>
    )
  return (
    <>
      <div className={classes.results}>
        <EmployeesTable {...{ employees, search, onAct, sorting, density, selection }} />
      </div>
      <SelectionBar
        count={selection.chosen.length}
        onClear={selection.clear}
        actions={
          <DownloadChosen call={exportEmployees} list="employees" idsAs="employee_ids" chosen={selection.chosen} sort={sorting.key} />
        }
      />
    </>
  )
}
