import { Button } from '@mantine/core'
import { approveUser, type Call, deleteUser, inviteUser, listUsers, type UserCard as User } from 'contract'
import { useTranslations } from 'use-intl'
import { useAction } from '../api/useAction.ts'
import { useRows } from '../api/useRows.ts'
import { confirm } from '../feedback/confirm.ts'
import { readUser, useApproval } from '../panels/useApproval.ts'
import { useUser } from '../session/session.ts'
import { ButtonRow } from '../ui/ButtonRow.tsx'
import classes from './UsersScreen.module.css'

interface UserActionsProps {
  user: User
  onApproved: () => void
  onDeleted: () => void
}

/** The actions on a user who is no admin (A6, A11). */
export function UserActions({ user, onApproved, onDeleted }: UserActionsProps) {
  const viewer = useUser()
  const may = (call: Call) => call.access !== 'public' && call.access.includes(viewer.role)
  const approves = may(approveUser) && !user.approved
  const invites = may(inviteUser) && user.invited
  if (user.role === 'admin' || !(approves || invites || may(deleteUser))) return null
  return (
    <ButtonRow className={classes.actions ?? ''}>
      {approves && <Approve user={user} onApproved={onApproved} />}
      {invites && <InviteAgain user={user} />}
      {may(deleteUser) && <Delete user={user} onDeleted={onDeleted} />}
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

/** Deletes the user as the question describes them: whoever was approved meanwhile stays (P5). */
function Delete({ user, onDeleted }: Pick<UserActionsProps, 'user' | 'onDeleted'>) {
  const t = useTranslations('users')
  const change = useRows(listUsers)
  const { run, busy } = useAction(deleteUser, {
    onDone: () => {
      onDeleted()
      change((users) => users.filter((other) => other.id !== user.id))
    },
  })
  const ask = async () => {
    const read = await readUser(user.id)
    const { email, full_name, approved, invited, company_name: company } = read ?? user
    const agreed = await confirm({
      title: t('deletion.title', { name: full_name }),
      body: !approved && !invited && company ? t('deletion.pendingBody', { email, company }) : t('deletion.body', { email }),
      action: t('deletion.action'),
    })
    if (agreed) await run({ params: { id: user.id } }, { ifMatch: read?.etag })
  }
  return (
    <Button
      variant="subtle"
      color="gray"
      disabled={busy}
      aria-label={t('deleteNamed', { name: user.full_name })}
      onClick={() => void ask()}
    >
      {t('delete')}
    </Button>
  )
}
