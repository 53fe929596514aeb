import { Button } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { addStage, type UserCard, type WorkItem, type WorkKind } from 'contract'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/useAction.ts'
import { GoToCompany } from '../../panels/GoToCompany.tsx'
import { useApproval } from '../../panels/useApproval.ts'
import { useIsOfAll } from '../../session/allCompanies.ts'
import { useSession } from '../../session/session.ts'
import type { WorkRowProps } from './WorkRow.tsx'

type VerbProps = Pick<WorkRowProps, 'kind' | 'item' | 'onDone'>

/** One button: it does what the row asks for, or leads to where it is done. */
export function Verb(props: VerbProps) {
  const { kind, item } = props
  const isOfAll = useIsOfAll()
  if (isOfAll) return item.company_id && <GoToCompany id={item.company_id} name={item.company_name ?? ''} />
  if (kind === 'registration') return <Approve {...props} />
  if (kind === 'own_visa') return <Message item={item} />
  if (item.next_stage && (kind === 'late' || kind === 'not_begun')) return <Begin {...props} stage={item.next_stage} />
  return <Lead kind={kind} item={item} />
}

const LOOK = { size: 'compact-sm', variant: 'default' } as const

/** The name of the button says for whom. */
function useLabel({ name }: WorkItem) {
  const t = useTranslations('dashboard.today')
  return (verb: string): string => (name ? t('named', { verb, name }) : verb)
}

/** Whether the row says who waits, and what speaks against them. */
const isOf = ({ name, company_name, doubts }: WorkItem, user: UserCard): boolean =>
  !user.approved &&
  user.full_name === name &&
  user.company_name === company_name &&
  (user.email_confirmed || user.invited || doubts.includes('email_not_confirmed')) &&
  (!user.trade_license_seen_before || doubts.includes('trade_license_seen_before'))

function Approve({ item, onDone }: VerbProps) {
  const t = useTranslations('dashboard.today.verbs')
  const label = useLabel(item)
  const { approve, busy } = useApproval({ id: item.id ?? '', isAsShown: (user) => isOf(item, user), onDone })
  return (
    <Button {...LOOK} disabled={busy} aria-label={label(t('approve'))} onClick={() => void approve()}>
      {t('approve')}
    </Button>
  )
}

function Begin({ item, stage, onDone }: VerbProps & { stage: NonNullable<WorkItem['next_stage']> }) {
  const t = useTranslations('dashboard.today.verbs')
  const label = useLabel(item)
  const { run, busy } = useAction(addStage, { onDone })
  return (
    <Button
      {...LOOK}
      disabled={busy}
      aria-label={label(t('begin'))}
      onClick={() => void run({ params: { id: item.id ?? '' }, body: { stage_name: stage } })}
    >
      {t('begin')}
    </Button>
  )
}

/** The employee asks the company, by mail. */
function Message({ item: { contact } }: { item: WorkItem }) {
  const t = useTranslations('dashboard.today.verbs')
  const { user } = useSession()
  if (!contact) return null
  const subject = encodeURIComponent(t('subject', { name: user?.full_name ?? '' }))
  return (
    <Button
      {...LOOK}
      component="a"
      href={`mailto:${encodeURIComponent(contact.email)}?subject=${subject}`}
      aria-label={t('messageTo', { name: contact.name })}
    >
      {t('message')}
    </Button>
  )
}

type Target = Pick<LinkProps, 'to' | 'params' | 'search' | 'hash'>

const toCase = ({ id }: WorkItem, hash?: string): Target => ({ to: '/applications/$id', params: { id: id ?? '' }, ...(hash && { hash }) })

const LEADS = {
  late: { verb: 'open', target: (item) => toCase(item) },
  answered: { verb: 'open', target: (item) => toCase(item) },
  not_begun: { verb: 'open', target: (item) => toCase(item) },
  refused: { verb: 'replace', target: (item) => toCase(item, 'application-documents') },
  topup: { verb: 'decide', target: ({ id }) => ({ to: '/admin-billing', search: { topup: id ?? '' } }) },
  cancellation: { verb: 'decide', target: ({ id }) => ({ to: '/employees', search: { dialog: 'review', employee: id ?? '' } }) },
  dues: { verb: 'topUp', target: () => ({ to: '/billing', search: { dialog: 'top-up' } }) },
  expired: { verb: 'renew', target: ({ id }) => ({ to: '/employees', search: { dialog: 'renew', employee: id ?? '' } }) },
  draft: {
    verb: 'continue',
    target: ({ draft_kind }) => ({ to: '/applications/new', search: { type: draft_kind === 'renewal' ? 'existing' : 'new' } }),
  },
} as const satisfies Partial<Record<WorkKind, { verb: string; target: (item: WorkItem) => Target }>>

function Lead({ kind, item }: Pick<VerbProps, 'kind' | 'item'>) {
  const t = useTranslations('dashboard.today.verbs')
  const label = useLabel(item)
  const lead = kind in LEADS ? LEADS[kind as keyof typeof LEADS] : undefined
  if (!lead) return null
  return (
    <Button {...LOOK} aria-label={label(t(lead.verb))} renderRoot={(props) => <Link {...props} {...(lead.target(item) as Target)} />}>
      {t(lead.verb)}
    </Button>
  )
}
