import {
  archiveDocuments,
  DAY_MS,
  getDocument,
  listApplications,
  MB,
  submitApplication,
  uploadDocument,
  withdrawApplication,
} from 'contract'
import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { as } from '../../../test/as.ts'
import { dataString, JPEG, PDF } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { startObjectServer } from '../../../test/objectServer.ts'
import { startPortal } from '../../../test/portal.ts'
import { readZip } from '../../../test/readZip.ts'
import { newEmployee } from '../../../test/submission.ts'
import { documents } from '../db/documents.table.ts'
import { MARK } from '../files/objects.ts'
import { erase } from '../privacy/erase.ts'
import { sweepDocuments } from './sweeper.ts'

const CANARY = 'kanarie7731'
const PREFIX = 'portal/documents'
/** Another answer may be kept for a moment, and the machine may do other work. */
const WAITING = { timeout: 30_000 }
const LARGE = Buffer.concat([PDF, Buffer.from(`%${CANARY} `.repeat(100_000))])

const objects = startObjectServer()
const portal = startPortal(() => ({ ...objects.settings(PREFIX), QUOTA_COMPANY_MB: '2' }))
const make = given(portal)
const ids = async () => (await objects.names(PREFIX)).filter((name) => name !== MARK)

async function customer() {
  portal.clock.moment = new Date()
  const company = await make.company()
  const { send } = as(portal, await make.user('company_admin', { of: [company] }))
  const upload = (bytes: Buffer) => send(uploadDocument, { body: bytes as never }, { 'content-type': 'application/pdf' })
  const download = (id: string, headers = {}) => send(getDocument, { params: { id } }, headers)
  return { company, send, upload, download }
}

describe('documents in a bucket', () => {
  it('are uploaded, downloaded in whole and in part, and sealed before they leave the process', async () => {
    const { upload, download } = await customer()
    const { status, reply } = await upload(LARGE)
    expect(status).toBe(201)
    expect(await ids()).toContain(reply.id)
    expect((await download(reply.id)).raw.rawPayload.equals(LARGE)).toBe(true)
    const part = await download(reply.id, { range: 'bytes=700000-800000' })
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 700000-800000/${LARGE.length}`])
    expect(part.raw.rawPayload.equals(LARGE.subarray(700_000, 800_001))).toBe(true)
    const bytes = await objects.bytes()
    expect([bytes.includes(CANARY), bytes.includes('%PDF'), bytes.includes('scan')]).toEqual([false, false, false])
  })

  it('come in an archive, and one that is missing is named there', async () => {
    const { company, send } = await customer()
    const own = await make.application(company, { employee_name: 'Sara Khan' })
    await make.document({ application_id: own.id, slot: 'photo' }, JPEG)
    const gone = await make.document({ application_id: own.id, slot: 'passport_front' }, PDF)
    await portal.files.remove(gone.id)
    const { raw } = await send(archiveDocuments, { query: { application_ids: own.id, language: 'en' } })
    const files = await readZip(raw.rawPayload)
    expect(files.map(({ name }) => name)).toEqual([expect.stringMatching(/\.jpg$/), 'missing.txt'])
    expect(files[0]?.bytes.equals(JPEG)).toBe(true)
  })

  it('count in the quota of a company', async () => {
    const { upload } = await customer()
    const large = Buffer.concat([PDF, Buffer.alloc(0.9 * MB)])
    const statuses = [await upload(large), await upload(large), await upload(large)].map(({ status }) => status)
    expect(statuses).toEqual([201, 201, 413])
  })

  it('leave the bucket with an erasure', async () => {
    const { company, send } = await customer()
    const body = newEmployee(company, { passport_number: 'ZQ7731', documents: { photo: dataString(JPEG) } })
    const { reply } = await send(submitApplication, { body })
    const [photo] = await portal.db.select().from(documents).where(eq(documents.application_id, reply.id))
    expect(await ids()).toContain(photo?.id)
    await send(withdrawApplication, { params: { id: reply.id }, body: { reason: 'Not needed any more' } } as never)
    await erase(portal, 'ZQ7731', new Date())
    expect(await ids()).not.toContain(photo?.id)
  })

  it('are removed by the sweeper where two rounds a day apart find no row', async () => {
    const { upload, send, company } = await customer()
    const [unused, orphan] = [(await upload(PDF)).reply, await portal.files.write(PDF)]
    const used = (await upload(PDF)).reply
    await send(submitApplication, { body: newEmployee(company, { documents: { photo: used.url } }) })
    const inDays = (days: number) => new Date(Date.now() + days * DAY_MS + 60_000)
    await sweepDocuments(portal, inDays(1))
    expect(await ids()).toEqual(expect.arrayContaining([unused.id, orphan.id]))
    await sweepDocuments(portal, inDays(2))
    const left = await ids()
    expect([left.includes(unused.id), left.includes(orphan.id), left.includes(used.id)]).toEqual([false, false, true])
    expect(await objects.names(PREFIX)).toContain(MARK)
  })
})

describe('a store that refuses to list uploads in parts', () => {
  it('is swept of files without a row all the same, and the round says what it refused', async () => {
    const orphan = await portal.files.write(PDF)
    objects.before = async (context, next) => {
      if (!('uploads' in context.query)) return next()
      context.status = 403
      context.body = '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'
    }
    for (const days of [1, 2]) {
      expect(await ids()).toContain(orphan.id)
      const moment = new Date(Date.now() + days * DAY_MS + 60_000)
      await expect(sweepDocuments(portal, moment)).rejects.toThrow('AccessDenied')
    }
    expect(await ids()).not.toContain(orphan.id)
  })
})

describe('a store that is away', () => {
  const ready = async () => (await portal.app.inject('/readyz')).statusCode

  it('is answered with 503 for documents while the rest works, until it is back', async () => {
    const { upload, download, send } = await customer()
    const { reply } = await upload(PDF)
    await objects.stop()
    const [up, down] = [await upload(PDF), await download(reply.id)]
    expect([up.status, up.problem.detail, up.headers['retry-after']]).toEqual([
      503,
      'Files cannot be stored at the moment. Please try again later.',
      '60',
    ])
    expect([down.status, down.problem.detail]).toEqual([503, 'Files cannot be read at the moment. Please try again later.'])
    expect((await send(listApplications, { query: {} })).status).toBe(200)
    await vi.waitUntil(async () => (await ready()) === 503, WAITING)
    await objects.start()
    expect((await download(reply.id)).status).toBe(200)
    await vi.waitUntil(async () => (await ready()) === 200, WAITING)
  })

  it('that breaks off in the middle of an upload leaves no row and no unfinished file', async () => {
    const { upload, company } = await customer()
    objects.before = async (context) => {
      context.req.once('data', () => void objects.stop())
      await new Promise(() => undefined)
    }
    expect((await upload(LARGE)).status).toBe(503)
    expect(await portal.db.$count(documents, eq(documents.charged_to, company.id))).toBe(0)
  })
})
