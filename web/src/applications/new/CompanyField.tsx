import { IconBuilding } from '@tabler/icons-react'
import { getCompany, listCompanies } from 'contract'
import { useCallback, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import { CompanyPicker, type PickedCompany } from '../../panels/CompanyPicker.tsx'
import { useSession, useUser } from '../../session/session.ts'
import { useUrlState } from '../../ui/useUrlState.ts'
import classes from './NewApplicationForm.module.css'
import { idOf } from './useLabels.ts'
import type { ApplicationForm } from './useSubmission.ts'

/** Whose application it is: searched by the admin, the active company for a company_admin, and the only one there is (§5). */
export function CompanyField({ form }: { form: ApplicationForm }) {
  const { role } = useUser()
  return role === 'admin' ? <AnyCompany form={form} /> : <OwnCompany form={form} />
}

/** The list loads in silence (§8). */
function OwnCompany({ form }: { form: ApplicationForm }) {
  const { activeCompanyId } = useSession()
  const { data } = useLoad(listCompanies, { query: { documents: 'link' } }, { answers: () => true })
  const own = data?.items.find(({ id }) => id === activeCompanyId) ?? only(data?.items)
  usePreset(form, activeCompanyId ?? own?.id)
  return (
    <div id={idOf('company_id')} tabIndex={-1} className={classes.company}>
      {own && <Banner company={own} />}
      {form.errors.company_id && <p className={classes.error}>{form.errors.company_id}</p>}
    </div>
  )
}

/** The choice stands in the address, so that a reload finds the draft of that company. */
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
    <div className={classes.company}>
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
    </div>
  )
}

function Banner({ company }: { company: PickedCompany }) {
  const t = useTranslations('newApplication')
  return (
    <p className={classes.banner}>
      <IconBuilding size={20} stroke={1.5} aria-hidden />
      <span>
        <span className={classes.bannerLabel}>{t('companySelected')}</span>
        <strong>
          <bdi>{company.name}</bdi>
        </strong>
        <span className={classes.bannerLabel}>{t('tradeLicense', { number: company.trade_license })}</span>
      </span>
    </p>
  )
}

const only = <C extends PickedCompany>(companies: C[] | undefined): C | undefined => (companies?.length === 1 ? companies[0] : undefined)

/** The value until it was there once: who clears the field afterwards means it. */
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
