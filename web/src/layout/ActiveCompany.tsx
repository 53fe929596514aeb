import { Button, Select, Text } from '@mantine/core'
import { IconBuilding, IconPlus } from '@tabler/icons-react'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { type Company, listCompanies, type OwnCompanyToday } from 'contract'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { showDone } from '../feedback/toast.ts'
import { useMayLeave } from '../feedback/unsaved.ts'
import { CompanyNumbers, sumOf } from '../panels/CompanyNumbers.tsx'
import { useWaiting } from '../panels/useWaiting.ts'
import { takeSwitched, useGoToCompany } from '../session/activeCompany.ts'
import { ALL_COMPANIES, isWide, useIsOfAll, useMayReadAll } from '../session/allCompanies.ts'
import { useSession, useUser } from '../session/session.ts'
import { useListAhead } from '../ui/forms/useListAhead.ts'
import { Muted } from '../ui/Muted.tsx'
import classes from './ActiveCompany.module.css'

/** U28: with at least this many companies, the selector has a search. */
const SEARCHABLE_FROM = 8

/** Stands for all own companies among the options. */
const ALL = 'all'

/** Selects the company that a company_admin works for, and links to adding one (§2). A failed load shows no toast (§8). */
export function ActiveCompany() {
  const t = useTranslations('activeCompany')
  const toasts = useTranslations('toasts.companySwitched')
  const user = useUser()
  const { data, isPending } = useLoad(listCompanies, { query: { documents: 'link' } }, { answers: () => true })
  useEffect(() => {
    if (takeSwitched(user)) showDone(toasts('done'))
  }, [user, toasts])
  return (
    <section aria-label={t('label')} className={classes.bar} data-screen-only>
      <Selector companies={data?.items ?? []} loading={isPending} />
      <Button
        variant="default"
        className={classes.add ?? ''}
        title={t('add')}
        leftSection={<IconPlus size={16} aria-hidden />}
        renderRoot={(props) => <Link {...props} to="/companies" search={{ dialog: 'add' }} />}
      >
        {t('add')}
      </Button>
    </section>
  )
}

function Selector({ companies, loading }: { companies: readonly Company[]; loading: boolean }) {
  const t = useTranslations('activeCompany')
  const { activeCompanyId } = useSession()
  const { goTo, busy } = useGoToCompany()
  const readAll = useReadAll()
  const isOfAll = useIsOfAll()
  const numbers = useNumbers()
  const active = isOfAll ? { id: ALL, name: t('all') } : companies.find(({ id }) => id === activeCompanyId)
  const [typed, setTyped] = useState('')
  const { onFocus, comboboxProps } = useListAhead()
  // The field shows the active company again if the switch is declined or refused.
  const showActive = () => setTyped(active?.name ?? '')
  useEffect(showActive, [active?.name])
  const pick = async (id: string | null) => {
    if (id && id !== active?.id && !(await (id === ALL ? readAll() : goTo(id)))) showActive()
  }
  const licenses = new Map(companies.map((company) => [company.id, company.trade_license]))
  const all = useMayReadAll() ? [{ value: ALL, label: t('all') }] : []
  return (
    <Select
      className={classes.select ?? ''}
      styles={{ options: { maxBlockSize: '20rem', overflowY: 'auto' } }}
      aria-label={t('label')}
      title={active?.name}
      placeholder={loading ? t('loading') : t('label')}
      leftSection={<IconBuilding size={17} stroke={1.6} aria-hidden />}
      data={[...all, ...companies.map(({ id, name }) => ({ value: id, label: name }))]}
      value={active?.id ?? null}
      onChange={(id) => void pick(id)}
      searchable={companies.length >= SEARCHABLE_FROM}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t('none')}
      allowDeselect={false}
      disabled={busy || companies.length === 0}
      // The list itself scrolls, so that the keyboard can scroll to its options.
      withScrollArea={false}
      onFocus={onFocus}
      comboboxProps={{ ...comboboxProps, width: 'min(22rem, calc(100vw - 2rem))', position: 'bottom-end' }}
      renderOption={({ option, checked }) => (
        <Text span size="sm" lh="row" fw={checked ? 600 : 400} miw={0} style={{ overflowWrap: 'anywhere' }}>
          {option.label}
          <Muted component="span" display="block" fw={400}>
            {option.value === ALL ? t('allText') : t('tradeLicense', { number: licenses.get(option.value) ?? '' })}
          </Muted>
          <CompanyNumbers of={numbers(option.value)} />
        </Text>
      )}
    />
  )
}

/** Opens the screen, or the home, for all own companies; false where the person stays. */
function useReadAll(): () => Promise<boolean> {
  const navigate = useNavigate()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const mayLeave = useMayLeave()
  return async () => {
    if (!(await mayLeave())) return false
    await navigate({ to: isWide(path) ? path : '/dashboard', search: ALL_COMPANIES })
    return true
  }
}

/** What stands below an option. */
function useNumbers(): (option: string) => Omit<OwnCompanyToday, 'company_id'> | undefined {
  const companies = useWaiting()?.companies ?? []
  return (option) => (option === ALL ? sumOf(companies) : companies.find(({ company_id }) => company_id === option))
}
