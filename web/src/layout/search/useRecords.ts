import { IconBuilding, IconFileText, IconId } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { type Found, referenceOf, search } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import { usePlaceOf } from '../../panels/usePlaceOf.ts'
import { useSwitchCompany } from '../../session/activeCompany.ts'
import type { Choice, Group } from './choices.ts'
import { recent, remember } from './recent.ts'
import { useRecordActions, useWithActions } from './useRecordActions.ts'

type Case = Found['applications'][number]
type Person = Found['employees'][number]
type Company = Found['companies'][number]

/** What the server finds for the text; nothing is asked for an empty one. */
export function useFound(text: string) {
  const asked = text.trim()
  const { data, error, isPlaceholderData, isFetching, refetch } = useLoad(
    search,
    { body: { q: asked } },
    { enabled: asked !== '', keepPrevious: true, answers: () => true },
  )
  const choices = useRecordChoices()
  const found = asked === '' ? undefined : data
  return {
    groups: found ? choices.groupsOf(found) : [],
    isOld: asked !== '' && (isPlaceholderData || (data === undefined && isFetching)),
    error: asked === '' || isFetching ? null : error,
    retry: () => void refetch(),
  }
}

/** What was opened last and is not on the screen, in the words of now. */
export function useRecent(): Choice[] {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const ids = recent().filter((id) => !path.endsWith(id))
  const { data } = useLoad(search, { body: { ids } }, { enabled: ids.length > 0, answers: () => true })
  const choices = useRecordChoices()
  const all = data ? choices.groupsOf(data).flatMap(({ choices: each }) => each) : []
  return ids.flatMap((id) => all.find((choice) => choice.id === `record-${id}`) ?? [])
}

function useRecordChoices(): { groupsOf: (found: Found) => Group[] } {
  const t = useTranslations('palette')
  const stages = useTranslations('enums.stage')
  const statuses = useTranslations('enums.status')
  const navigate = useNavigate()
  const placeOf = usePlaceOf()
  const { switchTo } = useSwitchCompany()
  const withActions = useWithActions()
  const opening = (id: string, Icon: Choice['Icon'], open: () => void) => ({
    ...{ id: `record-${id}`, Icon },
    act: () => {
      remember(id)
      open()
    },
  })
  const actionsOf = useRecordActions()
  const ofCase = ({ id, employee_name, passport_number, company_name, current_stage, status }: Case): Choice => ({
    ...withActions(
      opening(id, IconFileText, () => void navigate({ to: '/applications/$id', params: { id } })),
      actionsOf.aCase(id),
    ),
    label: employee_name,
    facts: [
      ...(passport_number ? [passport_number] : []),
      company_name,
      status === 'active' ? stages(current_stage) : statuses(status),
      `#${referenceOf(id)}`,
    ],
  })
  const ofPerson = ({ id, employee_name, passport_number, company_name, status }: Person): Choice => ({
    ...withActions(
      opening(id, IconId, () => void navigate({ to: '/employees/$id', params: { id } })),
      actionsOf.aPerson(id, status),
    ),
    label: employee_name,
    facts: [passport_number, company_name, t('employeeRecord')],
  })
  const ofCompany = ({ id, name, trade_license }: Company): Choice => {
    const place = placeOf(id)
    return {
      ...withActions(
        opening(id, IconBuilding, () => void (place ? navigate(place) : switchTo(id))),
        place ? actionsOf.aCompany(id) : [],
      ),
      label: name,
      facts: [t('tradeLicense', { number: trade_license }), ...(place ? [] : [t('switchTo')])],
    }
  }
  return {
    groupsOf: ({ applications, employees, companies }) => [
      { name: 'people', choices: [...applications.map(ofCase), ...employees.map(ofPerson)] },
      { name: 'companies', choices: companies.map(ofCompany) },
    ],
  }
}
