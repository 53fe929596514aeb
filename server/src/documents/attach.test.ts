import { readdir } from 'node:fs/promises'
import { addStage, getApplication, getDocument, listApplications, listStages, MB, submitApplication, updateStage } from 'contract'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { dataString, JPEG, PDF } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee } from '../../../test/submission.ts'
import { documents } from '../db/documents.table.ts'

const portal = startPortal()
const make = given(portal)

async function application() {
  const company = await make.company()
  const { send } = as(portal, await make.user('company_admin', { of: [company] }))
  const body = newEmployee(company, { documents: { photo: dataString(JPEG, 'image/jpeg'), degree: dataString(PDF) } })
  return { send, record: (await send(submitApplication, { body })).reply }
}

describe('a document in its place', () => {
  it('gives way to the next one, and its file waits for the sweeper', async () => {
    const { record } = await application()
    const admin = as(portal, await make.user('admin'))
    const params = { id: record.id }
    const { reply: stage } = await admin.send(addStage, { params, body: { stage_name: 'Offer Letter', document: dataString(PDF) } })
    const first = stage.document_details?.id ?? ''
    const changed = await admin.send(updateStage, { params: { id: stage.id }, body: { document: dataString(JPEG) } })
    expect(changed.reply.document_details).toMatchObject({ type: 'image/jpeg' })
    expect((await admin.send(listStages, { params, query: { documents: 'link' } })).reply[0]?.document).toBe(changed.reply.document)
    expect((await admin.send(getDocument, { params: { id: first } })).status).toBe(404)
    expect(await readdir(portal.settings.files_dir)).toContain(first)
  })

  it('stays when the change is refused, and when its own reference is sent again', async () => {
    const { record } = await application()
    const admin = as(portal, await make.user('admin'))
    const body = { stage_name: 'Offer Letter' as const, document: dataString(PDF) }
    const { reply: stage } = await admin.send(addStage, { params: { id: record.id }, body })
    for (const [document, status] of [
      [record.documents.photo ?? '', 422],
      [stage.document ?? '', 200],
    ] as const) {
      expect((await admin.send(updateStage, { params: { id: stage.id }, body: { document } })).status).toBe(status)
      const { raw } = await admin.send(getDocument, { params: { id: stage.document_details?.id ?? '' } })
      expect(raw.rawPayload).toEqual(PDF)
    }
  })
})

describe('documents in answers (D2)', () => {
  it('are data strings in one record, links in lists, and what ?documents asks for', async () => {
    const { send, record } = await application()
    const params = { id: record.id }
    const data = { photo: dataString(JPEG, 'image/jpeg'), degree: dataString(PDF), eid: null }
    expect((await send(getApplication, { params })).reply.documents).toMatchObject(data)
    expect((await send(getApplication, { params, query: { documents: 'link' } })).reply.documents).toEqual(record.documents)
    expect((await send(listApplications, {})).reply[0]?.documents).toEqual(record.documents)
    expect((await send(listApplications, { query: { documents: 'data' } })).reply[0]?.documents).toMatchObject(data)
    expect(record.documents.photo).toMatch(/^\/api\/documents\//)
  })

  it('are refused as data where they exceed the memory for answers, and free it otherwise', async () => {
    const { send, record } = await application()
    const params = { id: record.id }
    const claim = (size: number) => portal.db.update(documents).set({ size }).where(eq(documents.application_id, record.id))
    await claim(30 * MB)
    for (let round = 0; round < 3; round++) expect((await send(getApplication, { params })).status).toBe(200)
    await claim(40 * MB)
    const { status, problem } = await send(getApplication, { params })
    expect([status, problem.detail]).toEqual([
      413,
      'These documents are too large for one answer. Please ask for links with ?documents=link.',
    ])
    expect((await send(getApplication, { params, query: { documents: 'link' } })).status).toBe(200)
  })
})
