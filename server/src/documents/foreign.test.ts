import {
  getDocument,
  requestTopup,
  setApplicationDocuments,
  setCompanyDocuments,
  setPicture,
  submitApplication,
  uploadDocument,
} from 'contract'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { JPEG, PDF } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee } from '../../../test/submission.ts'
import { startSession } from '../auth/sessions.ts'

const portal = startPortal()
const make = given(portal)
const HEADERS = { 'content-type': 'application/pdf', 'x-file-name': 'a.pdf' }
const TAKEN = 'This file is not one of yours. Please upload it again.'

async function customer() {
  const company = await make.company()
  const sender = as(portal, await make.user('company_admin', { of: [company] }))
  const upload = async (bytes = PDF) => (await sender.send(uploadDocument, { body: bytes as never }, HEADERS)).reply
  return { company, upload, send: sender.send }
}

/** Everybody but the uploader, each with a company. */
async function others(company: { id: string }) {
  const stranger = await customer()
  return {
    colleague: { company, ...as(portal, await make.user('company_admin', { of: [company] })) },
    'somebody of another company': stranger,
    'an administrator': { company, ...as(portal, await make.user('admin')) },
  }
}

describe('an upload that belongs to nothing yet (T17)', () => {
  it.each(['colleague', 'somebody of another company', 'an administrator'] as const)('is neither read nor used by %s', async (who) => {
    const owner = await customer()
    const file = await owner.upload()
    const { send, company } = (await others(owner.company))[who]
    const params = { id: (await make.application(company)).id }
    expect((await send(getDocument, { params: { id: file.id } })).status).toBe(404)
    const answers = [
      await send(submitApplication, { body: newEmployee(company, { documents: { photo: file.url } }) }),
      await send(setApplicationDocuments, { params, body: { documents: { photo: file.id } } }),
      await send(setCompanyDocuments, { params: company, body: { trade_license: file.url } }),
      await send(setPicture, { body: { picture: file.url } }),
      ...(who === 'an administrator' ? [] : [await send(requestTopup, { body: { amount: 10, receipt_document: file.url } })]),
    ]
    for (const { status, problem } of answers) expect([status, problem.errors?.[0]?.detail]).toEqual([422, TAKEN])
    const used = await owner.send(submitApplication, { body: newEmployee(owner.company, { documents: { photo: file.url } }) })
    expect(used.reply.documents.photo).toBe(file.url)
  })

  it('goes into one place of one record', async () => {
    const { company, upload, send } = await customer()
    const { url } = await upload()
    const twice = await send(submitApplication, { body: newEmployee(company, { documents: { photo: url, degree: url } }) })
    expect([twice.status, twice.problem.errors?.[0]?.detail]).toEqual([422, TAKEN])
    const { reply } = await send(submitApplication, { body: newEmployee(company, { documents: { photo: url } }) })
    expect(reply.documents).toMatchObject({ photo: url, degree: null })
  })

  it('that is a PDF is no picture of a person', async () => {
    const { upload, send } = await customer()
    expect((await send(setPicture, { body: { picture: (await upload()).url } })).status).toBe(422)
    expect((await send(setPicture, { body: { picture: (await upload(JPEG)).url } })).status).toBe(200)
  })
})

describe('GET and HEAD of a document', () => {
  it('that is foreign have the headers of an unknown one', async () => {
    const { id } = await (await customer()).upload()
    const stranger = await make.user('company_admin', { of: [await make.company()] })
    const cookie = `session=${await startSession(portal.db, stranger.id, portal.clock.moment)}`
    for (const [method, range] of [['HEAD'], ['GET'], ['GET', 'bytes=0-3'], ['GET', 'bytes=999999-']] as const) {
      const ask = async (of: string) => {
        const asked = { cookie, ...(range && { range }) }
        const { statusCode: status, headers, body } = await portal.app.inject({ method, url: `/api/documents/${of}`, headers: asked })
        const { date: _, 'x-request-id': __, ...rest } = headers
        return { status, rest, body }
      }
      const unknown = await ask('019a9e3c-0000-7000-8000-00000000dead')
      expect([unknown.status, await ask(id)]).toEqual([404, unknown])
    }
  })

  it('are of the whole file, whatever state is asked for', async () => {
    const { upload, send } = await customer()
    const { id } = await upload()
    const conditions = [{ 'if-none-match': '*' }, { 'if-modified-since': 'Fri, 31 Dec 9999 23:59:59 GMT' }]
    for (const headers of conditions) {
      const answer = await send(getDocument, { params: { id } }, headers as Record<string, string>)
      expect([answer.status, answer.raw.rawPayload.equals(PDF)]).toEqual([200, true])
      for (const name of ['etag', 'last-modified', 'accept-ranges', 'content-range']) expect(answer.headers[name]).toBeUndefined()
    }
  })
})
