import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { login } from 'contract'
import { afterEach, describe, expect, it } from 'vitest'
import { emptyDatabase } from '../../test/database.ts'
import { programOfRelease, RELEASES } from '../../test/releases.ts'
import { client, type ServerProcess, startServer } from '../../test/serverProcess.ts'
import { ADMIN, register } from '../../test/twoServers.ts'
import { expectKept } from '../../test/upgradeProof.ts'
import { startWork } from '../../test/upgradeTraffic.ts'
import { seals } from '../src/db/journal.table.ts'
import { openDb, openPool } from '../src/db/open.ts'

const NEWER = 'a newer version of the portal has changed its schema'
const COMPANIES = 3
/** Applications with their stages, top-up and employee, in each part of the proof. */
const UNITS = Number(process.env.UPGRADE_UNITS ?? 12)

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

async function emptyPlace() {
  const database = await emptyDatabase()
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'upgrade-'))
  const pool = openPool({ connectionString: database.url }, () => undefined)
  stops.push(
    () => rm(DATA_DIR, { recursive: true, force: true }),
    () => database.drop(),
    () => pool.end(),
  )
  const settings = { DATA_DIR, DATABASE_URL: database.url, LOG_LEVEL: 'error', ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
  const started: ServerProcess[] = []
  const start = async (program?: string) => {
    const server = await startServer(settings, [], program)
    started.push(server)
    stops.push(() => server.end('SIGKILL'))
    return server
  }
  const complaints = () =>
    started.flatMap((server) =>
      server
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{')),
    )
  return { db: openDb(pool), data_dir: DATA_DIR, start, complaints }
}

// npm run trust -- upgrade
describe('an upgrade while people work (T71)', () => {
  it.each(RELEASES)('from $version loses nothing, repeats nothing and answers no 5xx', { timeout: 600_000 }, async (release) => {
    const program = programOfRelease(release)
    const { db, data_dir, start, complaints } = await emptyPlace()
    let old = await start(program)
    const administrator = client(old.origin)
    await administrator.send(login, { body: ADMIN })
    const customers: Awaited<ReturnType<typeof register>>[] = []
    const registerAt = async (server: ServerProcess) => customers.push(await register({ servers: [server, server], administrator }))
    for (let company = 0; company < COMPANIES; company++) await registerAt(old)
    const work = startWork({ administrator, customers, live: [old], reads: release.beside })
    const more = () => work.more(UNITS)
    await more()
    const starting = Date.now()
    const ours = await start()
    const seconds = (Date.now() - starting) / 1_000
    await registerAt(old)
    await more()
    work.live.push(ours)
    await registerAt(ours)
    await more()
    // Each of the two seals once a minute what both have written.
    const sealed = await db.$count(seals)
    await work.until(async () => (await db.$count(seals)) > sealed + 1)
    work.killed.add(old)
    await old.end('SIGKILL')
    const again: Promise<ServerProcess> = start(program)
    if (release.beside) {
      const before = old
      old = await again
      work.live.splice(work.live.indexOf(before), 1, old)
      await more()
      work.killed.add(old)
      expect(await old.end('SIGTERM')).toBe(0)
    } else await expect(again).rejects.toThrow(NEWER)
    work.live.splice(0, work.live.length, ours)
    await more()
    await work.end()
    console.log(`${release.version}: ${work.tell()}; the new one started beside it in ${seconds.toFixed(1)} s`)
    expect(work.faults).toEqual([])
    await expectKept({ db, data_dir, done: work.done, administrator: administrator.at(ours.origin), origin: ours.origin })
    expect(await ours.end('SIGTERM')).toBe(0)
    expect(complaints()).toEqual([])
  })
})
