import { Group, Skeleton, Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { type Employee, getEmployee, getPerson, listEmployeeHistory } from 'contract'
import { useTranslations } from 'use-intl'
import type { Refusal } from '../api/refusal.ts'
import { useLoad } from '../api/useLoad.ts'
import { DeadlineSection } from '../panels/deadlines/DeadlineSection.tsx'
import { HistoryPanel } from '../panels/HistoryPanel.tsx'
import { PaperSection } from '../panels/papers/PaperSection.tsx'
import { useSession, useUser } from '../session/session.ts'
import { Page } from '../ui/Page.tsx'
import { LoadError } from '../ui/states/LoadError.tsx'
import { NotFound } from '../ui/states/NotFound.tsx'
import { PersonActions, RenewalLink } from './EmployeeActions.tsx'
import { EmployeeDialogs } from './EmployeeDialogs.tsx'
import { EmployeeState } from './EmployeeState.tsx'
import { PersonAccount } from './PersonAccount.tsx'
import { PersonCases } from './PersonCases.tsx'
import { PersonDocuments } from './PersonDocuments.tsx'
import { PersonFacts } from './PersonFacts.tsx'
import classes from './PersonScreen.module.css'
import { PersonSkeleton } from './PersonSkeleton.tsx'
import { useDialog } from './useDialog.ts'

const isUnknown = ({ status }: Refusal): boolean => status === 404

/** One person: the record, the cases (S12), the documents that are held, the account, and what happened. */
export function PersonScreen() {
  const t = useTranslations('employees.person')
  const { id = '' } = useParams({ strict: false })
  const { data, error, refetch } = useLoad(getEmployee, { params: { id } }, { answers: isUnknown })
  const back = { to: '/employees', label: t('back') }
  if (data) return <Person key={id} employee={data} />
  if (error && isUnknown(error))
    return <NotFound title={t('notFound')} text={t('notFoundText')} back={{ to: '/employees', label: t('notFoundBack') }} />
  return (
    <Page title={t('title')} heading={error ? t('title') : <Skeleton width={260} height={32} />} back={back}>
      {error ? <LoadError text={t('failed')} refusal={error} onRetry={() => void refetch()} /> : <PersonSkeleton />}
    </Page>
  )
}

function Person({ employee }: { employee: Employee }) {
  const t = useTranslations('employees.person')
  const { id, employee_name } = employee
  const person = useLoad(getPerson, { params: { id } }, { answers: () => true })
  const history = useLoad(listEmployeeHistory, { params: { id } }, { answers: () => true })
  const dialog = useDialog()
  return (
    <Page
      title={employee_name}
      heading={<bdi>{employee_name}</bdi>}
      subtitle={<Standing employee={employee} />}
      back={{ to: '/employees', label: t('back') }}
      actions={<PersonActions employee={employee} onAct={(act) => act !== 'delete' && dialog.open(act, id)} />}
    >
      <div className={classes.columns}>
        <Stack gap="xl" miw={0}>
          <PersonFacts employee={employee} />
          <DeadlineSection of={{ employee_id: id }} />
          <PaperSection of={{ employee_id: id }} title="person" />
          {person.data ? (
            <>
              <PersonCases cases={person.data.applications} employee={employee} />
              <PersonDocuments held={person.data.held_documents} employee={employee} />
            </>
          ) : person.error ? (
            <LoadError text={t('personFailed')} refusal={person.error} onRetry={() => void person.refetch()} />
          ) : (
            <PersonSkeleton />
          )}
        </Stack>
        <Stack gap="xl" miw={0}>
          {person.data && <PersonAccount account={person.data.account} employee={employee} />}
          <HistoryPanel id={id} entries={history.data} refusal={history.error} onRetry={() => void history.refetch()} />
        </Stack>
      </div>
      <EmployeeDialogs dialog={dialog} employees={[employee]} />
    </Page>
  )
}

/** The status with the visa's date, the company where it is not the one that is chosen, and the renewal under way. */
function Standing({ employee }: { employee: Employee }) {
  const { role } = useUser()
  const { activeCompanyId } = useSession()
  return (
    <Group gap="sm">
      <EmployeeState employee={employee} />
      {(role === 'admin' || employee.company_id !== activeCompanyId) && <bdi>{employee.company_name}</bdi>}
      <RenewalLink employee={employee} />
    </Group>
  )
}
