import { Anchor, Box } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Dues as AllDues, formatAed, fromAed, getDues, sum, toAed } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Muted } from '../../ui/Muted.tsx'
import rows from '../../ui/Rows.module.css'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { Money } from '../../ui/signs/Money.tsx'
import { FactsSkeleton } from '../../ui/states/FactsSkeleton.tsx'
import { LoadError } from '../../ui/states/LoadError.tsx'
import classes from './Dues.module.css'

/** What visa payments of all companies wait for, by age, and who owes most. */
export function Dues() {
  const t = useTranslations('approvals.dues')
  const { data, isError, error, refetch } = useLoad(getDues, {}, { toasts: 'listTransactions' })
  return (
    <section aria-labelledby="dues" className={classes.dues}>
      <SectionTitle id="dues">{t('title')}</SectionTitle>
      <Muted mb="sm">{t('about')}</Muted>
      {data && <Ages ages={data.ages} />}
      {data && <MostDue companies={data.companies} />}
      {!data && !isError && <DuesSkeleton />}
      {!data && isError && <LoadError text={t('failed')} refusal={error} onRetry={() => void refetch()} />}
    </section>
  )
}

function Ages({ ages }: { ages: AllDues['ages'] }) {
  const t = useTranslations('approvals.dues')
  return (
    <Facts className={classes.ages}>
      {ages.map(({ from_days: from, to_days: to, due, cases }) => (
        <Fact key={from} name={to === null ? t('over', { days: from - 1 }) : t('days', { from, to })}>
          <Money aed={due} />
          <Muted component="span" display="block">
            {t('cases', { count: cases })}
          </Muted>
        </Fact>
      ))}
    </Facts>
  )
}

/** It opens, so that the history below stands still while it loads. */
function MostDue({ companies }: { companies: AllDues['companies'] }) {
  const t = useTranslations('approvals.dues')
  if (companies.length === 0) return <Muted mt="sm">{t('none')}</Muted>
  const together = toAed(sum(companies.map(({ due }) => fromAed(due))))
  return (
    <details className={classes.most}>
      <summary>{t('most', { count: companies.length, amount: formatAed(together) })}</summary>
      <ol className={rows.lines}>
        {companies.map(({ company_id, company_name, due }) => (
          <li key={company_id}>
            <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/applications" search={{ unpaid: 'true', company_id }} />}>
              <bdi>{company_name}</bdi>
            </Anchor>
            <Money aed={due} />
          </li>
        ))}
      </ol>
    </details>
  )
}

const DuesSkeleton = () => (
  <Box className={classes.opening ?? ''}>
    <FactsSkeleton count={4} className={classes.ages} />
  </Box>
)
