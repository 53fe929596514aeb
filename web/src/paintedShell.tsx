import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type Employee, NOTICE_DAYS, type VisaApplicationRecord } from 'contract'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Section } from './account/Section.tsx'
import detail from './applications/detail/ApplicationDetailScreen.module.css'
import { BadgesSkeleton, DetailSkeleton } from './applications/detail/DetailSkeleton.tsx'
import { TypeChoice } from './applications/new/TypeChoice.tsx'
import { ProfileSkeleton } from './companies/ProfileSkeleton.tsx'
import { PersonSkeleton } from './employees/PersonSkeleton.tsx'
import classes from './layout/Shell.module.css'
import sidebar from './layout/Sidebar.module.css'
import search from './layout/search/Search.module.css'
import { useSettings } from './session/settings.ts'
import { Page } from './ui/Page.tsx'
import { Logo } from './ui/signs/Logo.tsx'
import { PagePending } from './ui/states/PagePending.tsx'
import { TableSkeleton } from './ui/states/TableSkeleton.tsx'

/** The frame of the signed-in screens, without anything that the session decides. */
function Shell({ children }: { children: ReactNode }) {
  const t = useTranslations('shell')
  const { product_name } = useSettings()
  return (
    <div className={classes.shell}>
      <aside className={classes.aside}>
        <Group wrap="nowrap" gap={10} h="var(--header)" ps="ml" pe="sm" flex="none">
          <Logo size={26} />
          <Text component="bdi" flex={1} fw={600} truncate className={sidebar.word}>
            {product_name}
          </Text>
        </Group>
      </aside>
      <Stack gap={0} miw={0}>
        <header className={classes.header}>
          <div className={`${search.button} ${search.painted}`}>
            <IconSearch size={18} stroke={1.75} />
            <Text span size="sm" className={search.text}>
              {t('search')}
            </Text>
          </div>
        </header>
        {children}
      </Stack>
    </div>
  )
}

type Key = Parameters<ReturnType<typeof useTranslations<never>>>[0]

interface HeadProps extends Pick<ComponentProps<typeof Page>, 'wide' | 'subtitle' | 'heading'> {
  title: Key
  lead?: Key
  back?: Key
  children?: ReactNode
}

/** A screen's name, its lead and the place of its rows. */
function Head({ title, lead, subtitle, back, children = <TableSkeleton />, ...rest }: HeadProps) {
  const t = useTranslations()
  return (
    <Shell>
      <Page
        title={t(title)}
        subtitle={lead ? t(lead, { days: NOTICE_DAYS }) : subtitle}
        {...rest}
        {...(back && { back: { to: '/', label: t(back) } })}
      >
        {children}
      </Page>
    </Shell>
  )
}

/** A line that the session or the settings decide. */
const NOT_KNOWN = '\u00a0'
/** ahead.js puts this of the record in place of the skeleton. */
const NAME: keyof VisaApplicationRecord & keyof Employee = 'employee_name'
const SECTIONS = ['picture', 'password', 'twoStep', 'language', 'mails', 'sessions'] as const

const sections = SECTIONS.map((name) => (
  <Section key={name} name={name}>
    <Skeleton height={name === 'password' ? 220 : 72} />
  </Section>
))

/** The signed-in screens by address, before anything is known but that the person may open them; `shell` is that of all others. */
export const SIGNED_IN = {
  shell: () => (
    <Shell>
      <PagePending />
    </Shell>
  ),
  '/dashboard': () => <Head title="dashboard.title" />,
  '/applications': () => <Head title="applications.title" wide />,
  '/applications/*': () => (
    <Head
      title="applicationDetail.title"
      heading={
        <bdi className={detail.name} data-ahead={NAME}>
          <Skeleton width={260} height={30} my={{ base: 1, sm: 5 }} />
        </bdi>
      }
      subtitle={<BadgesSkeleton />}
      back="applicationDetail.back"
    >
      <DetailSkeleton isAdmin={false} />
    </Head>
  ),
  '/applications/new': () => (
    <Head title="newApplication.title" back="newApplication.back">
      <TypeChoice onChoose={() => undefined} takesFocus={false} />
    </Head>
  ),
  '/employees': () => <Head title="employees.title" wide />,
  '/employees/*': () => (
    <Head
      title="employees.person.title"
      heading={
        <bdi data-ahead={NAME}>
          <Skeleton width={260} height={32} />
        </bdi>
      }
      back="employees.person.back"
    >
      <PersonSkeleton />
    </Head>
  ),
  '/papers': () => <Head title="papers.title" wide />,
  '/deadlines': () => <Head title="deadlines.title" subtitle={NOT_KNOWN} wide />,
  '/company-profile': () => (
    <Head title="companyProfile.title">
      <ProfileSkeleton />
    </Head>
  ),
  '/companies': () => <Head title="companies.title" wide />,
  '/users': () => <Head title="users.title" />,
  '/account': () => (
    <Head title="account.title" subtitle={NOT_KNOWN}>
      {sections}
    </Head>
  ),
  '/billing': () => <Head title="billing.title" lead="billing.lead" wide />,
  '/admin-billing': () => <Head title="approvals.title" wide />,
  '/notices': () => <Head title="notices.title" lead="notices.lead" />,
  '/rules': () => <Head title="rules.title" lead="rules.lead" />,
  '/journal': () => <Head title="journal.title" lead="journal.lead" />,
  '/waiting-mails': () => <Head title="waitingMails.title" lead="waitingMails.lead" back="waitingMails.back" />,
  '/waiting-mails-kept': () => <Head title="waitingMails.title" lead="waitingMails.leadKept" back="waitingMails.back" />,
  '/settings': () => <Head title="settings.title" lead="settings.lead" />,
}
