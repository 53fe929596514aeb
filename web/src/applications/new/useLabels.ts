import type { ApplicationSlot, ApplicationType } from 'contract'
import { useTranslations } from 'use-intl'
import type { Messages } from '../../messages/messages.ts'

type Field = keyof Messages['newApplication']['fields']
type File = keyof Messages['newApplication']['files']

const RENEWAL_FILES: Partial<Record<string, File>> = { passport_front: 'passport_front', existing_visa: 'existing_visa', eid: 'eid' }

/** The label of a field, such as `employee_name` or `documents.photo`, on the form of that kind. */
export function useLabels(kind: ApplicationType): (field: string) => string {
  const t = useTranslations('newApplication')
  const slots = useTranslations('enums.slot')
  return (field) => {
    if (field === 'company_id') return t('company')
    if (field === 'employee_id') return t('employee')
    const [, slot] = field.split('documents.')
    if (slot === undefined) return t(`fields.${field as Field}`)
    const renewal = kind === 'renewal' ? RENEWAL_FILES[slot] : undefined
    return renewal ? t(`files.${renewal}`) : slots(slot as ApplicationSlot)
  }
}

/** The id of a field's input, for the links of the error summary and of the missing fields. */
export const idOf = (field: string): string => `application-${field.replace('.', '-')}`
