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
import { daysLeft, deleteEmployee, dubaiDate, type Employee, isEmployed, type Role } from 'contract'
import { useTranslations } from 'use-intl'
import { useUser } from '../session/session.ts'
import { ButtonRow } from '../ui/ButtonRow.tsx'
import { type RowAction, RowMenu } from '../ui/RowMenu.tsx'
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

/** So many days before a visa ends, its date stands out, and its renewal is what the row waits for. */
export const SOON = 30

const isRenewalDue = ({ visa_expiry_date }: Employee): boolean =>
  visa_expiry_date !== null && daysLeft(visa_expiry_date, dubaiDate(new Date())) <= SOON

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

/** Who still works for the company can get an account (A6). */
const inviteOf = (id: string) => ({ to: '/users', search: { invite: 'true', employee: id } }) as const

/** Everything that can be done with the record; what it waits for, or else its correction, stands beside the menu. */
function useRow(props: EmployeeActionsProps) {
  const t = useTranslations('employees')
  const { employee } = props
  const { id, employee_name, status } = employee
  const actions = useActions(props)
  const isDue = (act: Act) => (act === 'review' ? status === 'cancellation_requested' : act === 'renew' && isRenewalDue(employee))
  const waits = actions.find(({ act }) => isDue(act))
  const papers: RowAction = {
    key: 'papers',
    label: t('papers'),
    Icon: IconId,
    link: { to: '/employees/$id', params: { id }, hash: 'papers' },
  }
  const invite: RowAction = { key: 'invite', label: t('invite'), Icon: IconMailPlus, link: inviteOf(id) }
  const listed: RowAction[] = actions.map(({ act, label, Icon, run }) => ({ key: act, label, Icon, run, danger: act === 'delete' }))
  const before = listed.filter(({ danger }) => !danger)
  return {
    main: waits ?? actions.find(({ act }) => act === 'edit'),
    waits: waits !== undefined,
    menu: {
      name: employee_name,
      actions: [...before, papers, ...(isEmployed(status) ? [invite] : []), ...listed.filter(({ danger }) => danger)],
    },
  }
}

/** What a row of the table waits for, in words, or its correction; and a menu of everything. */
export function ActionIcons(props: EmployeeActionsProps) {
  const t = useTranslations('employees')
  const { main, waits, menu } = useRow(props)
  return (
    <Flex wrap="nowrap" my="-2xs" justify="flex-end" align="center" id={`actions-${props.employee.id}`}>
      {main && waits && (
        <Button variant="light" size="compact-sm" aria-label={main.name} onClick={main.run}>
          {main.act === 'review' ? t('reviewShort') : main.label}
        </Button>
      )}
      {main && !waits && (
        <ActionIcon variant="subtle" color="gray" size={30} aria-label={main.name} title={main.label} onClick={main.run}>
          <main.Icon size={18} stroke={1.6} />
        </ActionIcon>
      )}
      <RowMenu {...menu} />
    </Flex>
  )
}

/** The same in a card. */
export function ActionButtons(props: EmployeeActionsProps) {
  const { main, waits, menu } = useRow(props)
  return (
    <Group gap="2xs" wrap="nowrap" id={`actions-${props.employee.id}`}>
      {main && (
        <Button variant={waits ? 'light' : 'default'} px="sm" aria-label={main.name} onClick={main.run}>
          {main.label}
        </Button>
      )}
      <RowMenu {...menu} size={44} />
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
            variant={act === 'renew' && isRenewalDue(props.employee) ? 'filled' : 'default'}
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

export function InviteButton({ employee: { id, employee_name } }: { employee: Employee }) {
  const t = useTranslations('employees')
  return (
    <Button
      variant="default"
      px="sm"
      aria-label={t('named', { action: t('invite'), name: employee_name })}
      renderRoot={(props) => <Link {...props} {...inviteOf(id)} />}
    >
      {t('invite')}
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
