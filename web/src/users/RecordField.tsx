import { Select } from '@mantine/core'
import { type Employee, getEmployee, listEmployees } from 'contract'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { useSearchText } from '../ui/forms/useSearchText.ts'
import { idOf } from './useInvitation.ts'

const MAX_OFFERED = 50

interface RecordFieldProps {
  companyId: string
  /** The id of the chosen record, or empty. */
  value: string
  error: ReactNode
  onPick: (employee: Employee | undefined) => void
}

/** Chooses the record of the employee who is invited. */
export function RecordField({ companyId, value, error, onPick }: RecordFieldProps) {
  const t = useTranslations('users.invitation')
  const { typed, setTyped, settled } = useSearchText()
  const [known, setKnown] = useState<Employee[]>([])
  const search = known.some((employee) => nameOf(employee) === settled) ? '' : settled
  const query = { company_id: companyId, limit: MAX_OFFERED, ...(search ? { q: search } : {}) }
  const { data } = useLoad(listEmployees, { query }, { keepPrevious: true, enabled: companyId !== '', answers: () => true })
  const found = (data?.items ?? []).filter((employee) => employee.company_id === companyId)
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
      id={idOf('employee_id')}
      label={t('employee_id')}
      description={t('employeeHint')}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
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
      error={error}
    />
  )
}

const nameOf = ({ employee_name, passport_number }: Employee): string => `${employee_name} · ${passport_number}`
