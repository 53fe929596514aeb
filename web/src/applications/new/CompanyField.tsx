import { Group, Stack, Text } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { getCompany, listCompanies } from 'contract'
import { useCallback, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import { CompanyPicker, type PickedCompany } from '../../panels/CompanyPicker.tsx'
import { useSession, useUser } from '../../session/session.ts'
import { Callout } from '../../ui/Callout.tsx'
import { useUrlState } from '../../ui/useUrlState.ts'
import { idOf } from './useLabels.ts'
import type { ApplicationForm } from './useSubmission.ts'

/** The company of the application: the admin searches for it, a company_admin has the active one or the only one (§5). */
export function CompanyField({ form }: { form: ApplicationForm }) {
  const { role } = useUser()
  return role === 'admin' ? <AnyCompany form={form} /> : <OwnCompany form={form} />
}

/** A list that does not load is not reported (§8). */
function OwnCompany({ form }: { form: ApplicationForm }) {
  const { activeCompanyId } = useSession()
  const { data } = useLoad(listCompanies, { query: { documents: 'link' } }, { answers: () => true })
  const own = data?.items.find(({ id }) => id === activeCompanyId) ?? only(data?.items)
  usePreset(form, activeCompanyId ?? own?.id)
  return (
    <Stack id={idOf('company_id')} tabIndex={-1} style={{ outline: 'none' }} gap="sm" mb="1.125rem">
      {own && <Banner company={own} />}
      {form.errors.company_id && (
        <Text size="note" lh="inherit" c="var(--mantine-color-error)">
          {form.errors.company_id}
        </Text>
      )}
    </Stack>
  )
}

/** The choice is kept in the address, so that a reload finds the draft of that company. */
function AnyCompany({ form }: { form: ApplicationForm }) {
  const t = useTranslations('newApplication')
  const [given, setGiven] = useUrlState('company')
  const query = { documents: 'link' } as const
  const { data: chosen } = useLoad(getCompany, { params: { id: given }, query }, { enabled: given !== '', answers: () => true })
  usePreset(form, useFirst(chosen?.id))
  const { setValues, clearFieldError } = form
  const pick = useCallback(
    (company: PickedCompany | undefined) => {
      setValues({ company_id: company?.id ?? '', employee_id: '' })
      clearFieldError('company_id')
      setGiven(company?.id ?? '')
    },
    [setValues, clearFieldError, setGiven],
  )
  return (
    <Stack gap="sm" mb="1.125rem">
      <CompanyPicker
        id={idOf('company_id')}
        label={t('company')}
        required
        value={form.values.company_id}
        chosen={chosen}
        error={form.errors.company_id}
        onBlur={form.getInputProps('company_id').onBlur}
        onPick={pick}
      >
        {(company) => <Banner company={company} />}
      </CompanyPicker>
    </Stack>
  )
}

function Banner({ company }: { company: PickedCompany }) {
  const t = useTranslations('newApplication')
  return (
    <Callout hue="green" px="md" py="sm">
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <IconBuilding size={20} stroke={1.5} aria-hidden />
        <Text component="div" size="note">
          {t('companySelected')}
          <Text size="sm" fw={600} c="var(--ink)">
            <bdi>{company.name}</bdi>
          </Text>
          {t('tradeLicense', { number: company.trade_license })}
        </Text>
      </Group>
    </Callout>
  )
}

const only = <C extends PickedCompany>(companies: C[] | undefined): C | undefined => (companies?.length === 1 ? companies[0] : undefined)

/** Gives the value only the first time: a field that is cleared afterwards stays empty. */
function useFirst(value: string | undefined): string | undefined {
  const [taken, setTaken] = useState(false)
  useEffect(() => {
    if (value) setTaken(true)
  }, [value])
  return taken ? undefined : value
}

/** Chooses the company that needs no choice. */
function usePreset(form: ApplicationForm, id: string | undefined): void {
  const { setFieldValue } = form
  const empty = form.values.company_id === ''
  useEffect(() => {
    if (id && empty) setFieldValue('company_id', id)
  }, [id, empty, setFieldValue])
}
