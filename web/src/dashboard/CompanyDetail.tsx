import { Anchor, Box, Skeleton, Tabs, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type CompanyRecord, getCompany, type List, listApplications, listPeople } from 'contract'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import type { Refusal } from '../api/refusal.ts'
import { useLoad, useLoadPages } from '../api/useLoad.ts'
import { useUser } from '../session/session.ts'
import { Fact, Facts } from '../ui/Facts.tsx'
import { Muted } from '../ui/Muted.tsx'
import { useTellPlace } from '../ui/place.ts'
import { MailLink } from '../ui/signs/MailLink.tsx'
import { nationalityName } from '../ui/signs/nationality.ts'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { FactsSkeleton } from '../ui/states/FactsSkeleton.tsx'
import { LoadError } from '../ui/states/LoadError.tsx'
import { TableSkeleton } from '../ui/states/TableSkeleton.tsx'
import { useFocusOnMount } from '../ui/useFocusOnMount.ts'
import { useUrlState } from '../ui/useUrlState.ts'
import { ApplicationList } from './ApplicationList.tsx'
import { CompanyPeople } from './CompanyPeople.tsx'
import classes from './DashboardScreen.module.css'

interface CompanyDetailProps {
  id: string
  /** Whether the user came from the list. */
  takesFocus: boolean
}

/** One company with its people and applications. */
export function CompanyDetail({ id, takesFocus }: CompanyDetailProps) {
  const t = useTranslations('dashboard.company')
  const company = useLoad(
    getCompany,
    { params: { id }, query: { documents: 'link' } },
    { answers: (refusal) => refusal.status === 404, toasts: 'getStats' },
  )
  useTellPlace(company.data && { to: '/dashboard', search: { tab: 'companies' }, title: company.data.name })
  const region = useFocusOnMount<HTMLElement>(takesFocus)
  return (
    <section ref={region} tabIndex={-1} className={classes.detail} aria-label={company.data?.name ?? t('loading')}>
      <Anchor
        className={classes.link ?? ''}
        underline="hover"
        size="sm"
        lh="inherit"
        c="dimmed"
        mb="xs"
        renderRoot={(props) => <Link {...props} to="/dashboard" search={({ company: _, view: __, ...list }) => list} resetScroll={false} />}
      >
        <IconArrowLeft size={16} data-flip aria-hidden />
        {t('back')}
      </Anchor>
      {company.data && (
        <>
          <Contact company={company.data} />
          <Breakdown id={id} />
        </>
      )}
      {!company.data && !company.error && <DetailSkeleton />}
      {!company.data && company.error?.status === 404 && <EmptyState title={t('notFound')} hint={t('notFoundText')} />}
      {!company.data && company.error && company.error.status !== 404 && (
        <LoadError text={t('failed')} refusal={company.error} onRetry={() => void company.refetch()} />
      )}
    </section>
  )
}

function Contact({ company }: { company: CompanyRecord }) {
  const t = useTranslations('dashboard.company')
  return (
    <>
      <Title order={2} size="h2" textWrap="wrap">
        <bdi>{company.name}</bdi>
      </Title>
      <Facts className={classes.contact}>
        <Fact name={t('email')}>
          <MailLink address={company.email} />
        </Fact>
        <Fact name={t('phone')}>
          <a href={`tel:${company.phone}`}>
            <bdi>{company.phone}</bdi>
          </a>
        </Fact>
        <Fact name={t('tradeLicense')}>
          <bdi>{company.trade_license}</bdi>
        </Fact>
      </Facts>
    </>
  )
}

const VIEWS = ['employees', 'applications', 'authorities'] as const

const Authorities = lazy(() => import('./Authorities.tsx').then(({ Authorities: part }) => ({ default: part })))

/** All pages are loaded, because both sub-tabs show their counts. */
function Breakdown({ id }: { id: string }) {
  const t = useTranslations('dashboard.company')
  const lists = useTranslations('dashboard')
  const [given, setView] = useUrlState('view')
  const { role } = useUser()
  const applications = useWholeList(useLoadPages(listApplications, { query: { company_id: id, documents: 'link' } }))
  const persons = useWholeList(useLoadPages(listPeople, { params: { id } }))
  const view = VIEWS.find((each) => each === given) ?? 'employees'
  const failed = view === 'authorities' ? undefined : [applications, persons].find((list) => list.error)
  if (failed?.error) return <LoadError text={lists('applications.failed')} refusal={failed.error} onRetry={failed.retry} />
  if (view !== 'authorities' && !(applications.items && persons.items)) return <TableSkeleton rows={6} height={56} />
  const [items = [], people = []] = [applications.items, persons.items]
  return (
    <Tabs
      value={view}
      onChange={(next) => setView(next === 'employees' ? '' : (next ?? ''))}
      keepMounted={false}
      classNames={{ tab: classes.tab ?? '', panel: classes.panel ?? '' }}
    >
      <Tabs.List aria-label={t('tabs')} className={classes.tabs ?? ''}>
        <Tabs.Tab value="employees">{persons.items ? t('employeesTab', { count: people.length }) : t('employees')}</Tabs.Tab>
        <Tabs.Tab value="applications">{applications.items ? t('applicationsTab', { count: items.length }) : t('applications')}</Tabs.Tab>
        {role === 'admin' && <Tabs.Tab value="authorities">{t('authorities')}</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="employees">
        {people.length === 0 ? (
          <EmptyState title={t('noEmployees')} hint={t('noEmployeesHint')} />
        ) : (
          <>
            <Muted mb="xs">{t('applicants')}</Muted>
            <CompanyPeople people={people} />
          </>
        )}
      </Tabs.Panel>
      <Tabs.Panel value="applications">
        {items.length === 0 && <EmptyState title={lists('applications.none')} hint={lists('newest.none')} />}
        {items.length > 0 && (
          <ApplicationList applications={items} aboutOf={({ nationality }) => nationalityName(nationality)} withExpiry />
        )}
      </Tabs.Panel>
      {role === 'admin' && (
        <Tabs.Panel value="authorities">
          <Suspense fallback={<Skeleton height={320} radius="md" />}>
            <Authorities id={id} />
          </Suspense>
        </Tabs.Panel>
      )}
    </Tabs>
  )
}

/** Loads one page after the other; `items` stays undefined until all are loaded. */
function useWholeList<Row>(list: UseInfiniteQueryResult<List<Row>, Refusal>) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage, isPlaceholderData } = list
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !error) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, error, fetchNextPage])
  const items = isPlaceholderData || hasNextPage ? undefined : data?.items
  return { items, error: items ? null : error, retry: () => void refetch() }
}

function DetailSkeleton() {
  const ui = useTranslations('ui')
  return (
    <div role="status" aria-label={ui('loading')}>
      <Skeleton height={20} width={260} my="2xs" />
      <Box mt="sm" mb="lg" maw="40rem">
        <FactsSkeleton count={3} />
      </Box>
      <TableSkeleton rows={6} height={56} />
    </div>
  )
}
