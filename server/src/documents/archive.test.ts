import { readdirSync, readlinkSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { archiveDocuments, MB, me } from 'contract'
import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { as } from '../../../test/as.ts'
import { JPEG, PDF, PNG } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { START, startPortal } from '../../../test/portal.ts'
import { listenTo, type RawConnection } from '../../../test/rawConnection.ts'
import { readZip } from '../../../test/readZip.ts'
import { recordedBy } from '../../../test/recordedLines.ts'
import { startSession } from '../auth/sessions.ts'
import { documents } from '../db/documents.table.ts'
import { downloadPlaces } from '../db/places.table.ts'
import { sweepPlaces } from '../http/places.ts'
import { HEADER_BYTES, SEALED_SEGMENT_BYTES } from '../keys/segments.ts'

const portal = startPortal()
const connect = listenTo(portal)
const make = given(portal)
const LARGE = Buffer.concat([PDF, Buffer.alloc(6 * MB, 'x')])

/** A company with a case that has a document in each place, and those who see it. */
async function world() {
  const company = await make.company()
  const email = `${v7()}@people.example`
  const own = await make.application(company, { email, employee_name: 'Sara Khan' })
  const photo = await make.document({ application_id: own.id, slot: 'photo' }, JPEG)
  const medical = await make.document({ stage_id: (await make.stage(own, 'Medical Test')).id, name: 'blood.pdf' }, PDF)
  const sent = await make.document({ message_id: (await make.message(own)).id, name: 'my scan.png' }, PNG)
  const people = {
    admin: await make.user('admin'),
    company_admin: await make.user('company_admin', { of: [company] }),
    employee: await make.user('employee', { of: [company], email, email_verified_at: '2026-11-01T00:00:00.000Z' }),
    colleague: await make.user('employee', {
      of: [company],
      email: `${v7()}@people.example`,
      email_verified_at: '2026-11-01T00:00:00.000Z',
    }),
    stranger: await make.user('company_admin', { of: [await make.company()] }),
  }
  return { company, own, photo, medical, sent, people }
}

const ask = (person: { id: string }, ids: string[], language: 'en' | 'ar' = 'en') =>
  as(portal, person).send(archiveDocuments, { query: { application_ids: ids.join(), language } })

async function filesOf(person: { id: string }, ids: string[], language?: 'ar') {
  const { status, raw, headers } = await ask(person, ids, language)
  expect(status).toBe(200)
  return { files: await readZip(raw.rawPayload), headers }
}

describe('an archive', () => {
  it('holds the documents of the case, of its stages and of its messages as they were stored', async () => {
    const { own, people } = await world()
    const { files, headers } = await filesOf(people.company_admin, [own.id])
    expect(files.map(({ name, stored }) => [name, stored])).toEqual([
      ['Sara-Khan/Sara-Khan_photo.jpg', true],
      ['Sara-Khan/Sara-Khan_medical_test.pdf', true],
      ['Sara-Khan/my-scan.png', true],
    ])
    expect(files[1]?.bytes.equals(PDF)).toBe(true)
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename=Sara-Khan.zip',
      'cache-control': 'private, no-store',
    })
  })

  it('leaves a line of each document, as if it were opened alone (T62)', async () => {
    const { own, photo, medical, sent, people } = await world()
    const { recorded } = await recordedBy(portal, () => ask(people.company_admin, [own.id]))
    const call = 'GET /visa-applications/archive'
    const line = { actor_id: people.company_admin.id, outcome: 'seen', call }
    expect(recorded.accesses).toMatchObject([
      { ...line, record_type: 'application', record_id: null },
      ...[photo, medical, sent].map(({ id }) => ({ ...line, record_type: 'document', record_id: id })),
    ])
  })

  it('gives an employee the own case, the Medical Test included, but no messages (V4, V7)', async () => {
    const { own, people } = await world()
    const { files } = await filesOf(people.employee, [own.id])
    expect(files.map(({ name }) => name)).toEqual(['Sara-Khan/Sara-Khan_photo.jpg', 'Sara-Khan/Sara-Khan_medical_test.pdf'])
    for (const other of [people.colleague, people.stranger]) expect((await ask(other, [own.id])).status).toBe(404)
  })

  it('of several cases has a folder for each, and is refused as a whole where one is not theirs', async () => {
    const { company, own, people } = await world()
    const named = await make.application(company, { employee_name: 'sara khan' })
    await make.document({ application_id: named.id, slot: 'degree' }, PDF)
    const arabic = await make.application(company, { employee_name: 'فاطمة الزهراء' })
    await make.document({ application_id: arabic.id, slot: 'photo' }, JPEG)
    const { files, headers } = await filesOf(people.admin, [arabic.id, named.id, own.id, own.id])
    expect(files.map(({ name }) => name)).toEqual([
      'فاطمة-الزهراء/فاطمة-الزهراء_photo.jpg',
      'sara-khan/sara-khan_degree.pdf',
      'Sara-Khan (2)/Sara-Khan_photo.jpg',
      'Sara-Khan (2)/Sara-Khan_medical_test.pdf',
      'Sara-Khan (2)/my-scan.png',
    ])
    expect(headers['content-disposition']).toBe('attachment; filename=documents-2026-11-20.zip')
    expect((await ask(people.stranger, [own.id, named.id])).status).toBe(404)
    expect((await ask(people.admin, [own.id, v7()])).status).toBe(404)
  })

  it('names in missing.txt what cannot be read, and says nobody saw it', async () => {
    const { own, photo, medical, sent, people } = await world()
    await rm(join(portal.settings.files_dir, photo.id))
    const damaged = await make.document({ stage_id: (await make.stage(own, 'Entry Permit')).id }, LARGE)
    const path = join(portal.settings.files_dir, damaged.id)
    const sealed = await readFile(path)
    const at = HEADER_BYTES + 50 * SEALED_SEGMENT_BYTES
    sealed.writeUInt8(sealed.readUInt8(at) ^ 1, at)
    await writeFile(path, sealed)
    const { answer, recorded } = await recordedBy(portal, () => filesOf(people.admin, [own.id]))
    expect(answer.files.map(({ name }) => name)).toEqual(['Sara-Khan/Sara-Khan_medical_test.pdf', 'Sara-Khan/my-scan.png', 'missing.txt'])
    const lines = answer.files[2]?.bytes.toString().split('\r\n')
    expect(lines).toEqual([
      'These documents could not be read, so they are not in this archive. Please try again later.',
      '',
      'Sara-Khan/Sara-Khan_photo.jpg',
      'Sara-Khan/Sara-Khan_entry_permit.pdf',
      '',
    ])
    const seen = recorded.accesses.filter(({ record_type }) => record_type === 'document').map(({ record_id }) => record_id)
    expect(seen).toEqual([medical.id, sent.id])
    const inArabic = await filesOf(people.admin, [own.id], 'ar')
    expect(inArabic.files[2]?.bytes.toString()).toMatch(/^تعذّرت قراءة هذه المستندات/)
  })

  it('names apart what was lost, and takes it for no error', async () => {
    const { own, photo, people } = await world()
    await portal.db.update(documents).set({ missing_at: START.toISOString() }).where(eq(documents.id, photo.id))
    await rm(join(portal.settings.files_dir, photo.id))
    const { answer, recorded } = await recordedBy(portal, () => filesOf(people.admin, [own.id]))
    const lines = answer.files.at(-1)?.bytes.toString().split('\r\n')
    expect(lines).toEqual(['These documents were lost and have to be uploaded again.', '', 'Sara-Khan/Sara-Khan_photo.jpg', ''])
    expect(recorded.accesses.map(({ record_id }) => record_id)).not.toContain(photo.id)
  })
})

describe('an archive is refused', () => {
  it('over 100 cases, with their number, and where an id is none', async () => {
    const { people } = await world()
    const { status, problem } = await ask(
      people.admin,
      Array.from({ length: 101 }, () => v7()),
    )
    expect([status, problem.detail]).toEqual([413, 'An archive takes the documents of at most 100 applications. These are 101.'])
    for (const ids of [[''], ['x'], [v7(), '']]) expect((await ask(people.admin, ids)).status).toBe(422)
  })

  it('over 2 GB, with the size', async () => {
    const { own, photo, medical, people } = await world()
    for (const { id } of [photo, medical])
      await portal.db
        .update(documents)
        .set({ size: 1_500 * MB })
        .where(eq(documents.id, id))
    const { status, problem } = await ask(people.admin, [own.id])
    expect([status, problem.detail]).toEqual([413, 'An archive takes at most 2048 MB. These documents have 3001 MB.'])
  })

  it('without a document', async () => {
    const { company, people } = await world()
    const { status, problem } = await ask(people.admin, [(await make.application(company)).id])
    expect([status, problem.detail]).toEqual([409, 'There are no documents to download'])
  })
})

const opened: RawConnection[] = []
afterEach(async () => {
  for (const { socket } of opened.splice(0)) socket.destroy()
})

/** Begins an archive over a connection that reads nothing, once its first bytes are there. */
async function stall(person: { id: string }, id: string): Promise<RawConnection> {
  const connection = await connect()
  opened.push(connection)
  const cookie = `session=${await startSession(portal.db, person.id, portal.clock.moment)}`
  connection.socket.pause()
  await connection.send(`GET /api/visa-applications/archive?application_ids=${id} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`)
  await expect.poll(() => connection.peer.writableLength, { timeout: 9_000 }).toBeGreaterThan(0)
  return connection
}

/** The files of the store that are open. */
const openFiles = () =>
  readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${name}`)
      return path.startsWith(portal.settings.files_dir) ? [path] : []
    } catch {
      return []
    }
  })

async function largeCase() {
  const { company, own, people } = await world()
  const { id } = await make.application(company)
  for (const slot of ['photo', 'degree', 'eid'] as const) await make.document({ application_id: id, slot }, LARGE)
  return { id, own, people }
}

describe('archives at a time', () => {
  it('are one a person, two a server, and a place is free again once the client has hung up', async () => {
    const { id, own: small, people } = await largeCase()
    const first = await stall(people.admin, id)
    const own = await ask(people.admin, [id])
    expect([own.status, own.headers['retry-after'], own.problem.detail]).toEqual([
      429,
      '10',
      'Another archive of yours is still being downloaded. Please wait until it has arrived.',
    ])
    await stall(people.company_admin, id)
    expect((await ask(people.employee, [small.id])).status).toBe(503)
    first.socket.destroy()
    await expect.poll(async () => (await ask(people.admin, [id])).status, { timeout: 9_000 }).toBe(200)
  })

  it('are one a person over all servers, and the place of a server that died ends by itself', async () => {
    const { own, people } = await world()
    const inSeconds = (seconds: number) => new Date(START.getTime() + seconds * 1_000)
    const elsewhere = { kind: 'archive' as const, user_id: people.admin.id, id: v7(), ends_at: inSeconds(60).toISOString() }
    await portal.db.insert(downloadPlaces).values([elsewhere, { ...elsewhere, kind: 'table', user_id: people.company_admin.id }])
    expect([(await ask(people.admin, [own.id])).status, (await ask(people.company_admin, [own.id])).status]).toEqual([429, 200])
    portal.clock.moment = inSeconds(59)
    expect((await ask(people.admin, [own.id])).status).toBe(429)
    portal.clock.moment = inSeconds(60)
    expect((await ask(people.admin, [own.id])).status).toBe(200)
    expect(await sweepPlaces(portal.db, portal.clock.moment)).toBe(1)
  })

  it('keep their place as long as they last', async () => {
    const { id, people } = await largeCase()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await stall(people.admin, id)
    for (const minute of [1, 2]) {
      portal.clock.moment = new Date(START.getTime() + minute * 50_000)
      vi.advanceTimersByTime(20_000)
      const endsAt = async () => (await portal.db.select().from(downloadPlaces)).map(({ ends_at }) => Date.parse(ends_at))
      await expect.poll(endsAt).toEqual([portal.clock.moment.getTime() + 60_000])
    }
    vi.useRealTimers()
  })

  it('read no further than their reader does, and close their files when that one has gone', async () => {
    const { id, people } = await largeCase()
    const { answer: connection, recorded } = await recordedBy(portal, () => stall(people.admin, id))
    expect(openFiles()).toHaveLength(1)
    expect(recorded.accesses.filter(({ record_type }) => record_type === 'document')).toHaveLength(1)
    const gone = await recordedBy(portal, async () => {
      connection.socket.destroy()
      await expect.poll(openFiles, { timeout: 9_000 }).toEqual([])
      await as(portal, people.admin).send(me, {})
    })
    expect(gone.recorded.accesses).toEqual([])
  })

  it('are asked for by HEAD without taking a place', async () => {
    const { id, people } = await largeCase()
    const cookie = `session=${await startSession(portal.db, people.admin.id, portal.clock.moment)}`
    const head = () =>
      portal.app.inject({ method: 'HEAD', url: `/api/visa-applications/archive?application_ids=${id}`, headers: { cookie } })
    const { statusCode, body, headers } = await head()
    expect([statusCode, body, headers['content-type']]).toEqual([200, '', 'application/zip'])
    await stall(people.admin, id)
    expect((await head()).statusCode).toBe(429)
  })
})
