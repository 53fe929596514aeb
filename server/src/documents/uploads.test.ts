import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { getCompany, getDocument, MB, submitApplication } from 'contract'
import { isNotNull, sql } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { as } from '../../../test/as.ts'
import { dataString, PDF } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { listenTo } from '../../../test/rawConnection.ts'
import { newEmployee } from '../../../test/submission.ts'
import { startSession } from '../auth/sessions.ts'
import { documents } from '../db/documents.table.ts'

const portal = startPortal()
const open = listenTo(portal)
const make = given(portal)
const PIECE = Buffer.alloc(64 * 1024)
/** `npm run trust` has fifty. */
const ENDLESS_SENDERS = Number(process.env.ENDLESS_SENDERS ?? 4)

const customer = async () => {
  const company = await make.company()
  return { company, user: await make.user('company_admin', { of: [company] }) }
}

/** A connection of a company_admin with the head of a request sent. */
async function begin(path: string, headers: Record<string, string>, by?: Awaited<ReturnType<typeof customer>>) {
  const { company, user } = by ?? (await customer())
  const cookie = `session=${await startSession(portal.db, user.id, portal.clock.moment)}`
  const connection = await open()
  const lines = Object.entries({ host: 'localhost', cookie, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  await connection.send(`POST /api${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  return { ...connection, company, user }
}

const chunk = (piece: Buffer): Buffer => Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])

const unfinished = async () => (await readdir(portal.settings.files_dir, { recursive: true })).filter((name) => name !== 'tmp')
const PDF_STREAM = { 'content-type': 'application/pdf', 'transfer-encoding': 'chunked' }

describe('POST /documents over a real connection', () => {
  it('leaves nothing of a sender that goes away', async () => {
    const { socket, send } = await begin('/documents', PDF_STREAM)
    await send(chunk(Buffer.concat([PDF, PIECE])))
    await expect.poll(unfinished).toHaveLength(1)
    socket.destroy()
    await expect.poll(unfinished).toEqual([])
    expect(await portal.db.$count(documents)).toBe(0)
  })

  it('refuses a stream without end once the limit is reached, in little memory, and ends the connection', async () => {
    const { socket, send, received, closed } = await begin('/documents', PDF_STREAM)
    const before = process.memoryUsage().rss
    let most = 0
    const piece = chunk(PIECE)
    await send(chunk(PDF))
    for (let size = 0; size < 200 * MB && !socket.destroyed; size += PIECE.length) {
      await send(piece)
      most = Math.max(most, process.memoryUsage().rss)
    }
    await expect.poll(received).toContain('HTTP/1.1 413')
    expect(received()).toContain('The selected file must be smaller than 10 MB')
    expect((most - before) / MB).toBeLessThan(50)
    await closed
    expect(await unfinished()).toEqual([])
  })

  it(`answers others while ${ENDLESS_SENDERS} send without end (T33)`, { timeout: 30_000 + ENDLESS_SENDERS * 2_000 }, async () => {
    const { company, user } = await customer()
    const senders = await Promise.all(Array.from({ length: ENDLESS_SENDERS }, () => begin('/documents', PDF_STREAM)))
    const piece = chunk(PIECE)
    let sending = senders.length
    const endless = senders.map(async ({ socket, send }) => {
      await send(chunk(PDF))
      for (let size = 0; size < 200 * MB && !socket.destroyed; size += PIECE.length) await send(piece)
      sending--
    })
    const { send } = as(portal, user)
    const waits: number[] = []
    const read = async () => {
      const from = performance.now()
      expect((await send(getCompany, { params: { id: company.id } })).status).toBe(200)
      waits.push(performance.now() - from)
      return sending
    }
    await expect.poll(read, { interval: 20, timeout: 20_000 + ENDLESS_SENDERS * 2_000 }).toBe(0)
    await Promise.all(endless)
    // A sender that still sends may lose the answer with the connection.
    const answers = senders.map(({ received }) => received().slice(9, 12))
    expect([...new Set(answers)].filter(Boolean)).toEqual(['413'])
    console.log(`${ENDLESS_SENDERS} endless senders: others waited ${Math.max(...waits).toFixed(0)} ms at most of ${waits.length} answers`)
    expect(await unfinished()).toEqual([])
  })

  it('refuses by the announced length before the file arrives', async () => {
    const { socket, received } = await begin('/documents', { 'content-type': 'application/pdf', 'content-length': String(200 * MB) })
    await expect.poll(received).toContain('HTTP/1.1 413')
    socket.destroy()
  })
})

describe('the memory that bodies with documents share (D3)', () => {
  const BODY = { 'content-type': 'application/json', 'content-length': String(90 * MB) }
  /** A sender of the first megabytes of a body of 90. What others held is free a moment after they went away, so it may have to try again. */
  const fill = async (size: number, by?: Awaited<ReturnType<typeof customer>>) => {
    const tryOnce = async () => {
      const begun = await begin('/visa-applications', BODY, by)
      await begun.send('{"documents":{"photo":"data:;base64,')
      for (let left = size; left > 0; left--) await begun.send(Buffer.alloc(MB, 'A'))
      await begun.arrived()
      if (begun.received() !== '' || begun.peer.destroyed) throw new Error('refused')
      return begun
    }
    return vi.waitFor(tryOnce, { timeout: 30_000 })
  }

  /** The refusal of one more sender. Bytes that have arrived count a moment later, so the sender may have to try again. */
  const refusal = async (by?: Awaited<ReturnType<typeof customer>>): Promise<string> => {
    let answer = ''
    const tryOnce = async () => {
      const { received, socket } = await begin('/visa-applications', BODY, by)
      await vi.waitUntil(() => received() !== '', { timeout: 3_000 }).finally(() => socket.destroy())
      answer = received()
    }
    await vi.waitFor(tryOnce, { timeout: 30_000 })
    return answer
  }

  /** What they held is free for the next test. */
  const goAway = async (...senders: Awaited<ReturnType<typeof begin>>[]) => {
    for (const { socket } of senders) socket.destroy()
    await vi.waitUntil(() => senders.every(({ peer }) => peer.destroyed), { timeout: 10_000 })
  }

  it('is free again when their senders go away', async () => {
    for (let round = 0; round < 3; round++) {
      await goAway(await fill(85))
    }
    const company = await make.company()
    const { send } = as(portal, await make.user('company_admin', { of: [company] }))
    expect((await send(submitApplication, { body: newEmployee(company) })).status).toBe(201)
  })

  it('stays held for a sender who has gone, as long as what they sent is worked on', async () => {
    const one = await customer()
    const holding = new pg.Client({ connectionString: portal.database_url })
    await holding.connect()
    // Their top-ups wait for the company.
    await holding.query('begin')
    await holding.query('select from companies where id = $1 for update', [one.company.id])
    const waiting = () => portal.db.$count(sql`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    const file = dataString(Buffer.concat([PDF, Buffer.alloc(9 * MB)]))
    const body = Buffer.from(JSON.stringify({ amount: 1, receipt_document: file }))
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
    try {
      for (let round = 1; round <= 2; round++) {
        const topup = await begin('/transactions/topup', headers, one)
        await topup.send(body)
        await expect.poll(waiting).toBe(round)
        await goAway(topup)
      }
      expect(await refusal(one)).toContain('HTTP/1.1 503')
    } finally {
      await holding.end()
    }
    await expect.poll(() => portal.db.$count(documents, isNotNull(documents.transaction_id))).toBe(2)
  })

  it('is not held by what is announced alone, however slowly it comes', async () => {
    const people = [await customer(), await customer()]
    const headers = (size: number) => ({ 'content-type': 'application/json', 'content-length': String(size * MB) })
    const starving = await Promise.all(
      people.flatMap((by) => [begin('/transactions/topup', headers(95), by), begin('/transactions/topup', headers(33), by)]),
    )
    for (const { send, arrived } of starving) await send('{"receipt_document":"').then(arrived)
    const { company, user } = await customer()
    const file = await make.document({ company_id: company.id, slot: 'trade_license' }, PDF)
    const { send } = as(portal, user)
    expect((await send(getDocument, { params: { id: file.id } })).status).toBe(200)
    expect((await send(submitApplication, { body: newEmployee(company) })).status).toBe(201)
    expect(starving.map(({ received }) => received()).join('')).toBe('')
    await goAway(...starving)
  })

  it('is never all taken by one person: others go on', async () => {
    const one = await customer()
    const first = await fill(60, one)
    expect(await refusal(one)).toContain('HTTP/1.1 503')
    const other = await fill(60)
    expect(other.received() + first.received()).toBe('')
    await goAway(first, other)
  })

  it('cannot be had by a compressed body that grows beyond what it announces', async () => {
    const { company, user } = await customer()
    const { send } = as(portal, user)
    const packed = gzipSync(JSON.stringify(newEmployee(company)))
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const answer = await send(submitApplication, { body: packed as never }, headers)
    expect([answer.status, answer.problem.detail]).toEqual([415, 'A compressed body is not accepted here'])
  })

  it('is refused with a sentence and a time when it is all taken', async () => {
    // One after the other: each would be refused what the other takes meanwhile, and free what it held.
    const busy = [await fill(85), await fill(85)]
    const refused = await refusal()
    expect(refused).toContain('HTTP/1.1 503')
    expect(refused.toLowerCase()).toContain('retry-after: 5')
    await goAway(...busy)
  })

  it('is held for a body that announces no length as it arrives, and no more', async () => {
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
    const one = await customer()
    const small = await Promise.all(Array.from({ length: 20 }, () => begin('/visa-applications', headers, one)))
    for (const { send, arrived } of small) await send(chunk(Buffer.from('{"employee_name":"'))).then(arrived)
    expect(small.map(({ received }) => received()).join('')).toBe('')
    const large = await begin('/visa-applications', headers, one)
    await large.send(chunk(Buffer.from('{"employee_name":"')))
    for (let size = 0; size < 120 * MB && !large.received(); size += MB) await large.send(chunk(Buffer.alloc(MB, 'x')))
    await expect.poll(large.received, { timeout: 9_000 }).toContain('HTTP/1.1 413')
    await goAway(...small, large)
    const { send } = as(portal, one.user)
    expect((await send(submitApplication, { body: newEmployee(one.company) })).status).toBe(201)
  })
})

describe('a limit of which seven documents exceed what there is to share', () => {
  const roomy = startPortal({ MAX_FILE_MB: '40' })

  it('still takes bodies, with and without a length, and refuses for good what can never fit', async () => {
    const company = await given(roomy).company()
    const { id } = await given(roomy).user('company_admin', { of: [company] })
    const cookie = `session=${await startSession(roomy.db, id, roomy.clock.moment)}`
    const headers = { cookie, 'content-type': 'application/json' }
    const submit = (more: object, payload: string | Readable) =>
      roomy.app.inject({ method: 'POST', url: '/api/visa-applications', headers: { ...headers, ...more }, payload })
    const documents = { passport_front: dataString(Buffer.concat([PDF, Buffer.alloc(12 * MB)])) }
    const body = JSON.stringify(newEmployee(company, { documents }))
    expect((await submit({}, body)).statusCode).toBe(201)
    expect((await submit({ 'transfer-encoding': 'chunked' }, Readable.from([Buffer.from(body)]))).statusCode).toBe(201)
    const refused = await submit({ 'content-length': String(300 * MB) }, Readable.from(['{']))
    expect([refused.statusCode, refused.json().detail]).toEqual([
      413,
      'These documents are too large for one request. Please upload them one by one.',
    ])
  })
})
