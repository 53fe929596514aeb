import {
  addStage,
  getApplication,
  listApplicationHistory,
  setApplicationDocuments,
  setExpiryDate,
  submitApplication,
  updateStage,
} from 'contract'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { dataString, HTML, JPEG, PDF } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { historyLines } from '../../../test/historyLines.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee } from '../../../test/submission.ts'
import { documents } from '../db/documents.table.ts'

const portal = startPortal()
const make = given(portal)
const admin = async () => as(portal, await make.user('admin', { full_name: 'Huda Salem' }))

const submitted = async () => {
  const company = await make.company()
  const customer = as(portal, await make.user('company_admin', { of: [company] }))
  const body = newEmployee(company, { documents: { passport_front: dataString(PDF) } })
  const { reply } = await customer.send(submitApplication, { body })
  return { customer, params: { id: reply.id } }
}

describe('PUT /visa-applications/{id}/documents (S7)', () => {
  it('adds what was missing and replaces what was not good enough', async () => {
    const { customer, params } = await submitted()
    const missing = { photo: dataString(JPEG, 'image/jpeg'), passport_front: dataString(JPEG, 'image/jpeg') }
    const { status, reply } = await customer.send(setApplicationDocuments, { params, body: { documents: missing } })
    expect(status).toBe(200)
    expect(reply.document_details).toMatchObject({ photo: { type: 'image/jpeg' }, passport_front: { type: 'image/jpeg' } })
    expect((await customer.send(getApplication, { params })).reply.documents.photo).toBe(missing.photo)
  })

  it('keeps what is absent, null or unchanged', async () => {
    const { customer, params } = await submitted()
    const { documents: held } = (await customer.send(getApplication, { params, query: { documents: 'link' } })).reply
    const { reply } = await customer.send(setApplicationDocuments, { params, body: { documents: held } })
    expect(reply.documents).toEqual(held)
    expect((await customer.send(listApplicationHistory, { params })).reply).toHaveLength(1)
  })

  it('refuses a wrong file and an unknown slot, storing nothing', async () => {
    const { customer, params } = await submitted()
    const before = await portal.db.$count(documents)
    const wrong = await customer.send(setApplicationDocuments, { params, body: { documents: { photo: dataString(HTML) } } })
    expect([wrong.status, wrong.problem.errors?.[0]?.field]).toEqual([422, 'documents.photo'])
    const slot = { selfie: dataString(PDF) } as never
    expect((await customer.send(setApplicationDocuments, { params, body: { documents: slot } })).status).toBe(422)
    expect(await portal.db.$count(documents)).toBe(before)
  })

  it('is 409 once the application is completed', async () => {
    const { customer, params } = await submitted()
    await (await admin()).send(addStage, { params, body: { stage_name: 'Visa Stamping', status: 'Approved' } })
    const late = await customer.send(setApplicationDocuments, { params, body: { documents: { photo: dataString(PDF) } } })
    expect(late.status).toBe(409)
  })

  it('refuses a change of a state that is gone (P5)', async () => {
    const { customer, params } = await submitted()
    const etag = { 'if-match': String((await customer.send(getApplication, { params })).headers.etag) }
    const body = { documents: { photo: dataString(PDF) } }
    expect((await customer.send(setApplicationDocuments, { params, body }, etag)).status).toBe(200)
    expect((await customer.send(setApplicationDocuments, { params, body }, etag)).status).toBe(412)
  })
})

describe('GET /visa-applications/{id}/history (S10)', () => {
  it('tells one chain of what changed, even when two admins change a stage at once', async () => {
    const { customer, params } = await submitted()
    const { send } = await admin()
    const { id } = (await send(addStage, { params, body: { stage_name: 'Offer Letter' } })).reply
    const notes = ['one', 'two', 'three', 'four']
    await Promise.all(notes.map((each) => send(updateStage, { params: { id }, body: { notes: each } })))
    const { reply } = await customer.send(listApplicationHistory, { params })
    const changes = reply.filter((entry) => entry.action === 'stage_changed').map((entry) => entry.changes[0])
    expect(changes.map((change) => change?.from).toSorted()).toEqual([...changes.slice(1).map((change) => change?.to), null].toSorted())
    expect(new Set(changes.map((change) => change?.from)).size).toBe(notes.length)
  })

  it('tells who did what, newest first', async () => {
    const { customer, params } = await submitted()
    const { send } = await admin()
    const stage = (await send(addStage, { params, body: { stage_name: 'Offer Letter', notes: 'Sent', document: dataString(PDF) } })).reply
    await send(updateStage, { params: { id: stage.id }, body: { status: 'Approved' } })
    await send(updateStage, { params: { id: stage.id }, body: { status: 'Approved' } })
    await send(setExpiryDate, { params, query: { expiry_date: '2028-11-19' } })
    await customer.send(setApplicationDocuments, { params, body: { documents: { photo: dataString(JPEG, 'image/jpeg') } } })
    const last = (await send(addStage, { params, body: { stage_name: 'Visa Stamping', status: 'Approved' } })).reply
    await send(updateStage, { params: { id: last.id }, body: { status: 'Rejected' } })
    const { reply } = await customer.send(listApplicationHistory, { params })
    expect(historyLines(reply)).toEqual([
      ['reopened', null, 'Huda Salem'],
      ['stage_changed', 'Visa Stamping', 'Huda Salem'],
      ['completed', null, 'Huda Salem'],
      ['stage_added', 'Visa Stamping', 'Huda Salem'],
      ['document_added', 'photo', 'Layla Nasser'],
      ['expiry_date_set', null, 'Huda Salem'],
      ['stage_changed', 'Offer Letter', 'Huda Salem'],
      ['stage_document_added', 'Offer Letter', 'Huda Salem'],
      ['stage_added', 'Offer Letter', 'Huda Salem'],
      ['submitted', null, 'Layla Nasser'],
    ])
    expect(reply[6]).toMatchObject({ changes: [{ field: 'status', from: 'Submitted', to: 'Approved' }] })
  })

  it.each(['update history set actor_name = null', 'delete from history', 'truncate history'])(
    'is append-only: %s fails',
    async (change) => {
      await submitted()
      await expect(portal.db.execute(sql.raw(change))).rejects.toMatchObject({ cause: { message: 'history is append-only' } })
    },
  )
})
