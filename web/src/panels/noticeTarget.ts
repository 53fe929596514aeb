import type { Notice } from 'contract'

type About = Pick<Notice, 'kind' | 'application_id' | 'employee_id'>

/** The person, with that dialog. */
const personOf = ({ employee_id }: About, dialog?: 'review') => ({
  to: employee_id ? `/employees/${employee_id}` : '/employees',
  ...(employee_id && dialog && { search: { dialog, employee: employee_id } }),
})

/** The screen on which something can be done about it. It is found by ids: a name does not belong into an address that nobody typed (T60). */
export function targetOf(notice: About): { to: string; search?: Record<string, string> } {
  switch (notice.kind) {
    case 'registration_waiting':
      return { to: '/users' }
    case 'bank_details':
      return { to: '/settings' }
    case 'company_corrected':
      return { to: '/company-profile' }
    case 'cases_assigned':
      return { to: '/applications', search: { status: 'active', assignee: 'me' } }
    case 'company_deleted':
      return { to: '/journal' }
    case 'topup_requested':
    case 'reversal_made':
      return { to: '/admin-billing' }
    case 'topup_decided':
      return { to: '/billing' }
    case 'cancellation_requested':
      return personOf(notice, 'review')
    case 'cancellation_decided':
      return personOf(notice)
    default:
      return { to: notice.application_id ? `/applications/${notice.application_id}` : '/applications' }
  }
}
