import { Button, SimpleGrid } from '@mantine/core'
import { IconFileText, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { dubaiDate } from 'contract'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { AllCompanies } from '../../panels/AllCompanies.tsx'
import { useIsOfAll } from '../../session/allCompanies.ts'
import { useSession, useUser } from '../../session/session.ts'
import { Page } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { useUrlState } from '../../ui/useUrlState.ts'
import { StatementView } from '../statement/StatementView.tsx'
import { BalanceCard } from './BalanceCard.tsx'
import { BankDetailsCard } from './BankDetailsCard.tsx'
import { TopUpDialog } from './TopUpDialog.tsx'
import { TransactionHistory } from './TransactionHistory.tsx'

/** The wallet of the active company (§2); an admin and an employee read why they have none (V4, V5). */
export function BillingScreen() {
  const { role } = useUser()
  const { activeCompanyId } = useSession()
  const isOfAll = useIsOfAll()
  const [statement] = useUrlState('statement')
  if (role === 'admin') return <ForAdmins />
  if (role === 'employee') return <ForEmployees />
  if (!activeCompanyId) return <NoCompany />
  if (isOfAll) return <WalletsOfAll />
  return statement ? <StatementView company_id={activeCompanyId} /> : <Wallet />
}

const Cards = ({ children }: { children: ReactNode }) => (
  <SimpleGrid cols={{ base: 1, md: 2 }} spacing={{ base: 'md', md: 'lg' }} mb={{ base: 'xl', md: '2.5rem' }}>
    {children}
  </SimpleGrid>
)

function Wallet() {
  const t = useTranslations('billing')
  const [dialog, setDialog] = useUrlState('dialog')
  const topUp = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog('top-up')}>
      {t('topUp')}
    </Button>
  )
  return (
    <Page title={t('title')} subtitle={t('lead')} wide actions={topUp}>
      <Cards>
        <BalanceCard />
        <BankDetailsCard />
      </Cards>
      <TransactionHistory title={t('history')} tools={<ToStatement />} />
      <TopUpDialog opened={dialog === 'top-up'} onClose={() => setDialog('')} />
    </Page>
  )
}

/** All own wallets added up, to read: a top-up and a statement are of one. */
function WalletsOfAll() {
  const t = useTranslations('billing')
  return (
    <Page title={t('title')} wide subtitle={<AllCompanies />}>
      <Cards>
        <BalanceCard />
        <BankDetailsCard />
      </Cards>
      <TransactionHistory title={t('history')} />
    </Page>
  )
}

function ToStatement() {
  const t = useTranslations('billing')
  const month = dubaiDate(new Date()).slice(0, 7)
  return (
    <Button
      variant="default"
      leftSection={<IconFileText size={16} />}
      renderRoot={(props) => <Link {...props} to="/billing" search={{ statement: month }} />}
    >
      {t('toStatement')}
    </Button>
  )
}

function ForAdmins() {
  const t = useTranslations('billing')
  return (
    <Page title={t('title')}>
      <EmptyState
        title={t('adminTitle')}
        hint={t('adminHint')}
        action={<Button renderRoot={(props) => <Link {...props} to="/admin-billing" />}>{t('toApprovals')}</Button>}
      />
    </Page>
  )
}

function ForEmployees() {
  const t = useTranslations('billing')
  return (
    <Page title={t('title')} subtitle={t('employeeHint')}>
      <Cards>
        <BankDetailsCard />
      </Cards>
    </Page>
  )
}

function NoCompany() {
  const t = useTranslations('companyProfile')
  const title = useTranslations('billing')('title')
  const add = (
    <Button leftSection={<IconPlus size={16} />} renderRoot={(props) => <Link {...props} to="/companies" search={{ dialog: 'add' }} />}>
      {t('add')}
    </Button>
  )
  return (
    <Page title={title}>
      <EmptyState title={t('none')} action={add} />
    </Page>
  )
}
