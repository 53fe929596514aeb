import { NativeSelect } from '@mantine/core'
import { CHART_MONTHS, getCharts } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import { CompanyFacet } from '../../panels/CompanyFacet.tsx'
import { useUser } from '../../session/session.ts'
import { LoadError } from '../../ui/states/LoadError.tsx'
import { useUrlState } from '../../ui/useUrlState.ts'
import classes from './Charts.module.css'
import { ChartsSkeleton } from './ChartsSkeleton.tsx'
import { ExpiryCalendar } from './ExpiryCalendar.tsx'
import { Funnel } from './Funnel.tsx'
import { MoneyByMonth } from './MoneyByMonth.tsx'
import { OpenCompanies } from './OpenCompanies.tsx'
import { OpenStages } from './OpenStages.tsx'
import { Fills } from './StageFill.tsx'
import { TimeToVisa } from './TimeToVisa.tsx'

/** The work of the last months as pictures; each mark opens the list behind it. */
export function Charts() {
  const [given] = useUrlState('months')
  const [company] = useUrlState('company')
  const t = useTranslations('dashboard')
  const months = CHART_MONTHS.find((name) => name === given) ?? '12'
  const query = { months, ...(company && { company_id: company }) }
  const { data, error, refetch } = useLoad(getCharts, { query }, { keepPrevious: true, staleTime: 0 })
  return (
    <div className={classes.charts}>
      <ChartFilters months={months} company={company} />
      {error && !data && <LoadError text={t('failed')} refusal={error} onRetry={() => void refetch()} />}
      {!data && !error && <ChartsSkeleton />}
      {data && (
        <>
          <Fills />
          <OpenStages charts={data} />
          <Funnel charts={data} />
          <TimeToVisa months={data.completed} />
          {data.companies.length > 0 && <OpenCompanies charts={data} />}
          <MoneyByMonth months={data.money} />
          <ExpiryCalendar days={data.expiring} />
        </>
      )}
    </div>
  )
}

function ChartFilters({ months, company }: { months: string; company: string }) {
  const t = useTranslations('dashboard.charts')
  const [, setMonths] = useUrlState('months')
  const [, setCompany] = useUrlState('company')
  const { role } = useUser()
  return (
    <div className={classes.filters} data-screen-only>
      <NativeSelect
        size="xs"
        aria-label={t('period')}
        value={months}
        data={CHART_MONTHS.map((value) => ({ value, label: t('months', { months: Number(value) }) }))}
        onChange={(event) => setMonths(event.currentTarget.value)}
      />
      {role === 'admin' && <CompanyFacet value={company || undefined} rows={[]} onPick={setCompany} />}
    </div>
  )
}
