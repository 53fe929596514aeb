import { readdir } from 'node:fs/promises'
import { MB, renewEmployee, setCompanyDocuments, setPicture, submitApplication, uploadDocument } from 'contract'
import { eq, sum } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { dataString, JPEG, PDF } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee } from '../../../test/submission.ts'
import { documents } from '../db/documents.table.ts'

const TOO_MUCH = 'This file does not fit: your company may keep 2 MB of documents. Please remove some, or ask us for more room.'
const TOO_OFTEN = 'Your company may store 12 files an hour. Please try again later.'

const portal = startPortal({ QUOTA_COMPANY_MB: '2', QUOTA_FILES_PER_HOUR: '12' })
const make = given(portal)
const fileOf = (bytes: number) => Buffer.concat([PDF, Buffer.alloc(bytes - PDF.length)])
const filesKept = async () => (await readdir(portal.settings.files_dir)).length

async function customer() {
  const company = await make.company()
  const { send } = as(portal, await make.user('company_admin', { of: [company] }))
  const upload = (bytes: number) => send(uploadDocument, { body: fileOf(bytes) as never }, { 'content-type': 'application/pdf' })
  const used = async () => {
    const [row] = await portal.db
      .select({ bytes: sum(documents.size).mapWith(Number) })
      .from(documents)
      .where(eq(documents.charged_to, company.id))
    return row?.bytes ?? 0
  }
  return { company, send, upload, used }
}
type Sent = Awaited<ReturnType<Awaited<ReturnType<typeof customer>>['upload']>>
const statusesOf = (answers: Sent[]) => answers.map(({ status }) => status).toSorted()

describe('QUOTA_COMPANY_MB (T37)', () => {
  it('refuses the file that does not fit, as an upload and as a data string, and keeps nothing of it', async () => {
    const { company, send, upload, used } = await customer()
    expect((await upload(MB)).status).toBe(201)
    const before = await filesKept()
    const refused = await upload(MB + 1)
    expect([refused.status, refused.problem.detail]).toEqual([413, TOO_MUCH])
    const body = newEmployee(company, { documents: { passport_front: dataString(PDF), photo: dataString(fileOf(MB)) } })
    const submitted = await send(submitApplication, { body })
    expect([submitted.status, submitted.problem.detail]).toEqual([413, TOO_MUCH])
    await expect.poll(filesKept).toBe(before)
    expect(await used()).toBe(MB)
    expect((await upload(MB)).status).toBe(201)
    expect((await upload(PDF.length)).status).toBe(413)
  })

  it('is not passed by uploads at once', async () => {
    const { upload, used } = await customer()
    const before = await filesKept()
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(MB * 0.75)))
    expect(statusesOf(answers)).toEqual([201, 201, 413, 413, 413, 413])
    await expect.poll(filesKept).toBe(before + 2)
    expect(await used()).toBe(MB * 1.5)
  })

  it('is freed by what is replaced or deleted', async () => {
    const { company, send, upload } = await customer()
    const put = async (trade_license: string | null) =>
      (await send(setCompanyDocuments, { params: { id: company.id }, body: { documents: { trade_license } } })).status
    const first = (await upload(MB)).reply
    expect(await put(first.url)).toBe(200)
    const second = (await upload(MB)).reply
    expect((await upload(MB)).status).toBe(413)
    expect(await put(second.url)).toBe(200)
    expect((await upload(MB)).status).toBe(201)
    expect(await put(null)).toBe(200)
    expect((await upload(MB)).status).toBe(201)
  })

  it('refuses a renewal whose copies do not fit, and keeps none of them', async () => {
    const { company, send, used } = await customer()
    const { id } = await make.employee(company)
    const given = { passport_front: dataString(fileOf(MB * 0.5)), eid: dataString(fileOf(MB * 0.75)) }
    expect((await send(submitApplication, { body: newEmployee(company, { documents: given }) })).status).toBe(201)
    const before = await filesKept()
    const refused = await send(renewEmployee, { body: { employee_id: id } })
    expect([refused.status, refused.problem.detail]).toEqual([413, TOO_MUCH])
    await expect.poll(filesKept).toBe(before)
    expect(await used()).toBe(MB * 1.25)
  })

  it('is each company its own, and no limit for an admin', async () => {
    const [one, other] = [await customer(), await customer()]
    expect((await one.upload(2 * MB)).status).toBe(201)
    expect((await other.upload(2 * MB)).status).toBe(201)
    const admin = as(portal, await make.user('admin'))
    const sent = await admin.send(uploadDocument, { body: fileOf(3 * MB) as never }, { 'content-type': 'application/pdf' })
    expect(sent.status).toBe(201)
  })
})

describe('QUOTA_FILES_PER_HOUR (T37)', () => {
  it('refuses the next file until the hour is over, and says when that is', async () => {
    const { upload } = await customer()
    const answers = await Promise.all(Array.from({ length: 15 }, () => upload(PDF.length)))
    expect(statusesOf(answers)).toEqual([...Array(12).fill(201), 429, 429, 429])
    portal.clock.moment = new Date(portal.clock.moment.getTime() + 20 * 60_000)
    const refused = await upload(PDF.length)
    expect([refused.status, refused.problem.detail, refused.headers['retry-after']]).toEqual([429, TOO_OFTEN, '2400'])
    portal.clock.moment = new Date(portal.clock.moment.getTime() + 40 * 60_000)
    expect((await upload(PDF.length)).status).toBe(201)
  })

  it('counts data strings, and no refused file', async () => {
    const { company, send, upload } = await customer()
    for (let count = 0; count < 10; count++) expect((await upload(PDF.length)).status).toBe(201)
    expect((await upload(3 * MB)).status).toBe(413)
    const body = newEmployee(company, { documents: { passport_front: dataString(PDF), photo: dataString(PDF), degree: dataString(PDF) } })
    const refused = await send(submitApplication, { body })
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3600'])
  })

  it('counts the copies of a renewal and the own picture', async () => {
    const { company, send, upload } = await customer()
    const { id } = await make.employee(company)
    const given = { passport_front: dataString(PDF), eid: dataString(PDF) }
    await send(submitApplication, { body: newEmployee(company, { documents: given }) })
    for (let count = 0; count < 9; count++) expect((await upload(PDF.length)).status).toBe(201)
    const renewed = await send(renewEmployee, { body: { employee_id: id } })
    expect([renewed.status, renewed.problem.detail]).toEqual([429, TOO_OFTEN])
    const pictured = await send(setPicture, { body: { picture: dataString(JPEG, 'image/jpeg') } })
    expect([pictured.status, pictured.problem.detail]).toEqual([429, TOO_OFTEN])
  })
})
