import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { get } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { uploadDocument } from 'contract'
import pg from 'pg'
import { expect, it } from 'vitest'
import { startFaulty, UPLOAD } from '../../test/faulty.ts'
import { PDF } from '../../test/files.ts'

/** `npm run trust` sends a thousand. */
const VANISHING = Number(process.env.VANISHING_CLIENTS ?? 100)
const portal = startFaulty()

/** The server's open descriptors besides its connections to the database, which it keeps for minutes; where /proc exists. */
async function descriptors(database: pg.Client): Promise<number> {
  const folder = `/proc/${portal.server.child.pid}/fd`
  const { rowCount } = await database.query('select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()')
  return existsSync(folder) ? readdirSync(folder).length - (rowCount ?? 0) : 0
}
const residentMb = (): number => {
  const file = `/proc/${portal.server.child.pid}/status`
  return existsSync(file) ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1]) / 1024 : 0
}

/** Begins an upload, sends a part and disconnects. */
function vanish(cookie: string, bytes: number): Promise<void> {
  const socket = connect(Number(new URL(portal.server.origin).port), '127.0.0.1')
  socket.on('error', () => undefined)
  const head = [
    'POST /api/documents HTTP/1.1',
    'Host: localhost',
    `Cookie: ${cookie}`,
    'Content-Type: application/pdf',
    'Content-Length: 9000000',
  ]
  return new Promise((done) => {
    socket.once('close', () => done())
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    socket.write(Buffer.concat([PDF, Buffer.alloc(bytes)]), () => setTimeout(() => socket.resetAndDestroy(), bytes % 40))
  })
}

/** The server accepts connections in order: an answer on a new one means that all before were accepted. */
const acceptedAll = (origin: string): Promise<void> =>
  new Promise((done, fail) => {
    get(`${origin}/healthz`, { agent: false }, (answer) => answer.resume().once('end', done)).once('error', fail)
  })

it(`${VANISHING} clients that vanish in mid-upload leave nothing behind (T52)`, { timeout: 60_000 + VANISHING * 100 }, async () => {
  const { as } = await portal.start({ DATABASE_URL: portal.database.url })
  const database = new pg.Client(portal.database.url)
  await database.connect()
  portal.stops.push(() => database.end())
  const open = () => descriptors(database)
  const many = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, number) => vanish(as.cookies.cookie, 1_000 + number * 7_919)))
  expect((await as.send(uploadDocument, { body: PDF as never }, UPLOAD)).status).toBe(201)
  const idle = await open()
  const settled = async () => {
    await acceptedAll(portal.server.origin)
    await expect.poll(open, { timeout: 60_000 }).toBeLessThanOrEqual(idle + 2)
    await expect.poll(() => readdir(join(portal.dataDir, 'files/tmp')), { timeout: 60_000 }).toEqual([])
  }
  const vanishUntil = async (count: number) => {
    for (; gone < count; gone += 20) await many(20)
  }
  let gone = 0
  // A fresh server takes memory that it keeps, so only the second half counts.
  await vanishUntil(VANISHING / 2)
  await settled()
  const before = { descriptors: await open(), mb: residentMb() }
  await vanishUntil(VANISHING)
  await settled()
  expect(residentMb() - before.mb).toBeLessThan(48)
  expect(await portal.storedFiles()).toHaveLength(1)
  expect((await as.send(uploadDocument, { body: PDF as never }, UPLOAD)).status).toBe(201)
  console.log(
    `${VANISHING} vanished: ${await open()} descriptors (${before.descriptors} before), ${residentMb().toFixed(0)} MB (${before.mb.toFixed(0)})`,
  )
})
