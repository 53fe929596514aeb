import { type Changes, DEFAULT_REJECT_NOTE, type DigestedKind, daysLeft, dubaiDate, type StageName } from 'contract'
import { companyOr, nameIn } from './names.ts'
import type { Happening, Mail } from './queue.ts'
import { amountIn, dateIn, daysIn, type Language, momentIn, unlinked, type Words, wordsOf } from './words.ts'

type Wording = { subject: string; title: string; text: string; action: string; after?: string }
export type Row = keyof Words['rows']
export type Change = Pick<Changes[number], 'from' | 'to'>

interface Content {
  wording: Wording
  path: string
  values?: Record<string, string>
  counts?: Record<string, number>
  rows?: Partial<Record<Row, string | Change>>
  note?: string | null
  label?: string
}

type Of<Kind extends Mail['kind']> = Extract<Mail, { kind: Kind }>

/** What each kind of mail says, before names and amounts are put in. */
export function contentOf(mail: Mail, language: Language, moment: Date): Content {
  const words = wordsOf(language)
  switch (mail.kind) {
    case 'invitation':
      return invitationContent(mail, words)
    case 'password_reset':
      return { wording: words.password_reset, path: '' }
    case 'password_changed':
      return { wording: words.password_changed, path: '/account', rows: happened(mail, language) }
    case 'new_device':
      return { wording: words.new_device, path: '/account', rows: happened(mail, language) }
    case 'google_linked':
      return { wording: googleWording(mail, words), path: '/account', rows: happened(mail, language) }
    case 'two_step_on':
      return { wording: words.two_step_on, path: '/account' }
    case 'two_step_off':
      return { wording: words.two_step_off, path: '/account' }
    case 'recovery_code_used':
      return { wording: words.recovery_code_used, path: '/account', rows: { codes_left: String(mail.codes_left) } }
    case 'bank_details':
      return bankContent(mail, language)
    case 'company_corrected':
      return correctedContent(mail, words)
    case 'cases_assigned':
      return assignedContent(mail, words)
    case 'reversal_made':
      return reversalContent(mail, language)
    case 'company_deleted':
      return { wording: words.company_deleted, path: '/journal', values: { company_name: mail.company_name }, rows: { by: mail.by } }
    case 'registration_received':
      return { wording: words.registration_received, path: '' }
    case 'account_approved':
      return { wording: words.account_approved, path: '/customer-login' }
    case 'registration_waiting':
      return { wording: words.registration_waiting, path: '/users', values: { company_name: mail.company_name } }
    case 'stage_decided':
      return stageContent(mail, words)
    case 'application_withdrawn':
      return withdrawnContent(mail, words)
    case 'topup_decided':
      return topupContent(mail, language)
    case 'visa_expiring':
      return expiringContent(mail, language, moment)
    case 'message_received':
    case 'application_submitted':
    case 'renewal_requested':
    case 'cancellation_requested':
    case 'documents_received':
      return cameContent(mail, words)
    case 'daily_digest':
      return digestContent(mail, words)
  }
}

/** A stranger reads it, and the sender has chosen the names. */
function invitationContent({ invited_by, company_name }: Of<'invitation'>, { invitation }: Words): Content {
  const values = { invited_by: nameIn(invited_by) ?? invitation.somebody, company_name: companyOr(company_name, invitation.company) }
  return { wording: invitation, path: '', values }
}

const happened = ({ at, browser, system }: Happening, language: Language): NonNullable<Content['rows']> => ({
  at: momentIn(language, at),
  ...(browser && { browser }),
  ...(system && { system }),
})

const googleWording = ({ password_ended }: Of<'google_linked'>, { google_linked }: Words): Wording =>
  password_ended ? { ...google_linked, text: google_linked.textPasswordEnded } : google_linked

function bankContent({ decision, bank, by, in_force_at }: Of<'bank_details'>, language: Language): Content {
  const words = wordsOf(language)
  const wordings = {
    asked: in_force_at ? words.bank_asked_alone : words.bank_asked,
    active: words.bank_active,
    cancelled: words.bank_cancelled,
  }
  return {
    wording: wordings[decision],
    path: '/settings',
    rows: { ...bank, ...(by && { by }), ...(in_force_at && { in_force_at: momentIn(language, in_force_at) }) },
  }
}

const correctedContent = ({ company_name, changes }: Of<'company_corrected'>, words: Words): Content => ({
  wording: words.company_corrected,
  path: '/company-profile',
  values: { company_name },
  rows: Object.fromEntries(changes.filter(({ field }) => field in words.rows).map(({ field, from, to }) => [field, { from, to }])),
})

const assignedContent = ({ number, by }: Of<'cases_assigned'>, { cases_assigned }: Words): Content => ({
  wording: cases_assigned,
  path: '/applications?assignee=me&status=active',
  counts: { number },
  rows: { by },
})

function stageContent({ application_id, employee_name, company_name, decision }: Of<'stage_decided'>, words: Words): Content {
  const path = `/applications/${application_id}`
  const rows = { person: employee_name, company: company_name }
  if (!decision) return { wording: words.stage_news, path, values: { employee_name }, rows }
  const { status, notes } = decision
  const stage = words.stages[decision.stage_name satisfies StageName]
  const wording = status === 'Rejected' ? words.stage_rejected : words.stage_approved
  return { wording, path, values: { employee_name, stage }, rows: { ...rows, stage }, note: notes }
}

/** Customers write the reason. */
function withdrawnContent(mail: Of<'application_withdrawn'>, { application_withdrawn }: Words): Content {
  const { application_id, employee_name, company_name, reason } = mail
  const rows = { person: employee_name, company: company_name }
  return {
    wording: application_withdrawn,
    path: `/applications/${application_id}`,
    values: { employee_name },
    rows,
    note: reason && unlinked(reason),
  }
}

function cameContent({ kind, application_id, employee_name, company_name }: Of<DigestedKind>, words: Words): Content {
  const path = application_id ? `/applications/${application_id}` : '/employees'
  return { wording: words[kind], path, values: { employee_name }, rows: { person: employee_name, company: company_name } }
}

const digestContent = ({ counts }: Of<'daily_digest'>, { daily_digest }: Words): Content => ({
  wording: daily_digest,
  path: '/notices',
  rows: Object.fromEntries(Object.entries(counts).map(([kind, number]) => [kind, String(number)])),
})

function topupContent({ status, amount_fils, reference, company_name, notes }: Of<'topup_decided'>, language: Language): Content {
  const words = wordsOf(language)
  const amount = amountIn(language, amount_fils)
  return {
    wording: status === 'rejected' ? words.topup_rejected : words.topup_approved,
    path: '/billing',
    values: { amount, company_name },
    rows: { company: company_name, amount, ...(reference && { reference }) },
    note: notes === DEFAULT_REJECT_NOTE ? null : notes,
  }
}

function reversalContent({ company_name, amount_fils, by }: Of<'reversal_made'>, language: Language): Content {
  const amount = amountIn(language, amount_fils)
  return {
    wording: wordsOf(language).reversal_made,
    path: '/admin-billing',
    values: { amount, company_name },
    rows: { company: company_name, amount, by },
  }
}

function expiringContent(mail: Of<'visa_expiring'>, language: Language, moment: Date): Content {
  const { employee_name, company_name, application_id } = mail
  const { visa_expiring, visa_expiring_own } = wordsOf(language)
  const wording = mail.own ? visa_expiring_own : visa_expiring
  const date = dateIn(language, mail.expiry_date)
  const days = daysIn(language, Math.max(0, daysLeft(mail.expiry_date, dubaiDate(moment))))
  return {
    wording,
    path: application_id ? `/applications/${application_id}` : mail.own ? '/dashboard' : '/employees',
    ...(!application_id && { label: wording.actionEmployees }),
    values: { employee_name, company_name, date, days },
    rows: { person: employee_name, company: company_name, expiry: date },
  }
}
