import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEmployee, getDocument, listApplications, listTransactions, login, pathOf, submitApplication, uploadDocument } from 'contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { dataString, PDF } from './files.ts'
import { client, type ServerProcess, startServer } from './serverProcess.ts'
import { canMount, mountSmallDisk } from './smallDisk.ts'
import { newEmployee } from './submission.ts'
import { register } from './twoServers.ts'

/** `npm run trust` has a thousand of them. */
const VANISHING = Number(process.env.VANISHING_CLIENTS ?? 100)
const ADMIN = { email: 'admin@portal.example', password: 'a-long-password-2026' }
const MB = 1024 * 1024
const LARGE = Buffer.concat([PDF, Buffer.alloc(5 * MB)])
const UPLOAD = { 'content-type': 'application/pdf', 'x-file-name': 'scan.pdf' }

let dataDir: string
let database: FreshDatabase
let server: ServerProcess
const stops: (() => unknown)[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'faults-'))
  database = await freshDatabase()
}, 60_000)
afterEach(async () => {
  await server?.end('SIGKILL')
  for (const stop of stops.splice(0)) await stop()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
}, 60_000)

async function start(environment: Record<string, string>, within?: string[]) {
  const admin = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
  server = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...admin, ...environment }, within)
  const administrator = client(server.origin)
  await administrator.send(login, { body: ADMIN })
  return register({ servers: [server, server], administrator })
}

/** The file store without its folder of unfinished files, which must be empty. */
async function storedFiles(): Promise<string[]> {
  expect(await readdir(join(dataDir, 'files/tmp'))).toEqual([])
  return (await readdir(join(dataDir, 'files'))).filter((name) => name !== 'tmp')
}

/** What an upload is answered, with the headers. */
async function ask(as: ReturnType<typeof client>, bytes: Buffer) {
  const answer = await as.raw(uploadDocument, bytes, UPLOAD)
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), type: answer.headers.get('content-type') }
}

const PROBLEM = 'application/problem+json; charset=utf-8'
const full = { status: 507, retryAfter: '60', type: PROBLEM }
const refusing = { status: 503, retryAfter: '60', type: PROBLEM }

/** How a disk can be made to refuse here. A limit on the size of files is what every system allows. */
const FAULTS = [
  {
    name: 'a write is refused by the system in mid-file',
    begin: () => start({ DATABASE_URL: database.url }, ['sh', '-c', 'ulimit -f 2048 && exec "$@"', 'sh']),
    provoke: () => undefined,
    mend: () => undefined,
    expected: refusing,
    staysBroken: true,
  },
  ...(canMount() ? mountedFaults() : []),
]

function mountedFaults() {
  let disk: ReturnType<typeof mountSmallDisk>
  const begin = () => {
    disk = mountSmallDisk(join(dataDir, 'files'), 8)
    stops.push(() => disk?.unmount())
    return start({ DATABASE_URL: database.url })
  }
  const filler = () => join(dataDir, 'files/filler')
  return [
    {
      name: 'the disk of the files is full',
      begin,
      provoke: () => writeFileSync(filler(), Buffer.alloc(4 * MB)),
      mend: () => rmSync(filler()),
      expected: full,
      staysBroken: false,
    },
    {
      name: 'the disk of the files takes no writes',
      begin,
      provoke: () => void disk?.refuseWrites(),
      mend: () => void disk?.takeWrites(),
      expected: refusing,
      staysBroken: false,
    },
  ]
}

describe.each(FAULTS)('when $name (T51)', ({ begin, provoke, mend, expected, staysBroken }) => {
  it('says so and when to come back, keeps nothing half, reads on and recovers', { timeout: 60_000 }, async () => {
    const { company, as } = await begin()
    const { reply: earlier } = await as.send(uploadDocument, { body: PDF as never }, UPLOAD)
    provoke()
    expect(await ask(as, LARGE)).toEqual(expected)
    const documents = { passport_front: dataString(PDF), passport_last: dataString(LARGE) }
    const refused = await as.send(submitApplication, { body: newEmployee(company, { documents }) })
    expect(refused.status).toBe(expected.status)
    // The first of the two may have been stored: the sweeper's, or removed at once.
    expect((await as.send(listApplications, {})).reply).toEqual([])
    expect((await as.send(listTransactions, {})).reply).toEqual([])
    expect(await as.bytes(pathOf(getDocument, { id: earlier.id }))).toEqual(PDF)
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
    mend()
    const { status } = await as.send(uploadDocument, { body: (staysBroken ? PDF : LARGE) as never }, UPLOAD)
    expect(status).toBe(201)
    const stored = (await storedFiles()).filter((name) => name !== 'filler')
    expect(stored).toHaveLength(2)
  })
})

if (canMount()) {
  it('when the disk of the database is full: 503 for what writes, reads go on, and it recovers (T51)', { timeout: 120_000 }, async () => {
    const disk = mountSmallDisk(dataDir, 160)
    stops.push(() => disk?.unmount())
    const { company, as } = await start({})
    const filler = join(dataDir, 'filler')
    const fields = { employee_name: 'Sara Khan', nationality: 'Indian', designation: 'x'.repeat(200), company_id: company.id }
    const add = async (number: number) => (await as.send(createEmployee, { body: { ...fields, passport_number: `P${number}` } })).status
    expect(await add(0)).toBe(201)
    fillUp(filler)
    const statuses: number[] = []
    for (let number = 1; number < 2_000 && !statuses.includes(503); number++) statuses.push(await add(number))
    expect([...new Set(statuses)].toSorted()).toEqual([201, 503])
    expect((await as.send(listApplications, {})).status).toBe(200)
    rmSync(filler)
    await expect.poll(async () => add(5_000), { timeout: 60_000, interval: 500 }).toBe(201)
  })
}

/** Writes until there is no room left, to the last block. */
function fillUp(file: string): void {
  writeFileSync(file, '')
  for (let size = MB; size >= 4096; ) {
    try {
      writeFileSync(file, Buffer.alloc(size), { flag: 'a' })
    } catch {
      size /= 2
    }
  }
}

/** How many descriptors the server has open, where the system tells. */
const descriptors = (): number => {
  const folder = `/proc/${server.child.pid}/fd`
  return existsSync(folder) ? readdirSync(folder).length : 0
}
const residentMb = (): number => {
  const file = `/proc/${server.child.pid}/status`
  return existsSync(file) ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1]) / 1024 : 0
}

/** Begins an upload, sends some of it and is gone. */
function vanish(cookie: string, bytes: number): Promise<void> {
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
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

it(`${VANISHING} clients that vanish in mid-upload leave nothing behind (T52)`, { timeout: 60_000 + VANISHING * 100 }, async () => {
  const { as } = await start({ DATABASE_URL: database.url })
  const many = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, number) => vanish(as.cookies.cookie, 1_000 + number * 7_919)))
  const settled = () => expect.poll(() => readdir(join(dataDir, 'files/tmp')), { timeout: 20_000 }).toEqual([])
  const vanishUntil = async (count: number) => {
    for (; gone < count; gone += 20) await many(20)
  }
  let gone = 0
  // A server that has just started takes memory that it keeps: what counts is the second half.
  await vanishUntil(VANISHING / 2)
  await settled()
  const before = { descriptors: descriptors(), mb: residentMb() }
  await vanishUntil(VANISHING)
  await settled()
  await expect.poll(descriptors, { timeout: 20_000 }).toBeLessThanOrEqual(before.descriptors + 2)
  expect(residentMb() - before.mb).toBeLessThan(48)
  expect(await storedFiles()).toEqual([])
  expect((await as.send(uploadDocument, { body: PDF as never }, UPLOAD)).status).toBe(201)
  console.log(
    `${VANISHING} vanished: ${descriptors()} descriptors (${before.descriptors} before), ${residentMb().toFixed(0)} MB (${before.mb.toFixed(0)})`,
  )
})
