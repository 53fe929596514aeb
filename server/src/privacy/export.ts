import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { downloadName, toAed } from 'contract'
import { type Given, marksOf } from './erase.ts'
import { listOutbox } from './outbox.ts'
import { indexPage } from './page.ts'
import { findPerson, type Person } from './person.ts'
import { isUnknown, planOf } from './plan.ts'

/** What is kept for the machine alone: how rows are searched, what opens files and accounts. */
const INTERNAL = ['search_text', 'wrapped_key', 'sha256', 'password_hash', 'charged_to', 'once', 'due_at', 'tries']

/**
 * Writes what is kept about the person of a passport number into a new folder: person.json, each document, mails of the outbox, and
 * index.html to read it by.
 * Answers how many documents; undefined when nothing is kept.
 */
export async function exportPerson(given: Given, passport: string, folder: string, moment: Date): Promise<number | undefined> {
  const { db, files, vault, settings } = given
  const person = await findPerson({ db, vault }, passport)
  if (isUnknown(person)) return undefined
  const outbox = await listOutbox(settings.outbox_dir, marksOf(person))
  await makeEmptyFolder(folder)
  await mkdir(join(folder, 'documents'), { mode: 0o700 })
  for (const { document, path } of placed(person)) await keep(join(folder, path), await files.read(document.id, document.wrapped_key))
  if (outbox.length > 0) await mkdir(join(folder, 'mails'), { mode: 0o700 })
  for (const name of outbox) await keep(join(folder, 'mails', name), await readFile(join(settings.outbox_dir, name)))
  const told = tellAll(person, moment, outbox)
  await keep(join(folder, 'person.json'), `${JSON.stringify(told, withoutInternal, 2)}\n`)
  await keep(join(folder, 'index.html'), indexPage(JSON.parse(JSON.stringify(told, withoutInternal))))
  return person.documents.length
}

export type Told = ReturnType<typeof tellAll>

function tellAll(person: Person, moment: Date, outbox: string[]) {
  const { identity, companies, applications, stages, employees, accounts, drafts, mails, payments, history } = person
  const company_name = (id: string) => companies.find((company) => company.id === id)?.name ?? null
  const documents = placed(person).map(({ document, path, place }) => ({ ...document, place, path }))
  return {
    passport_number: identity.passport_number,
    exported_at: moment.toISOString(),
    employees: employees.map((row) => ({ ...row, company_name: company_name(row.company_id) })),
    applications: applications.map(({ cost_fils, ...row }) => ({
      ...{ ...row, company_name: company_name(row.company_id), cost: toAed(cost_fils) },
      stages: stages.filter((stage) => stage.application_id === row.id),
    })),
    documents,
    accounts,
    drafts: drafts.map((row) => ({ ...row, company_name: company_name(row.company_id) })),
    mails,
    payments: payments.map(({ amount_fils, ...row }) => ({ ...row, amount: toAed(amount_fils) })),
    history,
    mail_files: outbox.map((name) => `mails/${name}`),
    kept_after_erasure: planOf(person, outbox).stays,
  }
}

const withoutInternal = (name: string, value: unknown): unknown => (INTERNAL.includes(name) ? undefined : value)

/** File systems take names of 255 bytes; a letter may be four of them. */
const beginningOf = (name: string): string => [...name].slice(0, 50).join('')

/** Each document with its name in the folder. */
function placed({ documents, applications, stages }: Person) {
  return documents.map((document, index) => {
    const stage = stages.find((row) => row.id === document.stage_id)
    const application = applications.find((row) => row.id === (document.application_id ?? stage?.application_id))
    const place = document.slot ?? stage?.stage_name ?? (document.user_id ? 'picture' : 'upload')
    const name = downloadName(beginningOf(application?.employee_name ?? 'document'), place, document.type)
    return { document, place, path: `documents/${String(index + 1).padStart(2, '0')}_${name}` }
  })
}

/** For its owner alone: it holds passports. */
async function makeEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new Error(`The folder ${folder} is not empty. Name a new one.`)
}

const keep = (path: string, content: string | Buffer): Promise<void> => writeFile(path, content, { flag: 'wx', mode: 0o600 })
