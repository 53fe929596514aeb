import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addNote,
  addStage,
  advanceApplication,
  approveUser,
  checkImport,
  deleteEmployee,
  getApplication,
  inviteUser,
  listApplicationHistory,
  listApplications,
  listCompanyHistory,
  listEmployees,
  listImports,
  listMessages,
  listNotes,
  listTransactions,
  requestCancellation,
  reverseTransaction,
  runImport,
  saveDraft,
  saveView,
  sendMessage,
  setCaseDates,
  setEstablishment,
  setExpiryDate,
  setPicture,
  submitApplication,
  updateEmployee,
  updateStage,
  uploadDocument,
  withdrawApplication,
} from 'contract'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { command } from '../../../test/command.ts'
import { dataString, PDF, PNG } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { deliverDue } from '../../../test/mailDelivery.ts'
import { startPortal } from '../../../test/portal.ts'
import { newPeople } from '../../../test/sheets.ts'
import { newEmployee, renewal } from '../../../test/submission.ts'
import { caseDates } from '../db/caseDates.table.ts'
import { documents } from '../db/documents.table.ts'
import { drafts } from '../db/drafts.table.ts'
import { erasures, history } from '../db/history.table.ts'
import { employees, users } from '../db/people.table.ts'
import { transactions } from '../db/wallet.table.ts'
import { draftContext } from '../drafts/queries.ts'
import { queueSingle } from '../mails/administrators.ts'
import { findBroken } from '../transactions/invariants.ts'
import { erase, planErasure } from './erase.ts'
import { exportPerson } from './export.ts'

const portal = startPortal()
const make = given(portal)
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'person-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Values of this person alone, each in its own place. */
const personOf = (mark: string) => ({
  passport_number: `ZQ${mark}`.toUpperCase(),
  employee_name: `Zubaida ${mark} Quill`,
  email: `${mark}@zubaida.example`,
  mobile: '+971509998877',
  designation: `Falconer ${mark}`,
  salary_breakup: `Basic 7,321 for ${mark}`,
  notice_period: `41 days ${mark}`,
  probation_period: `5 months ${mark}`,
})
/** A day that nobody else has. */
const ENTERED = '2019-02-28'
const datesOf = (id: string) => portal.db.select().from(caseDates).where(eq(caseDates.application_id, id))
const pdfOf = (text: string) => Buffer.concat([PDF, Buffer.from(`%${text}`)])

async function office() {
  const company = await make.company()
  await make.topup(company, { approved: true, aed: 30_000 })
  const admin = as(portal, await make.user('admin', { full_name: 'Huda Salem' }))
  const manager = as(portal, await make.user('company_admin', { of: [company] }))
  return { company, admin, manager }
}
type Office = Awaited<ReturnType<typeof office>>

/** Writes a person's data to every place that the portal has, through its calls. */
async function liveThrough({ company, admin, manager }: Office, mark: string, { open = false } = {}) {
  const person = personOf(mark)
  const documents = { passport_front: dataString(pdfOf(`front ${mark}`)), photo: dataString(PNG, 'image/png') }
  const { reply } = await manager.send(submitApplication, { body: newEmployee(company, { ...person, documents }) })
  const params = { id: reply.id }
  const first = {
    stage_name: 'Labor Fees',
    status: 'In Process',
    notes: `Asked ${mark}`,
    document: dataString(pdfOf(`fees ${mark}`)),
  } as const
  const stage = (await admin.send(addStage, { params, body: first })).reply
  await admin.send(updateStage, { params: { id: stage.id }, body: { status: 'Approved', notes: `Paid by ${mark}` } })
  await admin.send(setExpiryDate, { params, query: { expiry_date: '2028-11-20' } })
  await manager.send(sendMessage, { params, body: { text: `Written about ${mark}`, documents: [dataString(pdfOf(`sent ${mark}`))] } })
  await admin.send(addNote, { params, body: { text: `Noted about ${mark}` } })
  await admin.send(setCaseDates, { params, body: { entered_on: ENTERED } })
  if (open) return { person, application: reply.id, employee: '' }
  await admin.send(addStage, { params, body: { stage_name: 'Visa Stamping', status: 'Approved' } })
  const all = (await manager.send(listEmployees, { query: {} })).reply
  const employee = all.find((row) => row.passport_number === person.passport_number)?.id ?? ''
  const change = { visa_number: `V-${mark}`, eid_number: `784-${mark}`, mobile: `+97150${mark}` }
  await manager.send(updateEmployee, { params: { id: employee }, body: change })
  await invite(manager, admin, person, employee)
  await manager.send(setEstablishment, { params: company, body: { signatory_name: person.employee_name, quota_total: 9 } })
  await manager.send(requestCancellation, { body: { employee_id: employee, reason: `Leaves ${mark}`, notes: `Home ${mark}` } })
  const [payment] = await portal.db.select().from(transactions).where(eq(transactions.application_id, reply.id))
  await admin.send(reverseTransaction, { params: { id: payment?.id ?? '' }, body: { reason: `For ${person.employee_name}`, amount: 100 } })
  await draft(company, manager, person)
  await deliverDue(portal)
  await admin.send(updateStage, { params: { id: stage.id }, body: { status: 'Rejected', notes: `Again ${mark}` } })
  return { person, application: reply.id, employee }
}

async function invite(manager: Office['manager'], admin: Office['admin'], person: ReturnType<typeof personOf>, employee_id: string) {
  const body = { email: person.email, full_name: person.employee_name, role: 'employee', employee_id } as const
  const { reply } = await manager.send(inviteUser, { body })
  await admin.send(approveUser, { params: { id: reply.id } })
  const itself = as(portal, reply)
  await itself.send(setPicture, { body: { picture: dataString(PNG, 'image/png') } })
  await itself.send(saveView, { body: { list: 'applications', name: `Own ${person.email.split('@')[0]}`, filters: { pace: 'late' } } })
}

async function draft({ id }: Office['company'], { send }: Office['manager'], person: ReturnType<typeof personOf>) {
  const headers = { 'content-type': 'application/pdf', 'x-file-name': encodeURIComponent(`${person.employee_name}.pdf`) }
  const file = (await send(uploadDocument, { body: pdfOf(person.email) as never }, headers)).reply
  const fields = { ...person, documents: { passport_front: file.url } }
  await send(saveDraft, { params: { kind: 'renewal' }, query: { company_id: id }, body: { fields } })
}

/** Everything stored: all rows, decrypted values and all files of the data directory, in every readable form. */
async function everythingKept(): Promise<string> {
  await portal.journal.flush()
  const { rows } = await portal.db.execute<{ name: string }>(sql`select tablename as name from pg_tables where schemaname = 'public'`)
  const kept: string[] = []
  for (const { name } of rows) {
    const table = await portal.db.execute<{ row: string }>(sql`select to_jsonb(t)::text as row from ${sql.identifier(name)} as t`)
    kept.push(...table.rows.map(({ row }) => row))
  }
  for (const row of await portal.db.select().from(drafts))
    kept.push(portal.vault.decrypt(row.sealed, draftContext(row.user_id, row)).toString())
  for (const { id, wrapped_key } of await portal.db.select().from(documents))
    kept.push((await portal.files.read(id, wrapped_key)).toString())
  for (const entry of await readdir(portal.settings.data_dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const raw = (await readFile(join(entry.parentPath, entry.name))).toString()
    kept.push(entry.name, raw, raw.replace(/=\r\n/g, ''), Buffer.from(raw, 'base64').toString())
  }
  return kept.join('\n')
}

const filesKept = async () => (await readdir(portal.settings.files_dir)).filter((name) => name !== 'tmp')
/** The values by which the person can be found. */
const tracesOf = (mark: string) => [mark, mark.toUpperCase()]
const found = async (words: string[]) => {
  const kept = await everythingKept()
  return words.filter((word) => kept.includes(word))
}

describe('erase (T63)', () => {
  it('leaves no trace of the person in any table or file, and everybody else as they were', async () => {
    const here = await office()
    const { person, application, employee } = await liveThrough(here, 'wexlfar')
    const other = await make.application(here.company, { status: 'completed', completed_at: portal.clock.moment.toISOString() })
    const kept = await make.document({ application_id: other.id, slot: 'photo' }, PNG)
    expect((await found(tracesOf('wexlfar'))).length).toBe(2)
    const before = { files: (await filesKept()).length, broken: await findBroken(portal.db) }

    const plan = await erase(portal, ` ${person.passport_number.toLowerCase()} `, portal.clock.moment)
    expect(plan?.goes.map((line) => line.split(':')[0]?.replace(/ \(.*/, ''))).toEqual([
      '6 documents',
      '1 employee record',
      '3 papers of the register, with earlier ones',
      '3 clocks that ran about dates of theirs',
      '1 account',
      '1 draft of a form, with the files uploaded for it',
      expect.stringMatching(/^\d mails? to the person/),
      expect.stringMatching(/^\d+ notices to the person/),
      expect.stringMatching(/^\d mails? in the outbox$/),
    ])
    expect(await found(tracesOf('wexlfar'))).toEqual([])
    expect(await datesOf(application)).toEqual([])
    expect((await filesKept()).length).toBe(before.files - 6)
    expect(await findBroken(portal.db)).toEqual(before.broken)
    expect((await portal.files.read(kept.id, kept.wrapped_key)).equals(PNG)).toBe(true)
    expect((await here.manager.send(getApplication, { params: { id: other.id }, query: {} })).reply.employee_name).toBe('Sara Khan')
    expect(await portal.db.$count(employees, eq(employees.id, employee))).toBe(0)
    expect(await portal.db.$count(users, eq(users.email, person.email))).toBe(0)
    const nobody = (await here.manager.send(getApplication, { params: { id: application }, query: {} })).reply
    expect(nobody).toMatchObject({ passport_number: null, mobile: null, cost: 6500, current_stage: 'Visa Stamping', status: 'completed' })
    expect((await here.manager.send(listApplications, { query: { q: 'zubaida' } })).reply).toEqual([])
    const kind = { text: null, application_id: application }
    const [written, noted] = [listMessages, listNotes].map((call) => here.admin.send(call, { params: { id: application }, query: {} }))
    expect((await written)?.reply).toMatchObject([{ ...kind, author_name: 'Layla Nasser', documents: [] }])
    expect((await noted)?.reply).toMatchObject([{ ...kind, author_name: 'Huda Salem' }])
  })

  it('takes what waits to tell administrators, what tells of a deleted record, and what an undo would put back', async () => {
    const { company, admin, manager } = await office()
    await make.user('admin', { mail_rhythm: 'each' })
    const person = { passport_number: 'ZQKRUM', employee_name: 'Zubaida Krumwelt' }
    const record = await make.employee(company, person)
    await manager.send(requestCancellation, { body: { employee_id: record.id, reason: 'Leaves' } })
    await admin.send(deleteEmployee, { params: record })
    const params = { id: (await manager.send(submitApplication, { body: newEmployee(company, person) })).reply.id }
    await queueSingle(portal.db, portal.clock.moment)
    await admin.send(addStage, { params, body: { stage_name: 'Offer Letter', document: dataString(pdfOf('krumfirst')) } })
    const body = { stage_name: 'Offer Letter', status: 'Submitted', document: dataString(pdfOf('krumsecond')) } as const
    await admin.send(advanceApplication, { params, body })
    await admin.send(withdrawApplication, { params, body: { reason: 'Found other work' } })
    expect((await found(['Krumwelt', 'krumfirst'])).length).toBe(2)
    await erase(portal, person.passport_number, portal.clock.moment)
    expect(await found(['Krumwelt', 'krumwelt', 'krumfirst', 'krumsecond'])).toEqual([])
  })

  it('takes the person out of the names of imported files, and of no others', async () => {
    const here = await office()
    const { person } = await liveThrough(here, 'vexmoor')
    const bring = async (file_name: string, passport_number: string) => {
      const sheet = newPeople(here.company.id, [{ employee_name: 'Somebody Else', passport_number }])
      const { fingerprint } = (await here.manager.send(checkImport, { body: sheet })).reply
      return (await here.manager.send(runImport, { body: { ...sheet, file_name, fingerprint } })).reply
    }
    const named = [
      await bring('Zubaida_Vexmoor-Quill.xlsx', 'N1'),
      await bring(`copy of ${person.passport_number.toLowerCase()}.csv`, 'N2'),
    ]
    const other = await bring('staff.xlsx', 'N3')
    const path = join(folder, 'vexmoor')
    await exportPerson(portal, person.passport_number, path, portal.clock.moment)
    const told = JSON.parse(await readFile(join(path, 'person.json'), 'utf8'))
    expect(told.imported_files.map((row: { id: string }) => row.id).toSorted()).toEqual(named.map(({ id }) => id).toSorted())
    const plan = await erase(portal, person.passport_number, portal.clock.moment)
    expect(plan?.pseudonymised.join()).toContain('2 imports of a file with the person’s name or number')
    const left = (await here.manager.send(listImports, { query: {} })).reply
    expect(left.map(({ file_name }) => file_name).toSorted()).toEqual(['erased', 'erased', other.file_name])
    expect(await found(tracesOf('vexmoor'))).toEqual([])
  })

  it('finds a number however it was typed, with what is known of the same person under another (S12)', async () => {
    const { company, manager } = await office()
    const completed = { status: 'completed', completed_at: portal.clock.moment.toISOString() } as const
    const { id } = await make.employee(company, { passport_number: 'SP 123-456' })
    await make.application(company, { passport_number: 'SP123456', ...completed })
    await make.application(company, { passport_number: 'OLD-77', employee_id: id, ...completed })
    await make.application(company, { passport_number: 'SP1234567', ...completed })
    const fields = { passport_number: 'sp 123456', employee_name: 'S' }
    await manager.send(saveDraft, { params: { kind: 'new' }, query: { company_id: company.id }, body: { fields } })
    const ofEarlierNumber = { passport_number: 'old-77', employee_name: 'S' }
    await manager.send(saveDraft, { params: { kind: 'renewal' }, query: { company_id: company.id }, body: { fields: ofEarlierNumber } })
    const plan = await planErasure(portal, 'sp-123 456')
    expect(plan?.goes).toEqual([
      '1 employee record',
      '1 paper of the register, with earlier ones',
      '2 drafts of a form, with the files uploaded for it',
    ])
    expect(plan?.pseudonymised).toEqual([expect.stringMatching(/^2 applications:/)])
    expect(plan?.stays).toEqual([])
    expect((await planErasure(portal, 'OLD-77'))?.goes).toEqual(plan?.goes)
    expect(await planErasure(portal, 'sp1234')).toBeUndefined()
  })

  it('keeps the money to the fils, under one name for the same person, who is nobody', async () => {
    const here = await office()
    const { person, application } = await liveThrough(here, 'plimquo')
    const money = async () => (await here.manager.send(listTransactions, { query: {} })).reply
    const before = await money()
    await erase(portal, person.passport_number, portal.clock.moment)
    const bare = (rows: typeof before) => rows.map(({ employee_name: _, notes: __, ...row }) => row)
    expect(bare(await money())).toEqual(bare(before))
    const alias = (await here.manager.send(getApplication, { params: { id: application }, query: {} })).reply.employee_name
    expect(alias).toMatch(/^Erased person [0-9a-f]{8}$/)
    const named = (await money()).filter((row) => row.employee_name === alias)
    expect(named.map((row) => [row.type, row.notes])).toEqual([
      ['reversal', `For ${alias}`],
      ['visa_payment', null],
    ])
  })

  it('keeps the history with its fields and moments, and says there that it was erased', async () => {
    const here = await office()
    const { person, application } = await liveThrough(here, 'drolkin')
    const lines = async () => (await here.admin.send(listApplicationHistory, { params: { id: application } })).reply
    const before = await lines()
    await erase(portal, person.passport_number, portal.clock.moment)
    const [erased, ...after] = await lines()
    expect(erased).toMatchObject({ action: 'erased', actor_name: null, changes: [] })
    const shape = (rows: typeof before) => rows.map(({ changes, ...row }) => ({ ...row, fields: changes.map(({ field }) => field) }))
    expect(shape(after)).toEqual(shape(before))
    expect(after.find((row) => row.subject === 'Labor Fees' && row.action === 'stage_added')?.changes).toEqual([
      { field: 'status', from: null, to: 'In Process' },
      { field: 'notes', from: null, to: 'erased' },
    ])
    const ofCompany = (await here.admin.send(listCompanyHistory, { params: { id: here.company.id } })).reply
    expect(ofCompany.map((row) => [row.action, row.subject])).toContainEqual(['user_invited', 'erased'])
    expect(await portal.db.$count(erasures, eq(erasures.cause, 'request'))).toBeGreaterThan(0)
  })

  it('is done once, whether or not it is asked for again or twice at once', async () => {
    const here = await office()
    const { person } = await liveThrough(here, 'vorbish')
    expect(await planErasure(portal, person.passport_number)).toMatchObject({
      stays: [expect.stringContaining('6,600.00')],
    })
    const entries = await portal.db.$count(erasures)
    const done = await Promise.all([1, 2].map(() => erase(portal, person.passport_number, portal.clock.moment)))
    expect(done.filter((plan) => plan !== undefined)).toHaveLength(1)
    expect(await erase(portal, person.passport_number, portal.clock.moment)).toBeUndefined()
    expect(await portal.db.$count(erasures)).toBe(entries + 1)
  })

  it('is refused while an application is open, and then changes nothing', async () => {
    const here = await office()
    const { person, application } = await liveThrough(here, 'grumpet', { open: true })
    const before = await everythingKept()
    const sentence = `Nothing was erased: 1 application of the passport number ZQGRUMPET is still open (${application}). Complete or withdraw what is open first.`
    await expect(erase(portal, person.passport_number, portal.clock.moment)).rejects.toThrow(sentence)
    await expect(planErasure(portal, person.passport_number)).rejects.toThrow(sentence)
    expect(await everythingKept()).toBe(before)
  })

  it('takes a renewal without a number for the person only where nobody else has the name (S5)', async () => {
    const { company, manager } = await office()
    const completed = { status: 'completed', completed_at: portal.clock.moment.toISOString() } as const
    await make.employee(company, { passport_number: 'NAME-1', employee_name: 'Rare Bird' })
    await make.application(company, { passport_number: null, employee_name: 'rare bird', ...completed })
    for (const passport_number of ['NAME-2', 'NAME-3']) await make.employee(company, { passport_number, employee_name: 'Common Bird' })
    const unsure = await make.application(company, { passport_number: null, employee_name: 'Common Bird', ...completed })
    expect((await planErasure(portal, 'NAME-1'))?.pseudonymised[0]).toMatch(/^1 application:/)
    const plan = await planErasure(portal, 'NAME-2')
    expect([plan?.pseudonymised, plan?.stays]).toEqual([[], [expect.stringContaining(unsure.id)]])
    await manager.send(submitApplication, { body: renewal(company, { employee_name: 'Rare Bird' }) })
    await expect(erase(portal, 'NAME-1', portal.clock.moment)).rejects.toThrow('still open')
  })
})

describe('the history, while it is erased', () => {
  const erasing = (change: string) =>
    portal.db.transaction(async (tx) => {
      await tx.insert(erasures).values({ id: crypto.randomUUID(), erased_at: portal.clock.moment.toISOString(), cause: 'request' })
      await tx.execute(sql.raw(change))
    })

  it.each([
    "update history set actor_name = 'Somebody else'",
    'update history set happened_at = now()',
    "update history set changes = '[]' where changes <> '[]'",
    'delete from history',
  ])('takes nothing else: %s', async (change) => {
    const { company, admin } = await office()
    const { id } = await make.application(company)
    await admin.send(setExpiryDate, { params: { id }, query: { expiry_date: '2028-01-01' } })
    await expect(erasing(change)).rejects.toMatchObject({ cause: { message: 'history is append-only' } })
    await expect(erasing('update transactions set amount_fils = 1')).rejects.toMatchObject({
      cause: { message: 'a transaction is decided once' },
    })
    await expect(erasing('delete from erasures')).rejects.toMatchObject({ cause: { message: 'erasures is append-only' } })
    expect(await portal.db.$count(history, eq(history.record_id, id))).toBe(1)
  })
})

describe('export (T63)', () => {
  it('writes all there is of one person and nobody else, for its owner alone', async () => {
    const here = await office()
    const { person } = await liveThrough(here, 'snorvik')
    const other = await make.application(here.company, { passport_number: 'OTHER-1', employee_name: 'Somebody Else' })
    const path = join(folder, 'snorvik')
    expect(await exportPerson(portal, person.passport_number, path, portal.clock.moment)).toBe(6)
    const told = JSON.parse(await readFile(join(path, 'person.json'), 'utf8'))
    expect(told).toMatchObject({
      applications: [{ ...person, cost: 6500, company_name: 'Falcon Trading LLC', stages: [{ notes: 'Again snorvik' }, {}] }],
      employees: [{ visa_number: 'V-snorvik', cancellation_reason: 'Leaves snorvik' }],
      accounts: [{ email: person.email }],
      signatory_of: [{ signatory_name: person.employee_name, company_name: 'Falcon Trading LLC' }],
      views: [{ name: 'Own snorvik' }],
      drafts: [{ fields: { salary_breakup: person.salary_breakup } }],
      payments: [{ amount: 6500 }, { type: 'reversal', amount: 100 }],
    })
    expect(told.applications[0]).toMatchObject({
      messages: [{ text: 'Written about snorvik' }],
      internal_notes: [{ text: 'Noted about snorvik' }],
      dates: [{ entered_on: ENTERED, medical_on: null }],
    })
    expect(told.history.length).toBeGreaterThan(10)
    const [front] = told.documents.filter((row: { place: string }) => row.place === 'passport_front')
    expect((await readFile(join(path, front.path))).equals(pdfOf('front snorvik'))).toBe(true)
    expect(await readdir(join(path, 'mails'))).toHaveLength(told.mail_files.length)
    expect(told.mail_files.join()).toMatch(/-invitation-/)
    const index = await readFile(join(path, 'index.html'), 'utf8')
    for (const value of [...Object.values(person), front.path]) expect(index).toContain(value)
    for (const kept of [JSON.stringify(told), index]) expect(kept).not.toMatch(new RegExp(`${other.id}|argon2|wrapped_key|search_text`))
    for (const name of ['', 'person.json', 'index.html']) expect((await stat(join(path, name))).mode & 0o077).toBe(0)
    await expect(exportPerson(portal, person.passport_number, path, portal.clock.moment)).rejects.toThrow('is not empty')
  })

  it('is written whatever the length of the name', async () => {
    const { company } = await office()
    const application = await make.application(company, { passport_number: 'LONG-1', employee_name: 'ع'.repeat(200) })
    await make.document({ application_id: application.id, slot: 'passport_front' }, PDF)
    expect(await exportPerson(portal, 'LONG-1', join(folder, 'long'), portal.clock.moment)).toBe(1)
  })
})

describe('npm run portal -- person', () => {
  const person = async (...args: string[]) => {
    const { database_url, settings, master_key } = portal
    const environment = { DATABASE_URL: database_url, DATA_DIR: settings.data_dir, MASTER_KEY: master_key.toString('hex') }
    return (await command(['person', ...args], environment)).said
  }

  it('lists what it would do, and does it when told so', async () => {
    const { company } = await office()
    await make.employee(company, { passport_number: 'CMD-1' })
    expect(await person('erase', 'cmd-1')).toMatch(
      /^Nothing has been changed yet: add --yes to do this.\nDeleted:\n {2}1 employee record\n/,
    )
    expect(await portal.db.$count(employees, eq(employees.passport_number, 'CMD-1'))).toBe(1)
    expect(await person('erase', 'CMD-1', '--yes')).toMatch(/^Done.\n/)
  })
})
