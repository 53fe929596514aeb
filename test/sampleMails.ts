import { fils } from 'contract'
import type { Mail } from '../server/src/mails/queue.ts'

const user_id = '0196f0a0-0000-7000-8000-000000000001'
const application_id = '0196f0a0-0000-7000-8000-000000000002'
const company_name = 'Falcon Trading LLC'
const employee_name = 'Sara Khan'
const link = 'https://portal.example/set-password#token=3mZ0u0rB8n2hQyq0WlY5sVb0cKc1oJp7mXkTqJ4cU1s'
const happened = { user_id, at: '2026-11-20T05:58:00.000Z', browser: 'Firefox', system: 'Windows' }
const about = { user_id, company_name, employee_name, application_id }

const bank = {
  bank: { bank_name: 'Emirates Bank', account_name: 'Visa Services LLC', account_number: '0012345678', iban: 'AE070331234567890123456' },
  by: 'Huda Salem',
  in_force_at: null,
}

/** A mail of every kind in each of its forms, by name, as of 2026-11-20. */
export const SAMPLE_MAILS: Record<string, Mail> = {
  invitation: { kind: 'invitation', user_id, link, invited_by: 'Omar Haddad', company_name },
  'password-reset': { kind: 'password_reset', user_id, link },
  'password-changed': { kind: 'password_changed', ...happened },
  'new-device': { kind: 'new_device', ...happened },
  'new-device-unknown': { kind: 'new_device', ...happened, browser: null, system: null },
  'google-linked': { kind: 'google_linked', ...happened, password_ended: false },
  'google-linked-password-ended': { kind: 'google_linked', ...happened, password_ended: true },
  'two-step-on': { kind: 'two_step_on', user_id },
  'two-step-off': { kind: 'two_step_off', user_id },
  'recovery-code-used': { kind: 'recovery_code_used', user_id, codes_left: 9 },
  'bank-asked': { kind: 'bank_details', user_id, ...bank, decision: 'asked' },
  'bank-asked-alone': { kind: 'bank_details', user_id, ...bank, decision: 'asked', in_force_at: '2026-11-21T05:58:00.000Z' },
  'bank-active': { kind: 'bank_details', user_id, ...bank, decision: 'active' },
  'bank-cancelled': { kind: 'bank_details', user_id, ...bank, decision: 'cancelled' },
  'company-corrected': {
    kind: 'company_corrected',
    user_id,
    company_name,
    changes: [
      { field: 'contact_person', from: 'Omar Haddad', to: 'سارة خان' },
      { field: 'phone', from: null, to: '+971 4 000 0002' },
    ],
  },
  'cases-assigned': { kind: 'cases_assigned', user_id, number: 12, by: 'Huda Salem' },
  'reversal-made': { kind: 'reversal_made', user_id, company_name, amount_fils: fils(2_500_000), by: 'Huda Salem' },
  'company-deleted': { kind: 'company_deleted', user_id, company_name, by: 'Huda Salem' },
  'registration-received': { kind: 'registration_received', user_id, link: link.replace('set-password', 'confirm-email') },
  'account-approved': { kind: 'account_approved', user_id },
  'registration-waiting': { kind: 'registration_waiting', user_id, company_name },
  'stage-approved': { kind: 'stage_decided', ...about, decision: { stage_name: 'Entry Permit', status: 'Approved', notes: null } },
  'stage-rejected': {
    kind: 'stage_decided',
    ...about,
    decision: { stage_name: 'Labor Fees', status: 'Rejected', notes: 'The offer letter lacks a signature.\nPlease upload a signed copy.' },
  },
  'stage-news': { kind: 'stage_decided', ...about, decision: null },
  'application-withdrawn': { kind: 'application_withdrawn', ...about, reason: 'He found work elsewhere.' },
  'application-withdrawn-medical-test': { kind: 'application_withdrawn', ...about, reason: null },
  'topup-approved': {
    kind: 'topup_decided',
    user_id,
    company_name,
    amount_fils: fils(1_500_000),
    reference: '7KD4XMPA',
    status: 'approved',
    notes: 'Received on 19 November',
  },
  'topup-rejected': {
    kind: 'topup_decided',
    user_id,
    company_name,
    amount_fils: fils(750_050),
    status: 'rejected',
    notes: 'The receipt shows another amount.',
  },
  'visa-expiring-60': { kind: 'visa_expiring', ...about, expiry_date: '2027-01-19' },
  'visa-expiring-7': { kind: 'visa_expiring', ...about, application_id: null, expiry_date: '2026-11-27' },
  'visa-expiring-0': { kind: 'visa_expiring', ...about, expiry_date: '2026-11-20' },
  'application-submitted': { kind: 'application_submitted', ...about },
  'renewal-requested': { kind: 'renewal_requested', ...about },
  'cancellation-requested': { kind: 'cancellation_requested', ...about, application_id: null },
  'documents-received': { kind: 'documents_received', ...about },
  'daily-digest': { kind: 'daily_digest', user_id, counts: { application_submitted: 3, message_received: 12 } },
  'visa-expiring-own': { kind: 'visa_expiring', own: true, ...about, expiry_date: '2026-12-20' },
  'visa-expiring-own-record': { kind: 'visa_expiring', own: true, ...about, application_id: null, expiry_date: '2026-11-21' },
  'message-received': { kind: 'message_received', ...about },
  'long-names': {
    kind: 'stage_decided',
    user_id,
    application_id,
    company_name: 'مجموعة الصقر الذهبي للتجارة العامة والمقاولات والخدمات اللوجستية ذ.م.م',
    employee_name: 'Venkatanarasimharajuvaripeta Subramanian Krishnamoorthy-Balasubramanian',
    decision: { stage_name: 'Visa Stamping', status: 'Approved', notes: 'تم الختم.' },
  },
}
