import { Button } from '@mantine/core'
import { IconHistory, IconTrash } from '@tabler/icons-react'
import { approveUser, type Call, deleteUser, inviteUser, listUsers, type UserCard as User } from 'contract'
import { useTranslations } from 'use-intl'
import { useAction } from '../api/useAction.ts'
import { useRows } from '../api/useRows.ts'
import { confirm } from '../feedback/confirm.ts'
import { readUser, useApproval } from '../panels/useApproval.ts'
import { useUser } from '../session/session.ts'
import { ButtonRow } from '../ui/ButtonRow.tsx'
import { type RowAction, RowMenu } from '../ui/RowMenu.tsx'
import classes from './UsersScreen.module.css'

interface UserActionsProps {
  user: User
  onApproved: () => void
}

const may = ({ role }: Pick<User, 'role'>, { access }: Call): boolean => access !== 'public' && access.includes(role)

/** What a user who is no admin waits for (A6, A11). */
export function UserActions({ user, onApproved }: UserActionsProps) {
  const viewer = useUser()
  const approves = may(viewer, approveUser) && !user.approved
  const invites = may(viewer, inviteUser) && user.invited
  if (user.role === 'admin' || !(approves || invites)) return null
  return (
    <ButtonRow className={classes.actions ?? ''}>
      {approves && <Approve user={user} onApproved={onApproved} />}
      {invites && <InviteAgain user={user} />}
    </ButtonRow>
  )
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function Approve({ user, onApproved }: Pick<UserActionsProps, 'user' | 'onApproved'>) {
  const t = useTranslations('users')
  const change = useRows(listUsers)
  const { approve, busy } = useApproval({
    id: user.id,
    isAsShown: (read) => Object.entries(user).every(([name, value]) => isSame(value, read[name as keyof User])),
    onDone: (approved) => {
      change((users) => users.map((other) => (other.id === approved.id ? approved : other)))
      onApproved()
    },
  })
  return (
    <Button disabled={busy} aria-label={busy ? undefined : t('approveNamed', { name: user.full_name })} onClick={() => void approve()}>
      {busy ? t('approving') : t('approve')}
    </Button>
  )
}

/** Sends a new link to a person who has not used the first. */
function InviteAgain({ user }: Pick<UserActionsProps, 'user'>) {
  const t = useTranslations('users')
  const { run, busy } = useAction(inviteUser)
  const { email, full_name, role, company_id } = user
  if (role === 'admin') return null
  return (
    <Button
      variant="default"
      disabled={busy}
      aria-label={t('inviteAgainNamed', { name: full_name })}
      onClick={() => void run({ body: { email, full_name, role, company_id } })}
    >
      {t('inviteAgain')}
    </Button>
  )
}

/** What need not be in sight: who saw the person, and the deletion. */
export function UserMenu({ user, onDeleted }: Pick<UserActionsProps, 'user'> & { onDeleted: () => void }) {
  const t = useTranslations('users')
  const history = useTranslations('history')
  const viewer = useUser()
  const remove = useDeletion(user, onDeleted)
  const isAdmin = viewer.role === 'admin'
  const actions: RowAction[] = [
    { key: 'journal', label: history('accesses'), Icon: IconHistory, link: { to: '/journal', search: { record_id: user.id } } },
    { key: 'delete', label: t('delete'), Icon: IconTrash, run: () => void remove(), danger: true },
  ]
  const offered = actions.filter(({ danger }) => isAdmin && (!danger || (user.role !== 'admin' && may(viewer, deleteUser))))
  return <RowMenu name={user.full_name} actions={offered} size={36} className={classes.menu} />
}

/** Deletes the user as the question describes them: whoever was approved meanwhile stays (P5). */
function useDeletion(user: User, onDeleted: () => void): () => Promise<void> {
  const t = useTranslations('users')
  const change = useRows(listUsers)
  const { run } = useAction(deleteUser, {
    onDone: () => {
      onDeleted()
      change((users) => users.filter((other) => other.id !== user.id))
    },
  })
  return async () => {
    const read = await readUser(user.id)
    const { email, full_name, approved, invited, company_name: company } = read ?? user
    const agreed = await confirm({
      title: t('deletion.title', { name: full_name }),
      body: !approved && !invited && company ? t('deletion.pendingBody', { email, company }) : t('deletion.body', { email }),
      action: t('deletion.action'),
    })
    if (agreed) await run({ params: { id: user.id } }, { ifMatch: read?.etag })
  }
}
