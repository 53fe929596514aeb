import { Anchor, Skeleton, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type getToday, listNotices, type Reply, type WalletToday } from 'contract'
import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import notice from '../../panels/NoticeRow.module.css'
import { NoticeRow } from '../../panels/NoticeRow.tsx'
import { useCompanies } from '../../session/allCompanies.ts'
import { Card } from '../../ui/Card.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Muted } from '../../ui/Muted.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { Money } from '../../ui/signs/Money.tsx'
import { LoadError } from '../../ui/states/LoadError.tsx'
import { ExpiringDays } from './ExpiringDays.tsx'

/** What is good to know beside what waits: the wallet, when visas expire, and what happened last. */
export function Aside({ today: { wallet, expiring_days } }: { today: Reply<typeof getToday> }) {
  const t = useTranslations('dashboard.today.aside')
  return (
    <Stack gap="lg">
      {wallet && <Wallet wallet={wallet} />}
      <Part title={t('byDay')}>
        <Card>
          <ExpiringDays days={expiring_days} />
        </Card>
      </Part>
      <Latest />
    </Stack>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <SectionTitle id={id} mb="xs">
        {title}
      </SectionTitle>
      {children}
    </section>
  )
}

function Wallet({ wallet: { balance, due, missing } }: { wallet: WalletToday }) {
  const t = useTranslations('dashboard.today.aside')
  const companies = useCompanies()
  return (
    <Part title={t('wallet')}>
      <Card>
        <Facts>
          <Fact name={t('balance')} wide>
            <Money aed={balance} />
          </Fact>
          <Fact name={t('due')}>
            <Money aed={due} />
          </Fact>
          {missing > 0 && (
            <Fact name={t('missing')}>
              <Money aed={missing} />
            </Fact>
          )}
        </Facts>
        <Anchor
          size="sm"
          underline="hover"
          mt="sm"
          display="inline-block"
          renderRoot={(props) => <Link {...props} to="/billing" search={companies} />}
        >
          {t('billing')}
        </Anchor>
      </Card>
    </Part>
  )
}

/** As the bell asks for them, which then has them. */
const NEWEST = { query: { limit: 20 } }
const SHOWN = 6

function Latest() {
  const t = useTranslations('dashboard.today.aside')
  const { data, error, refetch } = useLoad(listNotices, NEWEST, { background: true, answers: () => true })
  const items = data?.items.slice(0, SHOWN) ?? []
  return (
    <Part title={t('latest')}>
      {!data && (error ? <LoadError text={t('failed')} refusal={error} onRetry={() => void refetch()} /> : <Skeleton height={180} />)}
      {data && items.length === 0 && <Muted>{t('nothing')}</Muted>}
      {items.length > 0 && (
        <Card p={0}>
          <ul className={notice.list} data-all>
            {items.map((each) => (
              <NoticeRow key={each.id} notice={each} />
            ))}
          </ul>
          <div className={notice.foot}>
            <Anchor size="sm" underline="hover" renderRoot={(props) => <Link {...props} to="/notices" />}>
              {t('all')}
            </Anchor>
          </div>
        </Card>
      )}
    </Part>
  )
}
