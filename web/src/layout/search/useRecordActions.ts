import { IconCash, IconFilePlus, IconFileText, IconMailPlus, IconUserPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type EmployeeStatus, isEmployed, setWork } from 'contract'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/useAction.ts'
import { useUser } from '../../session/session.ts'
import { MESSAGE } from '../../ui/anchors.ts'
import type { Choice } from './choices.ts'

type Opening = Pick<Choice, 'id' | 'act' | 'Icon'>

/** A record with what can be done with it; opening it comes first. */
export function useWithActions(): (opening: Opening, actions: Choice[]) => Opening & Pick<Choice, 'actions'> {
  const t = useTranslations('palette')
  return (opening, actions) => {
    if (actions.length === 0) return opening
    const open = { id: `${opening.id}-open`, label: t('open'), Icon: opening.Icon, act: opening.act }
    return { ...opening, actions: [open, ...actions] }
  }
}

/** What the person may do with a record from anywhere, besides opening it. */
export function useRecordActions() {
  const t = useTranslations('palette')
  const { id: user_id, role } = useUser()
  const navigate = useNavigate()
  const { run } = useAction(setWork)
  const isAdmin = role === 'admin'
  const aCase = (id: string): Choice[] => {
    if (role === 'employee') return []
    const write = () => void navigate({ to: '/applications/$id', params: { id }, hash: MESSAGE })
    const carry = () => void run({ params: { id }, body: { assignee_id: user_id } })
    return [
      { id: `message-${id}`, label: t('message'), Icon: IconMailPlus, act: write },
      ...(isAdmin ? [{ id: `carry-${id}`, label: t('assignToMe'), Icon: IconUserPlus, act: carry, stays: true as const }] : []),
    ]
  }
  const aPerson = (id: string, status: EmployeeStatus): Choice[] => {
    const renew = () => void navigate({ to: '/employees/$id', params: { id }, search: { dialog: 'renew', employee: id } })
    return isEmployed(status) ? [{ id: `renew-${id}`, label: t('renew'), Icon: IconFilePlus, act: renew }] : []
  }
  const aCompany = (id: string): Choice[] => {
    const cases = () => void navigate({ to: '/applications', search: isAdmin ? { company_id: id } : {} })
    const money = () =>
      void (isAdmin
        ? navigate({ to: '/admin-billing', search: { company: id } })
        : navigate({ to: '/billing', search: { dialog: 'top-up' } }))
    return [
      { id: `cases-${id}`, label: t('cases'), Icon: IconFileText, act: cases },
      { id: `money-${id}`, label: t(isAdmin ? 'balance' : 'topUp'), Icon: IconCash, act: money },
    ]
  }
  return { aCase, aPerson, aCompany }
}
