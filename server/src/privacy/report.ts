import { downloadName, toAed } from 'contract'
import type { Person } from './person.ts'
import { planOf } from './plan.ts'

export type Report = ReturnType<typeof reportOf>

export function reportOf(person: Person, moment: Date, outbox: string[]) {
  const {
    identity,
    companies,
    applications,
    stages,
    dates,
    clocks,
    messages,
    notes,
    employees,
    papers,
    signatories,
    imports,
    importedFiles,
    accounts,
    views,
    drafts,
    mails,
    notices,
    payments,
  } = person
  const company_name = (id: string) => companies.find((company) => company.id === id)?.name ?? null
  const documents = placed(person).map(({ document, path, place }) => ({ ...document, place, path: document.missing_at ? null : path }))
  return {
    passport_number: identity.passport_number,
    exported_at: moment.toISOString(),
    employees: employees.map((row) => ({ ...row, company_name: company_name(row.company_id) })),
    papers: papers.map(({ shelf: _, ...row }) => row),
    signatory_of: signatories.map((row) => ({ ...row, company_name: company_name(row.company_id) })),
    clocks: clocks.map(({ id, key, counted_from, due_on, stop_reason, stopped_from, stopped_until, stop_note, created_at, closed_at }) => ({
      ...{ id, key, counted_from, due_on, stop_reason, stopped_from, stopped_until, stop_note, created_at, closed_at },
    })),
    imports,
    imported_files: importedFiles,
    applications: applications.map(({ cost_fils, ...row }) => ({
      ...row,
      company_name: company_name(row.company_id),
      cost: toAed(cost_fils),
      dates: dates.filter((days) => days.application_id === row.id),
      stages: stages.filter((stage) => stage.application_id === row.id),
      messages: messages.filter((message) => message.application_id === row.id),
      internal_notes: notes.filter((note) => note.application_id === row.id),
    })),
    documents,
    accounts,
    views,
    drafts: drafts.map((row) => ({ ...row, company_name: company_name(row.company_id) })),
    mails,
    notices,
    payments: payments.map(({ amount_fils, ...row }) => ({ ...row, amount: toAed(amount_fils) })),
    history: person.history,
    mail_files: outbox.map((name) => `mails/${name}`),
    kept_after_erasure: planOf(person, outbox).stays,
  }
}

/** File names may have 255 bytes, and a character up to four. */
const beginningOf = (name: string): string => [...name].slice(0, 50).join('')

export function placed({ documents, applications, stages, messages, papers, employees }: Person) {
  return documents.map((document, index) => {
    const stage = stages.find((row) => row.id === document.stage_id)
    const message = messages.find((row) => row.id === document.message_id)
    const paper = papers.find((row) => row.id === document.paper_id)
    const of = document.application_id ?? stage?.application_id ?? message?.application_id
    const application = applications.find((row) => row.id === of)
    const holder = application ?? employees.find(({ person_id }) => person_id === paper?.person_id)
    const place = document.slot ?? stage?.stage_name ?? paper?.kind ?? (message ? 'message' : document.user_id ? 'picture' : 'upload')
    const name = downloadName(beginningOf(holder?.employee_name ?? 'document'), place, document.type)
    return { document, place, path: `documents/${String(index + 1).padStart(2, '0')}_${name}` }
  })
}
