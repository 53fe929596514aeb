import { Divider, Text } from '@mantine/core'
import { type Employee, getCompany, listEmployeeHistory } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { HistoryPanel } from '../panels/HistoryPanel.tsx'
import { useSession, useUser } from '../session/session.ts'
import { FormDialog } from '../ui/forms/FormDialog.tsx'
import { EmployeeForm } from './EmployeeForm.tsx'
import { useEmployeeForm } from './useEmployeeForm.ts'

interface AddEmployeeDialogProps {
  opened: boolean
  onClose: () => void
}

export function AddEmployeeDialog({ opened, onClose }: AddEmployeeDialogProps) {
  const t = useTranslations('employees.form')
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('addTitle')} size="lg">
      {(leave) => <AddEmployee onDone={onClose} onLeave={leave} />}
    </FormDialog>
  )
}

interface ContentProps {
  onDone: () => void
  onLeave: () => void
}

function AddEmployee({ onDone, onLeave }: ContentProps) {
  const { role } = useUser()
  const { activeCompanyId } = useSession()
  const admin = role === 'admin'
  const form = useEmployeeForm({ companyId: admin ? undefined : activeCompanyId, onDone })
  return <EmployeeForm of={form} choosesCompany={admin} isNew onLeave={onLeave} />
}

interface EditEmployeeDialogProps {
  employee: Employee | undefined
  onClose: () => void
}

/** The form of a record, and below it the history (S10). */
export function EditEmployeeDialog({ employee, onClose }: EditEmployeeDialogProps) {
  const t = useTranslations('employees.form')
  return (
    <FormDialog opened={employee !== undefined} onClose={onClose} title={t('editTitle')} size="lg">
      {(leave) => employee && <EditEmployee key={employee.id} employee={employee} onDone={onClose} onLeave={leave} />}
    </FormDialog>
  )
}

function EditEmployee({ employee, onDone, onLeave }: ContentProps & { employee: Employee }) {
  const form = useEmployeeForm({ employee, onDone })
  const history = useLoad(listEmployeeHistory, { params: { id: employee.id } })
  return (
    <>
      <OfCompany id={employee.company_id} />
      <EmployeeForm of={form} choosesCompany={false} isNew={false} onLeave={onLeave} />
      <Divider mt="lg" mb="ml" color="var(--hairline)" />
      <HistoryPanel id={employee.id} entries={history.data} refusal={history.error} onRetry={() => void history.refetch()} />
    </>
  )
}

/** Names the company, for the admin, who sees all of them. */
function OfCompany({ id }: { id: string }) {
  const { role } = useUser()
  const { data } = useLoad(getCompany, { params: { id }, query: { documents: 'link' } }, { enabled: role === 'admin', answers: () => true })
  return data ? (
    <Text size="sm" lh="prose">
      {data.name}
    </Text>
  ) : null
}
