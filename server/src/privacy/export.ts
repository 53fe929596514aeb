import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Given, marksOf } from './erase.ts'
import { listOutbox } from './outbox.ts'
import { indexPage } from './page.ts'
import { findPerson } from './person.ts'
import { isUnknown } from './plan.ts'
import { placed, reportOf } from './report.ts'

/** Internal fields: for search, and secrets of files and accounts. */
const INTERNAL = ['search_text', 'wrapped_key', 'sha256', 'password_hash', 'charged_to', 'once', 'due_at', 'tries']

/** Writes person.json, documents, mails of the outbox and index.html. Answers the number of documents; undefined when nothing is stored. */
export async function exportPerson(given: Given, passport: string, folder: string, moment: Date): Promise<number | undefined> {
  const { db, files, vault, settings } = given
  const person = await findPerson({ db, vault }, passport)
  if (isUnknown(person)) return undefined
  const outbox = await listOutbox(settings.outbox_dir, marksOf(person))
  await makeEmptyFolder(folder)
  await mkdir(join(folder, 'documents'), { mode: 0o700 })
  const held = placed(person).filter(({ document }) => !document.missing_at)
  for (const { document, path } of held) await keep(join(folder, path), await files.read(document.id, document.wrapped_key))
  if (outbox.length > 0) await mkdir(join(folder, 'mails'), { mode: 0o700 })
  for (const name of outbox) await keep(join(folder, 'mails', name), await readFile(join(settings.outbox_dir, name)))
  const report = reportOf(person, moment, outbox)
  await keep(join(folder, 'person.json'), `${JSON.stringify(report, withoutInternal, 2)}\n`)
  await keep(join(folder, 'index.html'), indexPage(JSON.parse(JSON.stringify(report, withoutInternal))))
  return held.length
}

const withoutInternal = (name: string, value: unknown): unknown => (INTERNAL.includes(name) ? undefined : value)

/** Readable by its owner only. */
async function makeEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new Error(`The folder ${folder} is not empty. Name a new one.`)
}

const keep = (path: string, content: string | Buffer): Promise<void> => writeFile(path, content, { flag: 'wx', mode: 0o600 })
