import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getDocument, MB } from 'contract'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { PDF } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { encryptAsBefore } from '../../../test/olderFile.ts'
import { startPortal } from '../../../test/portal.ts'
import { listenTo } from '../../../test/rawConnection.ts'
import { startSession } from '../auth/sessions.ts'
import { documents } from '../db/documents.table.ts'
import { HEADER_BYTES, SEALED_SEGMENT_BYTES, SEGMENT_BYTES } from '../keys/segments.ts'

const portal = startPortal()
const open = listenTo(portal)
const make = given(portal)
const LARGE = Buffer.concat([PDF, Buffer.alloc(4 * MB)])
for (let at = PDF.length; at < LARGE.length - 4; at += 1_000) LARGE.writeUInt32BE(at, at)
let person: Awaited<ReturnType<typeof customer>>

async function customer() {
  const company = await make.company()
  const user = await make.user('company_admin', { of: [company] })
  const cookie = `session=${await startSession(portal.db, user.id, portal.clock.moment)}`
  const { send } = as(portal, user)
  const store = (slot: 'trade_license' | 'other_doc_1' | 'other_doc_2', bytes: Buffer) =>
    make.document({ company_id: company.id, slot }, bytes)
  const download = (id: string, headers: Record<string, string> = {}) => send(getDocument, { params: { id } }, headers)
  /** Over a real connection. */
  const ask = async (id: string) => {
    const connection = await open()
    await connection.send(`GET /api/documents/${id} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`)
    return connection
  }
  return { store, download, ask }
}

beforeAll(async () => {
  person = await customer()
})

describe('a part of a document', () => {
  const ways = [
    ['in segments', 'trade_license', async () => undefined],
    [
      'encrypted as a whole, as before',
      'other_doc_1',
      async (id: string) => {
        const place = { files_dir: portal.settings.files_dir, master_key: portal.master_key }
        const wrapped_key = await encryptAsBefore(place, id, LARGE)
        await portal.db.update(documents).set({ wrapped_key }).where(eq(documents.id, id))
      },
    ],
  ] as const

  it.each(ways)('%s is answered with 206, and the whole of it as ever', async (_, slot, change) => {
    const { id } = await person.store(slot, LARGE)
    await change(id)
    const part = await person.download(id, { range: `bytes=${SEGMENT_BYTES - 10}-${3 * SEGMENT_BYTES}` })
    expect(part.status).toBe(206)
    expect(part.headers).toMatchObject({
      'content-range': `bytes ${SEGMENT_BYTES - 10}-${3 * SEGMENT_BYTES}/${LARGE.length}`,
      'content-length': String(2 * SEGMENT_BYTES + 11),
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'self'",
    })
    expect(part.raw.rawPayload.equals(LARGE.subarray(SEGMENT_BYTES - 10, 3 * SEGMENT_BYTES + 1))).toBe(true)
    const end = await person.download(id, { range: 'bytes=-5' })
    expect([end.status, end.raw.rawPayload.toString()]).toEqual([206, LARGE.subarray(-5).toString()])
    for (const headers of [{}, { range: 'bytes=0-1,5-6' }, { range: 'bytes=0-1', 'if-range': '"a"' }] as Record<string, string>[]) {
      const whole = await person.download(id, headers)
      expect([whole.status, whole.headers['content-range']]).toEqual([200, undefined])
      expect(whole.raw.rawPayload.equals(LARGE)).toBe(true)
    }
  })

  it('that it does not have is refused with its size, and without its headers', async () => {
    const { id } = await person.store('other_doc_2', PDF)
    const { status, problem, headers } = await person.download(id, { range: `bytes=${PDF.length}-` })
    expect([status, problem.detail]).toEqual([416, 'The file has no such part'])
    expect(headers).toMatchObject({ 'content-range': `bytes */${PDF.length}`, 'content-type': 'application/problem+json; charset=utf-8' })
    expect(headers['content-disposition']).toBeUndefined()
  })
})

describe('a document that was altered on the disk', () => {
  const altered = async (segment: number) => {
    const one = await customer()
    const { id } = await one.store('trade_license', LARGE)
    const path = join(portal.settings.files_dir, id)
    const sealed = await readFile(path)
    const at = HEADER_BYTES + segment * SEALED_SEGMENT_BYTES
    sealed.writeUInt8(sealed.readUInt8(at) ^ 1, at)
    await writeFile(path, sealed)
    return { ...one, id }
  }

  it('at its beginning is refused', async () => {
    const { id, download } = await altered(0)
    const { status, raw } = await download(id)
    expect([status, raw.body.includes('%PDF')]).toEqual([500, false])
  })

  it('further on is cut off before that place, so that nobody takes it for whole', async () => {
    const { id, ask } = await altered(20)
    const { closed, receivedBytes, received } = await ask(id)
    await closed
    expect(received()).toMatch(new RegExp(`^HTTP/1.1 200 [^]*content-length: ${LARGE.length}\r\n`))
    const body = receivedBytes().subarray(receivedBytes().indexOf('\r\n\r\n') + 4)
    expect(body.length).toBeLessThanOrEqual(20 * SEGMENT_BYTES)
    expect(body.equals(LARGE.subarray(0, body.length))).toBe(true)
  })
})

it('takes memory that does not grow with the file, however many readers stop halfway (D3)', async () => {
  const { store, download, ask } = await customer()
  const stall = async (id: string) => {
    const connection = await ask(id)
    connection.socket.pause()
    return connection
  }
  const { id } = await store('trade_license', Buffer.concat([PDF, Buffer.alloc(10 * MB - PDF.length, 'x')]))
  await download(id)
  const before = process.memoryUsage().rss
  const stalled = await Promise.all(Array.from({ length: 40 }, () => stall(id)))
  await expect.poll(() => stalled.filter(({ peer }) => peer.writableLength > 0), { timeout: 9_000 }).toHaveLength(40)
  expect((process.memoryUsage().rss - before) / MB).toBeLessThan(100)
  expect((await download(id)).status).toBe(200)
  for (const { socket } of stalled) socket.destroy()
})
