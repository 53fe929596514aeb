import { Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import clsx from 'clsx'
import { getStats, getToday } from 'contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { partOf, usePart } from '../feedback/usePart.ts'
import { AllCompanies, ChooseCompany } from '../panels/AllCompanies.tsx'
import { useAsked, useCompanies, useIsOfAll } from '../session/allCompanies.ts'
import { useUser } from '../session/session.ts'
import { Page } from '../ui/Page.tsx'
import { LoadError } from '../ui/states/LoadError.tsx'
import { useUrlState } from '../ui/useUrlState.ts'
import { useWidth } from '../ui/useWidth.ts'
import { Analytics } from './Analytics.tsx'
import { ApplicationsPanel } from './ApplicationsPanel.tsx'
import { CompaniesTab } from './CompaniesTab.tsx'
import classes from './DashboardScreen.module.css'
import { ExpiringVisas } from './ExpiringVisas.tsx'
import { MoneyAtRisk } from './MoneyAtRisk.tsx'
import { NewestApplications } from './NewestApplications.tsx'
import { OwnCompanies } from './OwnCompanies.tsx'
import { OwnRecord, RecordEnded } from './OwnRecord.tsx'
import { StatCards } from './StatCards.tsx'
import { Today } from './today/Today.tsx'

const TABS = ['overview', 'companies', 'employees', 'analytics'] as const
type Tab = (typeof TABS)[number]
/** The lists that the cards Pending and Completed open; they have no tab (B1). */
const PANELS = ['pending', 'completed'] as const
type Panel = (typeof PANELS)[number]

/** Four numbers, and tabs with what they count and what needs attention (§2, B1). */
export function DashboardScreen() {
  const t = useTranslations('dashboard')
  const asked = useAsked()
  const isOfAll = useIsOfAll()
  const { role } = useUser()
  const stats = useLoad(getStats, asked, { staleTime: 0 })
  const [given] = useUrlState('tab')
  const panel = PANELS.find((name) => name === given)
  const [presses, setPresses] = useState(0)
  if (stats.isError && !stats.data)
    return (
      <Page title={t('title')}>
        <LoadError text={t('failed')} refusal={stats.error} onRetry={() => void stats.refetch()} />
      </Page>
    )
  return (
    <Page title={t('title')} subtitle={isOfAll && <AllCompanies />}>
      <StatCards stats={stats.data} onOpenPanel={() => setPresses(presses + 1)} />
      {role !== 'employee' && !isOfAll && <MoneyAtRisk />}
      <Views tab={panel ? null : (TABS.find((name) => name === given) ?? 'overview')} expired={stats.data?.expired_employees ?? 0} />
      {panel && (isOfAll ? <ChooseCompany /> : <CountedApplications key={panel} panel={panel} presses={presses} />)}
    </Page>
  )
}

function Views({ tab, expired }: { tab: Tab | null; expired: number }) {
  const t = useTranslations('dashboard')
  const navigate = useNavigate()
  const { role } = useUser()
  const companies = useCompanies()
  const isOfAll = useIsOfAll()
  const open = (name: string | null) =>
    void navigate({
      to: '/dashboard',
      search: { ...companies, ...(name !== 'overview' && name !== null && { tab: name }) },
      resetScroll: false,
    })
  return (
    <Tabs value={tab} onChange={open} keepMounted={false} classNames={{ tab: classes.tab ?? '', panel: classes.panel ?? '' }}>
      <Tabs.List aria-label={t('tabs')} className={classes.tabs ?? ''}>
        {TABS.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(name)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="overview">
        {role === 'employee' && <RecordEnded />}
        <Overview expired={expired} />
        {role === 'employee' && <OwnRecord />}
      </Tabs.Panel>
      <Tabs.Panel value="companies">
        <CompaniesTab />
      </Tabs.Panel>
      <Tabs.Panel value="employees">{isOfAll ? <ChooseCompany /> : <NewestApplications />}</Tabs.Panel>
      <Tabs.Panel value="analytics">{isOfAll ? <ChooseCompany /> : <Analytics />}</Tabs.Panel>
    </Tabs>
  )
}

const importAside = partOf(() => import('./today/Aside.tsx').then(({ Aside }) => Aside))

/** What waits for the viewer, then what expires. The list is shown once it no longer has to make room. */
function Overview({ expired }: { expired: number }) {
  const asked = useAsked()
  const isOfAll = useIsOfAll()
  const today = useLoad(getToday, asked, { staleTime: 0, answers: () => true })
  const { role } = useUser()
  const isBeside = useWidth('beside') && role !== 'employee'
  const Aside = usePart(importAside, isBeside)
  return (
    <div className={clsx(isBeside && classes.beside)}>
      <div>
        {isOfAll && <OwnCompanies />}
        <Today today={today} />
        <div hidden={today.isPending}>
          <ExpiringVisas expired={expired} />
        </div>
      </div>
      {isBeside && Aside && today.data && <Aside today={today.data} />}
    </div>
  )
}

interface CountedApplicationsProps {
  panel: Panel
  /** How often a card was pressed: each press brings its panel to the top, Back leaves it where it was. */
  presses: number
}

function CountedApplications({ panel, presses }: CountedApplicationsProps) {
  const t = useTranslations('dashboard.applications')
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (presses > 0) top.current?.scrollIntoView({ block: 'start' })
  }, [presses])
  return (
    <div ref={top} className={clsx(classes.panel, classes.opened)} data-pressed={presses > 0 || undefined}>
      {panel === 'pending' ? (
        <ApplicationsPanel status="active" title={t('pendingTitle')} emptyHint={t('noPending')} />
      ) : (
        <ApplicationsPanel status="completed" title={t('completedTitle')} emptyHint={t('noCompleted')} />
      )}
    </div>
  )
}
