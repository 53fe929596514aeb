import { Box, Button, Flex, Skeleton, Stack } from '@mantine/core'
import { IconMail, IconMailPlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { exportUsers, inviteUser, listUsers, standingOf, type UserCard as User } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { useSession, useUser } from '../session/session.ts'
import { Card } from '../ui/Card.tsx'
import { DownloadTable } from '../ui/files/DownloadTable.tsx'
import { SearchBox } from '../ui/forms/SearchBox.tsx'
import { Listing } from '../ui/Listing.tsx'
import { Muted } from '../ui/Muted.tsx'
import { Page } from '../ui/Page.tsx'
import { SectionTitle } from '../ui/SectionTitle.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { useUrlState } from '../ui/useUrlState.ts'
import { InviteDialog } from './InviteDialog.tsx'
import { UserCard } from './UserCard.tsx'
import { UserFacets } from './UserFacets.tsx'
import classes from './UsersScreen.module.css'
import { NEWEST, useUserQuery } from './useUserQuery.ts'

/** All users, or those of one company; for the admin, users who wait for approval come first (U56). */
export function UsersScreen() {
  const t = useTranslations('users')
  const { role } = useUser()
  const [search, setSearch] = useUrlState('q')
  const { filters, filtered, sort, sortAsked, sortBy, setFilter, clearFilters, clear } = useUserQuery()
  const query = { ...filters, ...(search && { q: search }), ...(sortAsked && { sort: sortAsked }) }
  const list = useLoad(listUsers, { query }, { keepPrevious: true })
  const [approvedHere, setApprovedHere] = useState<ReadonlySet<string>>(new Set())
  const { total = 0 } = list.data ?? {}
  // A card that was just approved keeps its place, so that it does not move away from the pointer.
  const waits = (user: User) => standingOf(user) === 'pending' || approvedHere.has(user.id)
  const shown = {
    search,
    approvedHere,
    onApproved: (user: User) => setApprovedHere(new Set([...approvedHere, user.id])),
  }
  return (
    <Page title={t('title')} actions={<Actions />}>
      <Listing
        list={list}
        tools={
          <>
            <SearchBox value={search} onSearch={setSearch} label={t('search')} />
            <DownloadTable call={exportUsers} query={query} disabled={total === 0} />
          </>
        }
        filters={<UserFacets {...{ filters, setFilter, sort }} onSort={sortBy} onClear={filtered ? clearFilters : undefined} />}
        count={(shown) => t('showing', { ...shown })}
        filtered={search !== '' || filtered}
        skeleton={<CardsSkeleton />}
        failed={t('failed')}
        nothing={<NobodyFound searched={search !== ''} filtered={filtered} onClear={clear} />}
      >
        {(users) => (
          <>
            <Stack gap="lg">
              {role === 'admin' ? (
                <>
                  <Cards
                    title={t('waitingTitle', { count: users.filter((user) => standingOf(user) === 'pending').length })}
                    users={inOrder(users.filter(waits), sort)}
                    {...shown}
                  />
                  <Cards title={t('approvedTitle')} users={users.filter((user) => user.approved && !waits(user))} {...shown} />
                  <Cards title={t('endedTitle')} users={users.filter((user) => standingOf(user) === 'ended')} {...shown} />
                </>
              ) : (
                <Cards users={users} {...shown} />
              )}
            </Stack>
            {users.length < total && <Muted>{t('capped', { shown: users.length })}</Muted>}
          </>
        )}
      </Listing>
    </Page>
  )
}

/** A company_admin without a company cannot invite anybody. */
function Actions() {
  const t = useTranslations('users')
  const { role } = useUser()
  return (
    <>
      {role === 'admin' && (
        <Button variant="default" leftSection={<IconMail size={16} />} renderRoot={(props) => <Link {...props} to="/waiting-mails" />}>
          {t('waitingMails')}
        </Button>
      )}
      <Invite />
    </>
  )
}

function Invite() {
  const t = useTranslations('users')
  const { user, activeCompanyId } = useSession()
  const [invite, setInvite] = useUrlState('invite')
  const [employeeId] = useUrlState('employee')
  const navigate = useNavigate()
  if (!inviteUser.access.some((role) => role === user?.role) || (user?.role !== 'admin' && !activeCompanyId)) return null
  const close = () =>
    void navigate({
      to: '.',
      search: (previous: Partial<Record<string, string>>) => ({ ...previous, invite: undefined, employee: undefined }),
      replace: true,
      resetScroll: false,
    })
  return (
    <>
      <Button leftSection={<IconMailPlus size={16} />} onClick={() => setInvite('true')}>
        {t('invite')}
      </Button>
      <InviteDialog opened={invite !== ''} employeeId={employeeId} onClose={close} />
    </>
  )
}

interface CardsProps {
  title?: string
  users: readonly User[]
  search: string
  approvedHere: ReadonlySet<string>
  onApproved: (user: User) => void
}

function Cards({ title, users, search, approvedHere, onApproved }: CardsProps) {
  if (users.length === 0) return null
  return (
    <section>
      {title && <SectionTitle mb="xs">{title}</SectionTitle>}
      <ul className={classes.cards}>
        {users.map((user) => (
          <UserCard
            key={user.id}
            user={user}
            search={search}
            approvedHere={approvedHere.has(user.id)}
            onApproved={() => onApproved(user)}
          />
        ))}
      </ul>
    </section>
  )
}

/** Who waits longest comes first, unless another order is asked for. */
const inOrder = (waiting: User[], sort: string): User[] => (sort === NEWEST ? waiting.toReversed() : waiting)

function NobodyFound({ searched, filtered, onClear }: { searched: boolean; filtered: boolean; onClear: () => void }) {
  const t = useTranslations('users')
  if (!searched && !filtered) return <EmptyState title={t('none')} />
  const clear = (
    <Button variant="default" onClick={onClear}>
      {t(filtered ? 'clearAll' : 'clear')}
    </Button>
  )
  return <EmptyState title={t('none')} hint={t(filtered ? 'noneSuch' : 'noMatch')} action={clear} />
}

function CardsSkeleton() {
  const t = useTranslations('ui')
  return (
    <div role="status" aria-label={t('loading')} className={classes.cards}>
      {['1', '2', '3', '4', '5', '6'].map((card) => (
        <Card key={card} className={classes.card ?? ''}>
          <Flex gap={14}>
            <Skeleton circle height={44} />
            <Box flex={1} miw={0}>
              <Skeleton height={12} width="60%" mt="2xs" />
              <Skeleton height={10} width="80%" mt="sm" />
              <Skeleton height={10} width="45%" mt="sm" hiddenFrom="md" />
            </Box>
          </Flex>
          <Skeleton height={22} width="55%" />
        </Card>
      ))}
    </div>
  )
}
