import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addPaper,
  addStage,
  DAY_MS,
  getDocument,
  getPaper,
  type Input,
  listEmployeeHistory,
  listJournal,
  listPapers,
  MB,
  type PaperKind,
  type PaperRecord,
  STAGE_OF_PAPER,
  setExpiryDate,
  updateEmployee,
  updatePaper,
  uploadDocument,
} from 'contract'
import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { dataString, PDF, PNG } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { documents } from '../db/documents.table.ts'
import { papers } from '../db/papers.table.ts'
import { sweepDocuments } from '../documents/sweeper.ts'
import { erase } from '../privacy/erase.ts'
import { exportPerson } from '../privacy/export.ts'
import { retain } from '../privacy/retention.ts'

const portal = startPortal({ QUOTA_COMPANY_MB: '2', RETENTION_DOCUMENTS_DAYS: '365' })
const make = given(portal)
type Session = ReturnType<typeof as>
let company: { id: string }
let omar: Session
let huda: Session
let sara: Awaited<ReturnType<typeof make.employee>>
let number = 0

beforeEach(async () => {
  portal.clock.moment = new Date()
  company = await make.company()
  omar = as(portal, await make.user('company_admin', { of: [company] }))
  huda = as(portal, await make.user('admin'))
  sara = await make.employee(company, { passport_number: `F${++number}`, visa_expiry_date: '2027-01-15' })
})

const upload = async (by = omar) => (await by.send(uploadDocument, { body: PNG as never }, { 'content-type': 'image/png' })).reply
const kept = async () => (await readdir(portal.settings.files_dir)).filter((name) => name !== 'tmp')
const add = (body: Partial<Input<typeof addPaper>['body']> = {}) =>
  omar.send(addPaper, { body: { kind: 'work_permit', employee_id: sara.id, number: 'WP-1', ...body } })
const read = async (id: string, by = omar) => (await by.send(getPaper, { params: { id } })).reply
const download = (id: string, by: Session) => by.send(getDocument, { params: { id } })
const idOf = ({ document_details }: PaperRecord) => document_details?.id ?? expect.fail()
const correct = (id: string, document: string | null, headers = {}) =>
  omar.send(updatePaper, { params: { id }, body: { document } }, headers)
const ownLogin = async (of = sara) => as(portal, await make.user('employee', { of: [company], employee_id: of.id }))

describe('the file of a paper', () => {
  it('is added with it, answered by its link, and named after the person and the kind', async () => {
    const { reply, status } = await add({ document: dataString(PDF) })
    expect([status, reply.document_stage]).toEqual([201, null])
    expect(reply.document_details).toMatchObject({ type: 'application/pdf', size: PDF.length, url: reply.document })
    const [listed] = (await omar.send(listPapers, { query: { kind: 'work_permit' } })).reply
    expect(listed?.document).toBe(reply.document)
    const file = await download(idOf(reply), omar)
    expect(file.headers['content-disposition']).toBe('inline; filename=Sara-Khan_work_permit.pdf')
    const { reply: lines } = await omar.send(listEmployeeHistory, { params: sara })
    expect(lines.slice(0, 2).map(({ action, subject }) => [action, subject])).toEqual([
      ['document_added', 'work_permit'],
      ['paper_added', 'work_permit'],
    ])
    const titled = await add({ kind: 'other_paper', title: 'Driving / licence', number: '', document: dataString(PDF) })
    expect((await download(idOf(titled.reply), omar)).headers['content-disposition']).toContain('Sara-Khan_driving_-_licence.pdf')
    const licence = await omar.send(addPaper, { body: { kind: 'tenancy', company_id: company.id, document: (await upload()).url } })
    expect((await download(idOf(licence.reply), omar)).headers['content-disposition']).toContain('Falcon-Trading-LLC_tenancy.png')
  })

  it('is replaced and taken away by a correction, which changes the ETag and is told; what is absent stays', async () => {
    const { reply: paper } = await add({ document: dataString(PDF) })
    const { etag } = (await omar.send(getPaper, { params: paper })).headers as { etag: string }
    await portal.db.execute(sql`delete from changes`)
    const { reply } = await correct(paper.id, (await upload()).url, { 'if-match': etag })
    expect([reply.document_details?.type, idOf(reply) === idOf(paper)]).toEqual(['image/png', false])
    const { rows } = await portal.db.execute(sql`select id from changes where noun = 'employee'`)
    expect(rows).toEqual([{ id: sara.id }])
    expect((await download(idOf(paper), omar)).status).toBe(404)
    expect((await correct(paper.id, null, { 'if-match': etag })).status).toBe(412)
    await omar.send(updatePaper, { params: paper, body: { issuer: 'MOHRE' } })
    expect((await correct(paper.id, reply.document)).reply.document).toBe(reply.document)
    expect((await correct(paper.id, '')).reply.document).toBeNull()
    const { reply: lines } = await omar.send(listEmployeeHistory, { params: sara })
    expect(lines.map(({ action }) => action).slice(0, 5)).toEqual([
      ...['document_deleted', 'paper_corrected', 'document_added', 'document_added', 'paper_added'],
    ])
  })

  it('is read by the person, the company and administrators; for others it does not exist', async () => {
    const id = idOf((await add({ document: dataString(PDF) })).reply)
    const ofCompany = idOf(
      (await omar.send(addPaper, { body: { kind: 'tenancy', company_id: company.id, document: dataString(PDF) } })).reply,
    )
    const other = as(portal, await make.user('company_admin', { of: [await make.company()] }))
    const colleague = await ownLogin(await make.employee(company, { passport_number: `C${number}`, employee_name: 'Omar Said' }))
    for (const [by, own, companys] of [
      [await ownLogin(), 200, 404],
      [omar, 200, 200],
      [huda, 200, 200],
      [other, 404, 404],
      [colleague, 404, 404],
    ] as const)
      expect([(await download(id, by)).status, (await download(ofCompany, by)).status]).toEqual([own, companys])
    await portal.journal.flush()
    const { reply } = await huda.send(listJournal, { query: { record_type: 'document', record_id: id } })
    expect(reply.map(({ record_name, outcome }) => `${record_name} ${outcome}`)).toContain('Sara Khan seen')
  })

  it('must be the sender’s own and unused, on a paper that is on record, and within the quota', async () => {
    const foreign = await upload(huda)
    const refused = await add({ document: foreign.url })
    expect([refused.status, refused.problem.errors?.[0]?.field]).toEqual([422, 'document'])
    expect((await add({ document: 'data:text/plain;base64,QUJD' })).problem.errors?.[0]?.field).toBe('document')
    const { reply: paper } = await add({ document: dataString(PDF) })
    const stolen = await add({ kind: 'health_insurance', document: paper.document })
    expect([stolen.status, (await omar.send(listPapers, { query: { kind: 'health_insurance' } })).reply]).toEqual([422, []])
    const large = dataString(Buffer.concat([PDF, Buffer.alloc(2 * MB)]))
    expect((await correct(paper.id, large)).status).toBe(413)
    await add({ number: 'WP-2', renews_id: paper.id })
    expect((await correct(paper.id, (await upload()).url)).problem.detail).toBe('Only the paper on record can be corrected')
    expect((await read(paper.id)).document).toBe(paper.document)
  })
})

describe('a paper that a case made', () => {
  /** A completed renewal with a file at each stage, of which the papers of those kinds came. */
  async function completed() {
    const row = { employee_id: sara.id, passport_number: sara.passport_number, application_type: 'renewal' as const }
    const reply = await make.application(company, row)
    for (const stage_name of ['Labor Fees', 'Medical Test', 'Emirates ID'] as const)
      await huda.send(addStage, { params: reply, body: { stage_name, status: 'Approved', document: dataString(PDF) } })
    const last = { stage_name: 'Visa Stamping' as const, status: 'Approved' as const, document: dataString(PDF) }
    await huda.send(addStage, { params: reply, body: last })
    await huda.send(setExpiryDate, { params: reply, query: { expiry_date: '2029-01-14' } })
    return reply
  }
  const heldOf = async (kind: PaperKind) =>
    (await omar.send(listPapers, { query: { kind, employee_id: sara.id } })).reply[0] ?? expect.fail()

  it('answers with the file of the stage, of which nothing is copied, until it has its own', async () => {
    await completed()
    const before = await portal.db.$count(documents)
    const residence = await read((await heldOf('residence')).id)
    expect(residence).toMatchObject({ expires_on: '2029-01-14', document_stage: 'Visa Stamping' })
    expect(residence.document).toBe((await heldOf('residence')).document)
    expect((await download(idOf(residence), omar)).status).toBe(200)
    // What was read is no change, and only the paper's own file can be taken away.
    for (const document of [residence.document, null, ''])
      expect((await correct(residence.id, document)).reply.document).toBe(residence.document)
    expect(await portal.db.$count(documents)).toBe(before)
    const { reply } = await correct(residence.id, dataString(PNG))
    expect([reply.document_details?.type, reply.document_stage]).toEqual(['image/png', null])
    expect((await correct(residence.id, '')).reply.document).toBe(residence.document)
  })

  it('answers by the kind of paper, and to the person alone whose case it is', async () => {
    const { id: application_id } = await completed()
    const stranger = await ownLogin(await make.employee(company, { passport_number: `S${number}`, employee_name: 'Omar Said' }))
    for (const kind of Object.keys(STAGE_OF_PAPER) as PaperKind[]) {
      await portal.db.update(papers).set({ application_id: null }).where(eq(papers.application_id, application_id))
      if (kind === 'emirates_id') await huda.send(updateEmployee, { params: sara, body: { eid_number: '784-1' } })
      else if (kind !== 'residence') await add({ kind, number: '1' })
      const of = and(eq(papers.person_id, sara.person_id), eq(papers.kind, kind), eq(papers.state, 'held'))
      await portal.db.update(papers).set({ application_id }).where(of)
      const paper = await read((await heldOf(kind)).id, await ownLogin())
      expect(paper.document_stage).toBe(STAGE_OF_PAPER[kind])
      expect((await download(idOf(paper), stranger)).status).toBe(404)
    }
    // The case of another passport is not among those that she may open.
    await portal.db.execute(sql`update visa_applications set passport_number = 'OLD', employee_id = null where id = ${application_id}`)
    const permit = await heldOf('work_permit')
    expect([permit.document === null, (await read(permit.id, await ownLogin())).document]).toEqual([false, null])
  })
})

describe('what becomes of it', () => {
  it('stays while others are swept, is in the export of the person, and goes with an erasure', async () => {
    const id = idOf((await add({ document: dataString(PDF) })).reply)
    await sweepDocuments(portal, new Date(Date.now() + 2 * DAY_MS))
    expect(await kept()).toContain(id)
    const folder = await mkdtemp(join(tmpdir(), 'paper-'))
    await rm(folder, { recursive: true })
    expect(await exportPerson(portal, sara.passport_number, folder, portal.clock.moment)).toBe(1)
    expect(await readdir(join(folder, 'documents'))).toEqual(['01_Sara-Khan_work_permit.pdf'])
    expect(JSON.parse(await readFile(join(folder, 'person.json'), 'utf8')).documents).toMatchObject([{ id, place: 'work_permit' }])
    await rm(folder, { recursive: true })
    expect((await erase(portal, sara.passport_number, portal.clock.moment))?.goes).toContain(
      '1 document: the files and the keys that open them',
    )
    expect(await kept()).not.toContain(id)
  })

  it('goes with the documents of somebody cancelled long ago, and the history says so', async () => {
    const { reply } = await add({ document: dataString(PDF) })
    await huda.send(updateEmployee, { params: sara, body: { status: 'cancelled' } })
    await retain(portal, new Date(Date.now() + 400 * DAY_MS), { yes: true })
    portal.clock.moment = new Date(Date.now() + 400 * DAY_MS)
    omar = as(portal, await make.user('company_admin', { of: [company] }))
    expect([(await read(reply.id)).document, (await kept()).includes(idOf(reply))]).toEqual([null, false])
    const { reply: lines } = await omar.send(listEmployeeHistory, { params: sara })
    expect(lines.filter(({ actor_name }) => actor_name === null).map(({ action, subject }) => [action, subject])).toEqual([
      ['document_deleted', 'work_permit'],
    ])
  })
})
