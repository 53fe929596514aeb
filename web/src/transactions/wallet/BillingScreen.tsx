import { Button } from '@mantine/core'
import { IconFileText, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { dubaiDate } from 'contract'
import { useTranslations } from 'use-intl'
import { useSession, useUser } from '../../session/session.ts'
import { Page } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { useUrlState } from '../../ui/useUrlState.ts'
import { StatementView } from '../statement/StatementView.tsx'
import { BalanceCard } from './BalanceCard.tsx'
import { BankDetailsCard } from './BankDetailsCard.tsx'
import classes from './BillingScreen.module.css'
import { TopUpDialog } from './TopUpDialog.tsx'
import { TransactionHistory } from './TransactionHistory.tsx'

/** The wallet of the active company (§2); who has none of their own reads why (V4, V5). */
export function BillingScreen() {
  const { role } = useUser()
  const { activeCompanyId } = useSession()
  const [statement] = useUrlState('statement')
  if (role === 'admin') return <ForAdmins />
  if (role === 'employee') return <ForEmployees />
  if (!activeCompanyId) return <NoCompany />
  return statement ? <StatementView company_id={activeCompanyId} /> : <Wallet company_id={activeCompanyId} />
}

function Wallet({ company_id }: { company_id: string }) {
  const t = useTranslations('billing')
  const [dialog, setDialog] = useUrlState('dialog')
  const topUp = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog('top-up')}>
      {t('topUp')}
    </Button>
  )
  return (
    <Page title={t('title')} actions={topUp}>
      <div className={classes.cards}>
        <BalanceCard />
        <BankDetailsCard company_id={company_id} />
      </div>
      <h2 className={classes.heading}>{t('history')}</h2>
      <TransactionHistory label={t('history')} tools={<ToStatement />} />
      <TopUpDialog opened={dialog === 'top-up'} onClose={() => setDialog('')} />
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

/** V5. */
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

/** V4. */
function ForEmployees() {
  const t = useTranslations('billing')
  return (
    <Page title={t('title')} subtitle={t('employeeHint')}>
      <div className={classes.cards}>
        <BankDetailsCard />
      </div>
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
