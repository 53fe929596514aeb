import { Select } from '@mantine/core'
import { type Employee, listEmployees } from 'contract'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import { useListAhead } from '../../ui/forms/useListAhead.ts'
import { useSearchText } from '../../ui/forms/useSearchText.ts'
import { idOf } from './useLabels.ts'

interface EmployeeFieldProps {
  companyId: string
  /** The id of the chosen record; empty for none. */
  value: string
  onPick: (employee: Employee | undefined) => void
  error: ReactNode
}

/** Finds the employee's record in the company; the form is then filled in from it (S5). */
export function EmployeeField({ companyId, value, onPick, error }: EmployeeFieldProps) {
  const t = useTranslations('newApplication')
  const ahead = useListAhead()
  const { typed, setTyped, settled } = useSearchText()
  const [picked, setPicked] = useState<Employee>()
  const search = picked && settled === nameOf(picked) ? '' : settled
  const query = { company_id: companyId, ...(search ? { q: search } : {}) }
  const { data } = useLoad(listEmployees, { query }, { keepPrevious: true, enabled: companyId !== '' })
  const found = (data?.items ?? []).filter((employee) => employee.company_id === companyId && employee.status !== 'cancelled')
  const options = picked && value === picked.id && !found.some(({ id }) => id === value) ? [picked, ...found] : found
  const pick = (id: string | null) => {
    const employee = options.find((option) => option.id === id)
    setPicked(employee)
    onPick(employee)
  }
  return (
    <Select
      {...ahead}
      id={idOf('employee_id')}
      style={{ gridColumn: '1 / -1' }}
      label={t('optional', { label: t('employee') })}
      description={t('employeeHint')}
      placeholder={companyId === '' ? t('employeeFirst') : t('employeePlaceholder')}
      disabled={companyId === ''}
      data={options.map((employee) => ({ value: employee.id, label: nameOf(employee) }))}
      value={value || null}
      onChange={pick}
      searchable
      clearable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options: all }) => all}
      nothingFoundMessage={t('employeeNone')}
      error={error}
    />
  )
}

const nameOf = ({ employee_name, passport_number }: Employee): string => `${employee_name} · ${passport_number}`
