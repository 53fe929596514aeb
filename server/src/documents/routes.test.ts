import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { create as contentDisposition } from 'content-disposition'
import {
  getApplication,
  getCompany,
  getDocument,
  listTransactions,
  MB,
  requestTopup,
  savedName,
  setApplicationDocuments,
  setCompanyDocuments,
  submitApplication,
  uploadDocument,
} from 'contract'
import { eq, inArray, isNull } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { dataString, HTML, JPEG, PDF, PNG } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee } from '../../../test/submission.ts'
import { documents } from '../db/documents.table.ts'

const portal = startPortal({ MAX_FILE_MB: '1' })
const make = given(portal)
const SCRIPT = Buffer.from('3 0 obj<</S/JavaScript/JS(app.alert(1))>>endobj')
const ACTIVE = 'This PDF contains a script or starts a program. Please print it to a new PDF and upload that.'
const UNKNOWN = '019a9e3c-0000-7000-8000-00000000dead'

async function customer() {
  const company = await make.company()
  const user = await make.user('company_admin', { of: [company] })
  const { send } = as(portal, user)
  const upload = (bytes: Buffer, name?: string, type = 'application/pdf') =>
    send(uploadDocument, { body: bytes as never }, { 'content-type': type, ...(name !== undefined && { 'x-file-name': name }) })
  const download = (id: string, query: { download?: string } = {}) => send(getDocument, { params: { id }, query })
  return { company, user, send, upload, download }
}

const stored = async () => ({
  files: (await readdir(portal.settings.files_dir, { recursive: true })).length,
  rows: await portal.db.$count(documents),
})

describe('POST /documents', () => {
  it('stores a file and tells what it is', async () => {
    const { upload, download } = await customer()
    const { status, reply } = await upload(JPEG, encodeURIComponent('صورة 1.jpg'), 'application/pdf')
    expect(status).toBe(201)
    expect(reply).toEqual({
      id: reply.id,
      name: 'صورة 1.jpg',
      type: 'image/jpeg',
      size: JPEG.length,
      attachments: false,
      lost: false,
      url: `/api/documents/${reply.id}`,
      created_at: '2026-11-20T06:00:00.000Z',
    })
    expect((await download(reply.id)).raw.rawPayload).toEqual(JPEG)
  })

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\x.pdf', 'x.pdf'],
    ['a\r\nSet-Cookie: b=c.pdf', 'aSet-Cookie: b=c.pdf'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['n'.repeat(300), 'n'.repeat(200)],
    ['😀'.repeat(300), '😀'.repeat(200)],
    ['a"b;filename=c.exe', 'a"b;filename=c.exe'],
    ['\u0000\u200f', 'document'],
    ['', 'document'],
  ])('keeps the name %j as one harmless line, away from the disk', async (name, shown) => {
    const { upload, download } = await customer()
    const { reply } = await upload(PDF, encodeURIComponent(name))
    expect(reply.name).toBe(shown)
    expect(await readdir(portal.settings.files_dir)).toContain(reply.id)
    const { headers } = await download(reply.id)
    expect(headers['content-disposition']).toBe(contentDisposition(savedName(shown, 'application/pdf'), { type: 'inline' }))
    expect(headers['content-disposition']).toMatch(/^[\x20-\x7e]+$/)
    expect(headers['set-cookie']).toBeUndefined()
  })

  it('takes a name that is no percent encoding as it is', async () => {
    const { upload } = await customer()
    expect((await upload(PDF, '100%.pdf')).reply.name).toBe('100%.pdf')
    expect((await upload(PDF)).reply.name).toBe('document')
  })

  it.each([
    ['HTML as PDF', HTML, 'application/pdf', 422, 'The selected file must be a PDF, JPG or PNG'],
    ['nothing', Buffer.alloc(0), 'application/pdf', 422, 'The selected file must be a PDF, JPG or PNG'],
    ['more than the limit', Buffer.concat([PDF, Buffer.alloc(MB)]), 'application/pdf', 413, 'The selected file must be smaller than 1 MB'],
    ['a PDF with a script', Buffer.concat([PDF, SCRIPT]), 'application/pdf', 422, ACTIVE],
    ['another content type', PDF, 'text/html', 415, 'This kind of content is not accepted here'],
    ['JSON', Buffer.from('{}'), 'application/json', 415, 'This kind of content is not accepted here'],
  ])('refuses %s and keeps nothing', async (_, bytes, type, status, detail) => {
    const { upload } = await customer()
    const before = await stored()
    const answer = await upload(bytes, 'a.pdf', type)
    expect(answer.status).toBe(status)
    expect(answer.problem).toMatchObject({ status, detail })
    await expect.poll(stored).toEqual(before)
  })
})

describe('data strings (D1)', () => {
  const submit = async (given: Record<string, string>) => {
    const { company, send } = await customer()
    return send(submitApplication, { body: newEmployee(company, { documents: given }) })
  }

  it('are judged by their bytes, whatever they claim', async () => {
    const { status, reply } = await submit({ photo: dataString(PNG, 'text/html'), degree: dataString(PDF, '') })
    expect(status).toBe(201)
    expect(reply.document_details).toMatchObject({ photo: { type: 'image/png' }, degree: { type: 'application/pdf' } })
  })

  it.each([
    ['HTML', dataString(HTML, 'text/html')],
    ['SVG that claims to be a PNG', dataString(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png')],
    ['no base64', 'data:application/pdf;base64,%%%'],
    ['base64 with a foreign character', `${dataString(PDF)} `],
    ['base64 that is cut off', dataString(Buffer.concat([PDF, Buffer.alloc(3)])).slice(0, -1)],
    ['nothing', 'data:application/pdf;base64,'],
    ['no data string', PDF.toString('base64')],
    ['an address elsewhere', 'https://evil.example/api/documents/019a9e3c-0000-7000-8000-00000000dead'],
  ])('that are %s are refused by name, and the good one beside them goes too', async (_, value) => {
    const before = await stored()
    const { status, problem } = await submit({ passport_front: dataString(PDF), photo: value })
    expect(status).toBe(422)
    expect(problem.errors).toEqual([{ field: 'documents.photo', detail: 'The selected file must be a PDF, JPG or PNG' }])
    await expect.poll(stored).toEqual(before)
  })

  it('with a script inside are refused by name too (T34)', async () => {
    const { status, problem } = await submit({ degree: dataString(Buffer.concat([PDF, SCRIPT])) })
    expect(status).toBe(422)
    expect(problem.errors).toEqual([{ field: 'documents.degree', detail: ACTIVE }])
  })

  it('over the limit are refused with the limit', async () => {
    const before = await stored()
    const { status, problem } = await submit({ passport_front: dataString(PDF), photo: dataString(Buffer.concat([PDF, Buffer.alloc(MB)])) })
    expect(status).toBe(413)
    expect(problem.detail).toContain('1 MB')
    await expect.poll(stored).toEqual(before)
  })
})

describe('references (D1, T17)', () => {
  const TAKEN = 'This file is not one of yours. Please upload it again.'

  it('attach what was uploaded, once', async () => {
    const { company, send, upload } = await customer()
    const { reply: file } = await upload(PDF, 'passport.pdf')
    const submit = (value: string) => send(submitApplication, { body: newEmployee(company, { documents: { photo: value } }) })
    expect((await submit(file.id)).reply.documents.photo).toBe(file.url)
    const again = await submit(file.url)
    expect(again.status).toBe(422)
    expect(again.problem.errors).toEqual([{ field: 'documents.photo', detail: TAKEN }])
  })

  it('attach one file to one record only, however fast two ask', async () => {
    const { company, send, upload } = await customer()
    const { reply: file } = await upload(PDF)
    const submit = () => send(submitApplication, { body: newEmployee(company, { documents: { photo: file.url } }) })
    const statuses = (await Promise.all([submit(), submit(), submit()])).map((answer) => answer.status)
    expect(statuses.sort()).toEqual([201, 422, 422])
  })

  it('of another user or of nobody are refused', async () => {
    const { upload } = await customer()
    const { reply: file } = await upload(PDF)
    const other = await customer()
    for (const value of [file.url, UNKNOWN]) {
      const body = newEmployee(other.company, { documents: { photo: value } })
      const { status, problem } = await other.send(submitApplication, { body })
      expect([status, problem.errors]).toEqual([422, [{ field: 'documents.photo', detail: TAKEN }]])
    }
  })
})

describe('GET /documents/{id}', () => {
  const attached = async () => {
    const owner = await customer()
    const body = newEmployee(owner.company, { employee_name: 'سارة "خان"', documents: { photo: dataString(JPEG) } })
    const { reply } = await owner.send(submitApplication, { body })
    return { owner, id: reply.document_details.photo?.id ?? '' }
  }

  it('serves the file with every header of D4 and its name by D5', async () => {
    const { owner, id } = await attached()
    const { status, headers, raw } = await owner.download(id)
    expect(status).toBe(200)
    expect(raw.rawPayload).toEqual(JPEG)
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(JPEG.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'self'",
      'cache-control': 'private, no-store',
      'content-disposition': `inline; filename="????-???-_photo.jpg"; filename*=UTF-8''${encodeURIComponent('سارة-خان-_photo.jpg')}`,
    })
    expect((await owner.download(id, { download: 'true' })).headers['content-disposition']).toMatch(/^attachment; /)
  })

  it('lets no uploader choose what opens the file', async () => {
    const owner = await customer()
    const page = Buffer.concat([PDF, HTML])
    const headers = { 'content-type': 'application/pdf', 'x-file-name': 'receipt.html' }
    const { id } = (await owner.send(uploadDocument, { body: page as never }, headers)).reply
    expect((await owner.download(id, { download: 'true' })).headers['content-disposition']).toBe('attachment; filename=receipt.html.pdf')
  })

  it('says of a document whose file a restore did not find that it was lost; its record shows it without', async () => {
    const { company, send, download } = await customer()
    const body = newEmployee(company, { documents: { passport_front: dataString(PDF), photo: dataString(PDF) } })
    const { reply: made } = await send(submitApplication, { body })
    const id = made.document_details.photo?.id ?? ''
    await portal.db.update(documents).set({ missing_at: portal.clock.moment.toISOString() }).where(eq(documents.id, id))
    await rm(join(portal.settings.files_dir, id))
    const { status, raw } = await download(id)
    expect([status, raw.json()]).toMatchObject([410, { detail: 'This document was lost and has to be uploaded again.' }])
    const { reply } = await send(getApplication, { params: { id: made.id }, query: { documents: 'data' } })
    expect(reply.documents).toMatchObject({ passport_front: dataString(PDF), photo: null })
    expect(reply.document_details.photo?.id).toBe(id)
  })

  it('is said to be lost by its records, which have another ETag then, until another takes its place', async () => {
    const { company, send } = await customer()
    const photo = { photo: dataString(JPEG, 'image/jpeg') }
    const params = { id: (await send(submitApplication, { body: newEmployee(company, { documents: photo }) })).reply.id }
    await send(setCompanyDocuments, { params: company, body: { trade_license: dataString(PDF) } })
    await send(requestTopup, { body: { amount: 10, receipt_document: dataString(PDF) } })
    const lost = async () => {
      const [application, profile] = [await send(getApplication, { params }), await send(getCompany, { params: company })]
      const [topup] = (await send(listTransactions, { query: { type: 'topup' } })).reply
      const details = [application.reply.document_details.photo, profile.reply.document_details.trade_license, topup?.receipt_details]
      return { flags: details.map((info) => info?.lost), etags: [application, profile].map(({ headers }) => String(headers.etag)) }
    }
    const before = await lost()
    const ids = portal.db.select({ id: documents.id }).from(documents).where(isNull(documents.missing_at))
    await portal.db.update(documents).set({ missing_at: portal.clock.moment.toISOString() }).where(inArray(documents.id, ids))
    const after = await lost()
    expect([before.flags, after.flags]).toEqual([Array(3).fill(false), Array(3).fill(true)])
    for (const [place, etag] of after.etags.entries()) expect(etag).not.toBe(before.etags[place])

    const put = (etag = '') =>
      send(setCompanyDocuments, { params: company, body: { documents: { trade_license: dataString(PDF) } } }, { 'if-match': etag })
    expect((await put(before.etags[1])).status).toBe(412)
    expect((await put(after.etags[1])).reply.document_details.trade_license?.lost).toBe(false)
    const { reply } = await send(setApplicationDocuments, { params, body: { documents: photo } })
    expect(reply.document_details.photo?.lost).toBe(false)
  })

  it('attaches none whose file a restore did not find', async () => {
    const { company, send } = await customer()
    const headers = { 'content-type': 'application/pdf', 'x-file-name': 'passport.pdf' }
    const { id } = (await send(uploadDocument, { body: PDF as never }, headers)).reply
    await portal.db.update(documents).set({ missing_at: portal.clock.moment.toISOString() }).where(eq(documents.id, id))
    const { status, problem } = await send(submitApplication, { body: newEmployee(company, { documents: { passport_front: id } }) })
    expect([status, problem.errors?.[0]?.field]).toEqual([422, 'documents.passport_front'])
  })

  it('answers HEAD with the same headers and no body', async () => {
    const { owner, id } = await attached()
    const { headers, raw } = await owner.send({ ...getDocument, method: 'HEAD' } as never as typeof getDocument, { params: { id } })
    expect(headers).toMatchObject({
      'content-length': String(JPEG.length),
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-store',
    })
    expect(raw.rawPayload).toHaveLength(0)
  })

  it('serves what is HTML behind the first bytes as the image it claims to be', async () => {
    const { upload, download } = await customer()
    const { reply } = await upload(Buffer.concat([JPEG, HTML]), 'a.html')
    expect((await download(reply.id)).headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' })
  })

  it('is open to an admin, and to the person it is about', async () => {
    const { owner, id } = await attached()
    const person = await make.user('employee', {
      of: [owner.company],
      email: 'sara.khan@people.example',
      email_verified_at: '2026-11-01T00:00:00.000Z',
    })
    for (const user of [await make.user('admin'), person])
      expect((await as(portal, user).send(getDocument, { params: { id } })).status).toBe(200)
  })

  it('says of a foreign document what it says of an unknown one, and 401 to somebody signed out', async () => {
    const { owner, id } = await attached()
    const { reply: loose } = await owner.upload(PDF)
    const other = await customer()
    const colleague = as(portal, await make.user('employee', { of: [owner.company] }))
    const unknown = await other.download(UNKNOWN)
    expect([unknown.status, unknown.problem.detail]).toEqual([404, 'Document not found'])
    for (const answer of [
      await other.download(id),
      await other.download(loose.id),
      await other.download('../users'),
      await colleague.send(getDocument, { params: { id } }),
      await as(portal, await make.user('admin')).send(getDocument, { params: { id: loose.id } }),
    ])
      expect([answer.status, answer.raw.body]).toEqual([404, unknown.raw.body])
    expect((await as(portal).send(getDocument, { params: { id } })).status).toBe(401)
  })

  it('follows the company of a company document', async () => {
    const { company, download } = await customer()
    const file = await make.document({ company_id: company.id, slot: 'trade_license' }, PDF)
    expect((await download(file.id)).headers['content-disposition']).toContain('Falcon-Trading-LLC_trade_license.pdf')
    const person = as(portal, await make.user('employee', { of: [company] }))
    expect((await person.send(getDocument, { params: { id: file.id } })).status).toBe(404)
    expect((await (await customer()).download(file.id)).status).toBe(404)
  })
})
