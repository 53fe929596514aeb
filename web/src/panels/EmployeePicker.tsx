import { Select, type SelectProps } from '@mantine/core'
import { type Employee, getEmployee, listEmployees } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { useSearchText } from '../ui/forms/useSearchText.ts'

const MAX_OFFERED = 50

interface EmployeePickerProps extends Omit<SelectProps, 'value' | 'onChange' | 'data'> {
  /** The company whose records are offered; undefined for those of all that the user sees, empty while none is chosen. */
  companyId?: string
  /** The id of the chosen record, or empty. */
  value: string
  onPick: (employee: Employee | undefined) => void
}

/** Finds an employee record by name or passport. */
export function EmployeePicker({ companyId, value, onPick, ...rest }: EmployeePickerProps) {
  const t = useTranslations('forms')
  const { typed, setTyped, settled } = useSearchText()
  const [known, setKnown] = useState<Employee[]>([])
  const search = known.some((employee) => nameOf(employee) === settled) ? '' : settled
  const query = { ...(companyId && { company_id: companyId }), limit: MAX_OFFERED, ...(search ? { q: search } : {}) }
  const { data } = useLoad(listEmployees, { query }, { keepPrevious: true, enabled: companyId !== '', answers: () => true })
  const found = (data?.items ?? []).filter(({ company_id }) => companyId === undefined || company_id === companyId)
  const listed = [...known, ...found].find(({ id }) => id === value)
  // The record that the URL names may not be in the loaded list.
  const { data: named } = useLoad(
    getEmployee,
    { params: { id: value } },
    { enabled: value !== '' && listed === undefined, answers: () => true },
  )
  const chosen = listed ?? named
  const options = chosen && !found.some(({ id }) => id === value) ? [chosen, ...found] : found
  return (
    <Select
      placeholder={t('employeePlaceholder')}
      disabled={companyId === ''}
      data={options.map((employee) => ({ value: employee.id, label: nameOf(employee) }))}
      value={value || null}
      onChange={(id) => {
        const employee = options.find((option) => option.id === id)
        if (employee) setKnown([employee])
        onPick(employee)
      }}
      searchable
      clearable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options: all }) => all}
      nothingFoundMessage={t('employeeNone')}
      maxDropdownHeight={280}
      {...rest}
    />
  )
}

const nameOf = ({ employee_name, passport_number }: Employee): string => `${employee_name} · ${passport_number}`
