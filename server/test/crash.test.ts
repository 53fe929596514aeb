import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getApplication, getBalance, getDocument, login, pathOf } from 'contract'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Acknowledged, type Customer, countOf, nothingYet, startTraffic, TOPUP_AED } from '../../test/crashTraffic.ts'
import { dataString } from '../../test/files.ts'
import { killPostgres } from '../../test/postgresProcesses.ts'
import { canCutPower, mountDiskWithPower } from '../../test/powerCut.ts'
import { client, type ServerProcess, startServer } from '../../test/serverProcess.ts'
import { register } from '../../test/twoServers.ts'
import { findAllMiscounted } from '../src/dashboard/countsProof.ts'
import { openDb, openPool } from '../src/db/open.ts'
import { findRunning } from '../src/postgres/embedded.ts'
import { findBroken } from '../src/transactions/invariants.ts'

/** `npm run trust` runs more and longer rounds. */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 4)
const ENOUGH = Number(process.env.CRASH_ENOUGH ?? 30)
/** Both are killed and the disk loses what was not synced (T50). */
const POWER = canCutPower() ? (['the power'] as const) : []
/** PostgreSQL is killed; so long after it, or once it is back, the portal gets SIGTERM (T54). */
const ENDED = 'PostgreSQL just before a SIGTERM'
const KINDS = ['the server', 'PostgreSQL', ENDED, 'both', ...POWER] as const
const PAUSES_MS = ['until it is back', 0, 300, 700, 1_500] as const
/** 10 s for requests, 7 for jobs, 2 for connections and 14 for PostgreSQL; all of it only where the database hangs. */
const END_WITHIN_MS = 12_000
const ADMIN = { email: 'admin@portal.example', password: 'a-long-password-2026' }

let dataDir: string
let disk: ReturnType<typeof mountDiskWithPower>
let server: ServerProcess
const admin = client('')
const customers: Customer[] = []
const seen: Acknowledged = nothingYet()
/** What was compared byte by byte. */
const compared = new Set<string>()
/** How long the portal took to end, in milliseconds. */
const ends: number[] = []

const start = async () => {
  const environment = { DATA_DIR: dataDir, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, LOG_LEVEL: 'fatal' }
  server = await startServer(environment).catch(async (error: unknown) => {
    throw new Error(`${error}\n${(await readFile(join(dataDir, 'postgres.log'), 'utf8')).slice(-4_000)}`)
  })
}

beforeAll(async () => {
  disk = POWER.length > 0 ? mountDiskWithPower(2_000) : undefined
  dataDir = disk?.folder ?? (await mkdtemp(join(tmpdir(), 'crash-')))
  await start()
  await admin.at(server.origin).send(login, { body: ADMIN })
  const administrator = admin.at(server.origin)
  for (let count = 0; count < 4; count++) customers.push(await register({ servers: [server, server], administrator }))
})
afterAll(async () => {
  const power = disk ? 'the power cut too' : 'without a power cut, which this machine does not allow'
  const ended = `ended within ${Math.max(...ends)} ms`
  console.log(`${ROUNDS} crashes, ${power}, ${countOf(seen)} acknowledged, ${seen.refusals.get(503) ?? 0} refused with 503, ${ended}`)
  await server?.end('SIGTERM')
  if (disk) disk.remove()
  else await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

/** Kills under traffic. PostgreSQL killed alone comes back without a restart of the server (T51). */
async function crash(kind: (typeof KINDS)[number], round: number): Promise<void> {
  if (kind !== 'the server') killPostgres(dataDir, () => kind === 'the power' && expect(disk?.cut()).toBe(true))
  if (kind === 'PostgreSQL') await untilBack()
  else if (kind === ENDED) await end(PAUSES_MS[Math.floor(round / KINDS.length) % PAUSES_MS.length])
  else await server.end('SIGKILL')
  if (kind === 'the power') expect(disk?.restore()).toBe(true)
}

async function untilBack(): Promise<void> {
  const ready = async () => (await fetch(`${server.origin}/readyz`)).status
  await vi.waitUntil(async () => (await ready()) === 503, { timeout: 20_000, interval: 50 })
  await vi.waitUntil(async () => (await ready()) === 200, { timeout: 60_000, interval: 50 })
}

async function end(pause: (typeof PAUSES_MS)[number] | undefined): Promise<void> {
  if (typeof pause === 'number') await sleep(pause)
  else await untilBack()
  const from = Date.now()
  const code = await server.end('SIGTERM')
  ends.push(Date.now() - from)
  // Where PostgreSQL is gone for good, journal lines stay unwritten, and nothing else.
  const output = server.output()
  expect({ code, output }).toEqual({
    code: output.includes('Lines of the access journal') ? 1 : 0,
    output: expect.not.stringContaining('cut'),
  })
  expect(ends.at(-1)).toBeLessThan(END_WITHIN_MS)
}

async function inDatabase<Result>(look: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
  const pool = openPool({ connectionString: findRunning(dataDir) as string }, () => undefined)
  return look(pool).finally(() => pool.end())
}

it.each(Array.from({ length: ROUNDS }, (_, round) => [round + 1, KINDS[round % KINDS.length] as (typeof KINDS)[number]] as const))(
  'round %i: everything acknowledged is there when %s is killed (T49)',
  { timeout: 300_000 },
  async (round, kind) => {
    const before = countOf(seen)
    const traffic = startTraffic(customers, admin, server.origin, seen)
    await vi.waitUntil(() => countOf(seen) >= before + ENOUGH, { timeout: 60_000, interval: 20 })
    await crash(kind, round)
    if (kind === 'PostgreSQL') {
      const after = countOf(seen)
      await vi.waitUntil(() => countOf(seen) >= after + ENOUGH / 4, { timeout: 60_000, interval: 20 })
    }
    await traffic.end()
    if (kind !== 'PostgreSQL') await start()
    await expectEverything(round)
  },
)

/** Compares new files byte by byte, at the end all of them; each time checks that every row and file is there. */
async function expectEverything(round: number): Promise<void> {
  const lost: string[] = []
  const at = admin.at(server.origin)
  const due = ([id]: [string, Buffer]) => round === ROUNDS || !compared.has(id)
  const applications = inTurns([...seen.applications].filter(due), async ([id, file]) => {
    const { status, reply } = await at.send(getApplication, { params: { id } })
    if (status !== 200 || reply.documents.passport_front !== dataString(file)) lost.push(`application ${id}`)
  })
  const uploads = inTurns([...seen.uploads].filter(due), async ([id, file]) => {
    const answers = await Promise.all(customers.map(({ as }) => as.at(server.origin).bytes(pathOf(getDocument, { id }))))
    if (!answers.some((bytes) => bytes?.equals(file))) lost.push(`upload ${id}`)
  })
  await Promise.all([applications, uploads])
  expect(lost).toEqual([])
  for (const id of [...seen.applications.keys(), ...seen.uploads.keys()]) compared.add(id)
  await inDatabase(expectRows)
  await expectMoney()
  expect([...seen.refusals.keys()].filter((status) => status !== 503)).toEqual([])
}

async function inTurns<Item>(items: Item[], act: (item: Item) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += 8) await Promise.all(items.slice(from, from + 8).map(act))
}

async function expectRows(pool: pg.Pool): Promise<void> {
  const idsOf = async (query: string) => new Set((await pool.query<{ id: string }>(query)).rows.map(({ id }) => id))
  const topups = await idsOf(`select id from transactions where type = 'topup'`)
  expect([...seen.topups].filter((id) => !topups.has(id))).toEqual([])
  const approved = await idsOf(`select id from transactions where type = 'topup' and status = 'approved'`)
  expect([...seen.approvals].filter((id) => !approved.has(id))).toEqual([])
  const { rows: edited } = await pool.query<{ id: string; designation: string }>('select id, designation from employees')
  const designations = new Map(edited.map(({ id, designation }) => [id, Number(designation.split(' ')[1])]))
  expect([...seen.edits].filter(([id, count]) => !((designations.get(id) ?? -1) >= count))).toEqual([])

  const half = `select a.id from visa_applications a where
    not exists (select from documents d where d.application_id = a.id and d.slot = 'passport_front')
    or (select count(*) from transactions t where t.application_id = a.id and t.type = 'visa_payment') <> 1`
  expect(await idsOf(half)).toEqual(new Set())
  const { rows } = await pool.query<{ approved: number; mails: number }>(`
    select (select count(*)::int from transactions where type = 'topup' and status = 'approved') as approved,
      (select count(*)::int from mails where kind = 'topup_decided') as mails`)
  expect(rows[0]?.mails).toBe(rows[0]?.approved)
  const files = new Set(await readdir(join(dataDir, 'files')))
  const documents = await idsOf('select id from documents')
  expect([...documents].filter((id) => !files.has(id))).toEqual([])
  expect([...seen.uploads.keys()].filter((id) => !documents.has(id))).toEqual([])
  const applications = await idsOf('select id from visa_applications')
  expect([...seen.applications.keys()].filter((id) => !applications.has(id))).toEqual([])
}

/** The invariants hold, and what each company may spend is what was credited less what was charged. */
async function expectMoney(): Promise<void> {
  await inDatabase(async (pool) => {
    expect(await findBroken(openDb(pool))).toEqual([])
    expect(await findAllMiscounted(openDb(pool), new Date())).toEqual([])
    for (const { company, as } of customers) {
      const { rows } = await pool.query<{ credited: number; charged: number }>(
        `select coalesce(sum(amount_fils) filter (where type = 'topup' and status = 'approved'), 0)::int as credited,
          coalesce(sum(amount_fils) filter (where type = 'visa_payment' and status = 'completed'), 0)::int as charged
        from transactions where company_id = $1`,
        [company.id],
      )
      const { credited = 0, charged = 0 } = rows[0] ?? {}
      expect((await as.at(server.origin).send(getBalance, {})).reply.balance).toBe((credited - charged) / 100)
      expect(credited % (TOPUP_AED * 100)).toBe(0)
    }
  })
}
