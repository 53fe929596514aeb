import { Anchor, Flex, Group, Text } from '@mantine/core'
import {
  type Icon,
  IconAlertTriangle,
  IconBriefcase,
  IconCircleCheck,
  IconMailCheck,
  IconMailQuestion,
  IconShieldCheck,
  IconUser,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type Role, standingOf, type UserCard as User } from 'contract'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../session/session.ts'
import { Card } from '../ui/Card.tsx'
import { Muted } from '../ui/Muted.tsx'
import { Note } from '../ui/Note.tsx'
import { RelativeTime } from '../ui/signs/DubaiDate.tsx'
import { Highlight } from '../ui/signs/Highlight.tsx'
import { PersonAvatar } from '../ui/signs/PersonAvatar.tsx'
import { StatusBadge } from '../ui/signs/StatusBadge.tsx'
import { Tag } from '../ui/signs/Tag.tsx'
import { UserActions, UserMenu } from './UserActions.tsx'
import classes from './UsersScreen.module.css'

const ROLE_ICON: Record<Role, Icon> = { admin: IconShieldCheck, company_admin: IconBriefcase, employee: IconUser }

interface UserCardProps {
  user: User
  /** The search, to mark its matches. */
  search: string
  /** Approved on this screen a moment ago. */
  approvedHere: boolean
  onApproved: () => void
}

export function UserCard({ user, search, approvedHere, onApproved }: UserCardProps) {
  const t = useTranslations('users')
  const roles = useTranslations('enums.role')
  const viewer = useUser()
  const card = useRef<HTMLLIElement>(null)
  const standing = standingOf(user)
  const waits = viewer.role === 'admin' && standing === 'pending'
  const RoleIcon = ROLE_ICON[user.role]
  return (
    <Card component="li" ref={card} tabIndex={-1} className={classes.card} aria-label={user.full_name}>
      <Flex gap={14}>
        <PersonAvatar name={user.full_name} picture={user.picture} size={44} />
        <div className={classes.names}>
          <Text span size="sm" fw={600}>
            <Highlight text={user.full_name} search={search} />
          </Text>
          <Muted component="span">
            <Highlight text={user.email} search={search} />
          </Muted>
          {user.company_name && <Muted component="bdi">{user.company_name}</Muted>}
        </div>
      </Flex>
      <Group gap={6} className={classes.tags ?? ''}>
        <Tag hue="gray" icon={<RoleIcon size={15} stroke={1.75} />}>
          {roles(user.role)}
        </Tag>
        <StatusBadge status={standing} />
        {user.invited && <StatusBadge status="invited" />}
        {(waits || user.invited) && (
          <Muted component="span" w="100%">
            {t.rich(user.invited ? 'invitedAt' : 'registered', { time: () => <RelativeTime value={user.created_at} /> })}
          </Muted>
        )}
      </Group>
      {standing === 'pending' && user.trade_license_seen_before && (
        <Note hue="amber" Icon={IconAlertTriangle}>
          {t.rich('seenBefore', { company: () => user.licensed_before && <CompanyLink {...user.licensed_before} /> })}
        </Note>
      )}
      {waits && !user.invited && <Confirmed is={user.email_confirmed} />}
      <UserActions
        user={user}
        onApproved={() => {
          // The focused button is about to be removed.
          card.current?.focus({ preventScroll: true })
          onApproved()
        }}
      />
      <UserMenu
        user={user}
        onDeleted={() => {
          const neighbour = card.current?.nextElementSibling ?? card.current?.previousElementSibling
          if (neighbour instanceof HTMLElement) neighbour.focus({ preventScroll: true })
        }}
      />
      {approvedHere && user.approved && (
        <Note hue="green" Icon={IconCircleCheck}>
          {t('approvedNow', { name: user.full_name })}
        </Note>
      )}
    </Card>
  )
}

/** Leads to the company's people and applications. */
const CompanyLink = ({ id, name }: { id: string; name: string }) => (
  <Anchor inherit fw={500} renderRoot={(props) => <Link {...props} to="/dashboard" search={{ tab: 'companies', company: id }} />}>
    <bdi>{name}</bdi>
  </Anchor>
)

/** Whether a person who waits for approval has confirmed the e-mail. */
function Confirmed({ is }: { is: boolean }) {
  const t = useTranslations('users')
  return (
    <Note hue={is ? 'green' : 'amber'} Icon={is ? IconMailCheck : IconMailQuestion}>
      {t(is ? 'emailConfirmed' : 'emailNotConfirmed')}
    </Note>
  )
}
