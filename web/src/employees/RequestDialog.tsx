import { Button, Modal, Stack, Text } from '@mantine/core'
import { type Employee, type Input, READING_DAYS, updateEmployee } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../api/useAction.ts'
import { useUser } from '../session/session.ts'
import { Fact, Facts } from '../ui/Facts.tsx'
import { DateField } from '../ui/forms/DateField.tsx'
import { FormButtons } from '../ui/forms/FormButtons.tsx'
import { DubaiDate } from '../ui/signs/DubaiDate.tsx'
import { StatusBadge } from '../ui/signs/StatusBadge.tsx'
import classes from './EmployeesScreen.module.css'
import { useReplaceEmployee } from './useKeptEmployees.ts'

interface RequestDialogProps {
  employee: Employee | undefined
  onClose: () => void
}

/** Shows who asked for a cancellation, when and why; the admin grants it or sets the employee back to active (E3). */
export function RequestDialog({ employee, onClose }: RequestDialogProps) {
  const t = useTranslations('employees.request')
  const { role } = useUser()
  return (
    <Modal
      opened={employee !== undefined}
      onClose={onClose}
      title={employee && t('title', { name: employee.employee_name })}
      transitionProps={{ duration: 140, exitDuration: 0 }}
    >
      {employee?.cancellation && (
        <Stack gap="md">
          <StatusLine employee={employee} />
          <Request employee={employee} cancellation={employee.cancellation} />
          {role === 'admin' ? (
            <Decision key={employee.id} employee={employee} onDone={onClose} />
          ) : (
            employee.status === 'cancellation_requested' && (
              <Text size="sm" lh="prose">
                {t('waiting')}
              </Text>
            )
          )}
        </Stack>
      )}
    </Modal>
  )
}

const StatusLine = ({ employee }: { employee: Employee }) => (
  <div>
    <StatusBadge status={employee.status} />
  </div>
)

function Request({
  employee: { cancelled_at },
  cancellation,
}: {
  employee: Employee
  cancellation: NonNullable<Employee['cancellation']>
}) {
  const t = useTranslations('employees.request')
  const none = useTranslations('ui')('none')
  const { reason, notes, requested_by_name, requested_at } = cancellation
  return (
    <Facts className={classes.request}>
      <Fact name={t('reason')} wide>
        {reason}
      </Fact>
      <Fact name={t('notes')} wide>
        {notes ?? none}
      </Fact>
      <Fact name={t('by')}>{requested_by_name ?? t('deletedUser')}</Fact>
      <Fact name={t('at')}>
        <DubaiDate value={requested_at} />
      </Fact>
      {cancelled_at && (
        <Fact name={t('cancelledOn')}>
          <DubaiDate value={cancelled_at} />
        </Fact>
      )}
    </Facts>
  )
}

function Decision({ employee, onDone }: { employee: Employee; onDone: () => void }) {
  const t = useTranslations('employees.request')
  const replace = useReplaceEmployee()
  const [leaveBy, setLeaveBy] = useState(employee.leave_by ?? '')
  const { run, busy } = useAction(updateEmployee, {
    onDone: (changed) => {
      replace(changed)
      onDone()
    },
  })
  const { id, status } = employee
  const save = (body: Input<typeof updateEmployee>['body']) => void run({ params: { id }, body })
  const isCancelled = status === 'cancelled'
  return (
    <>
      <DateField label={t('leaveBy')} description={t('leaveByHint', { days: READING_DAYS })} value={leaveBy} onChange={setLeaveBy} />
      <FormButtons>
        <Button variant="default" disabled={busy} onClick={() => save({ status: 'active' })}>
          {t('reactivate')}
        </Button>
        {isCancelled ? (
          <Button disabled={busy || leaveBy === (employee.leave_by ?? '')} onClick={() => save({ leave_by: leaveBy })}>
            {t(busy ? 'saving' : 'saveDay')}
          </Button>
        ) : (
          <Button color="red" disabled={busy} onClick={() => save({ status: 'cancelled', leave_by: leaveBy })}>
            {t(busy ? 'saving' : 'grant')}
          </Button>
        )}
      </FormButtons>
    </>
  )
}
