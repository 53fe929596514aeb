import { ActionIcon, Anchor, Button, Flex, Group } from '@mantine/core'
import {
  type Icon,
  IconArrowRight,
  IconBan,
  IconId,
  IconMailPlus,
  IconMessageQuestion,
  IconPencil,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { deleteEmployee, type Employee, isEmployed, type Role } from 'contract'
import { useTranslations } from 'use-intl'
import { useUser } from '../session/session.ts'
import { ButtonRow } from '../ui/ButtonRow.tsx'
import { useWidth } from '../ui/useWidth.ts'
import classes from './EmployeesScreen.module.css'
import type { DialogName } from './useDialog.ts'

export type Act = Exclude<DialogName, 'add'> | 'delete'

interface Action {
  act: Act
  Icon: Icon
  isOffered: (employee: Employee, role: Role) => boolean
}

/** Renewal and cancellation are for active people, expired ones included (§2, E6); deletion goes by role. */
const ACTIONS: Action[] = [
  { act: 'edit', Icon: IconPencil, isOffered: () => true },
  { act: 'renew', Icon: IconRefresh, isOffered: ({ status, renewal_application_id }) => isEmployed(status) && !renewal_application_id },
  { act: 'cancel', Icon: IconBan, isOffered: ({ status }) => isEmployed(status) },
  { act: 'review', Icon: IconMessageQuestion, isOffered: ({ cancellation }) => cancellation !== null },
  { act: 'delete', Icon: IconTrash, isOffered: (_, role) => deleteEmployee.access.some((allowed) => allowed === role) },
]

export interface EmployeeActionsProps {
  employee: Employee
  onAct: (act: Act, employee: Employee) => void
}

const useActions = ({ employee, onAct }: EmployeeActionsProps) => {
  const t = useTranslations('employees')
  const { role } = useUser()
  return ACTIONS.filter(({ isOffered }) => isOffered(employee, role)).map(({ act, Icon }) => ({
    act,
    Icon,
    label: t(act),
    name: t('named', { action: t(act), name: employee.employee_name }),
    run: () => onAct(act, employee),
  }))
}

/** Links to the invitation of the record's person; only who still works for the company can get an account (A6). */
function useInvite({ id, employee_name: name }: Employee) {
  const t = useTranslations('employees')
  return {
    'aria-label': t('named', { action: t('invite'), name }),
    title: t('invite'),
    renderRoot: (props: object) => <Link {...props} to="/users" search={{ invite: 'true', employee: id }} />,
  }
}

/** Links to the papers on the person's screen. */
function usePapers({ id, employee_name: name }: Employee) {
  const t = useTranslations('employees')
  return {
    'aria-label': t('named', { action: t('papers'), name }),
    title: t('papers'),
    renderRoot: (props: object) => <Link {...props} to="/employees/$id" params={{ id }} hash="papers" />,
  }
}

/** The actions in the table, as icons. */
export function ActionIcons(props: EmployeeActionsProps) {
  const invite = useInvite(props.employee)
  const papers = usePapers(props.employee)
  return (
    <Flex wrap="nowrap" my="-2xs" id={`actions-${props.employee.id}`}>
      {useActions(props).map(({ act, Icon, label, name, run }) => (
        <ActionIcon key={act} variant="subtle" color="gray" size={30} aria-label={name} title={label} onClick={run}>
          <Icon size={18} stroke={1.6} />
        </ActionIcon>
      ))}
      <ActionIcon variant="subtle" color="gray" size={30} {...papers}>
        <IconId size={18} stroke={1.6} />
      </ActionIcon>
      {isEmployed(props.employee.status) && (
        <ActionIcon variant="subtle" color="gray" size={30} {...invite}>
          <IconMailPlus size={18} stroke={1.6} />
        </ActionIcon>
      )}
    </Flex>
  )
}

/** The actions in a card, as words. */
export function ActionButtons(props: EmployeeActionsProps) {
  const papers = usePapers(props.employee)
  return (
    <Group gap="xs" id={`actions-${props.employee.id}`}>
      {useActions(props).map(({ act, label, name, run }) => (
        <Button key={act} variant="default" px="sm" aria-label={name} onClick={run}>
          {label}
        </Button>
      ))}
      <Button variant="default" px="sm" {...papers}>
        {papers.title}
      </Button>
      {isEmployed(props.employee.status) && <InviteButton employee={props.employee} />}
    </Group>
  )
}

/** The actions at the head of a person's screen; a record is deleted from the list. */
export function PersonActions(props: EmployeeActionsProps) {
  const phone = useWidth('phone')
  return (
    <ButtonRow id={`actions-${props.employee.id}`}>
      {useActions(props)
        .filter(({ act }) => act !== 'delete')
        .map(({ act, Icon, label, name, run }) => (
          <Button
            key={act}
            variant={act === 'renew' ? 'filled' : 'default'}
            {...(phone ? { px: 'xs' } : { leftSection: <Icon size={16} stroke={1.75} /> })}
            aria-label={name}
            onClick={run}
          >
            {label}
          </Button>
        ))}
    </ButtonRow>
  )
}

export function InviteButton({ employee }: { employee: Employee }) {
  const invite = useInvite(employee)
  return (
    <Button variant="default" px="sm" {...invite}>
      {invite.title}
    </Button>
  )
}

/** Links to the renewal that is under way (E2). */
export function RenewalLink({ employee }: { employee: Employee }) {
  const t = useTranslations('employees')
  const { renewal_application_id, employee_name } = employee
  if (!renewal_application_id) return null
  return (
    <Anchor
      className={classes.renewal}
      size="note"
      lh={1.5}
      underline="hover"
      aria-label={t('renewalOf', { name: employee_name })}
      renderRoot={(props) => <Link {...props} to="/applications/$id" params={{ id: renewal_application_id }} />}
    >
      {t('renewalUnderWay')}
      <IconArrowRight size={14} stroke={1.75} data-flip aria-hidden />
    </Anchor>
  )
}
