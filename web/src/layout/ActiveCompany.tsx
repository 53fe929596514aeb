import { Button, Select, Text } from '@mantine/core'
import { IconBuilding, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type Company, listCompanies } from 'contract'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { showDone } from '../feedback/toast.ts'
import { takeSwitched, useSwitchCompany } from '../session/activeCompany.ts'
import { useSession, useUser } from '../session/session.ts'
import { useListAhead } from '../ui/forms/useListAhead.ts'
import { Muted } from '../ui/Muted.tsx'
import classes from './ActiveCompany.module.css'
import { CompanyNumbers } from './CompanyNumbers.tsx'
import { useWaiting } from './useWaiting.ts'

/** U28: with at least this many companies, the selector has a search. */
const SEARCHABLE_FROM = 8

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
  const { switchTo, busy } = useSwitchCompany()
  const waiting = useWaiting()
  const active = companies.find(({ id }) => id === activeCompanyId)
  const [typed, setTyped] = useState('')
  const { onFocus, comboboxProps } = useListAhead()
  // The field shows the active company again if the switch is declined or refused.
  const showActive = () => setTyped(active?.name ?? '')
  useEffect(showActive, [active?.name])
  const pick = async (id: string | null) => {
    if (id && id !== activeCompanyId && !(await switchTo(id))) showActive()
  }
  const licenses = new Map(companies.map((company) => [company.id, company.trade_license]))
  return (
    <Select
      className={classes.select ?? ''}
      styles={{ options: { maxBlockSize: '20rem', overflowY: 'auto' } }}
      aria-label={t('label')}
      title={active?.name}
      placeholder={loading ? t('loading') : t('label')}
      leftSection={<IconBuilding size={17} stroke={1.6} aria-hidden />}
      data={companies.map(({ id, name }) => ({ value: id, label: name }))}
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
            {t('tradeLicense', { number: licenses.get(option.value) ?? '' })}
          </Muted>
          <CompanyNumbers of={waiting?.companies.find(({ company_id }) => company_id === option.value)} />
        </Text>
      )}
    />
  )
}
