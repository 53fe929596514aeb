import { rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createEmployee, listApplications, listEmployees } from 'contract'
import { expect, it } from 'vitest'
import { canFail, fillUp, mountFailingDisk } from '../../test/failingDisk.ts'
import { PROBLEM, startFaulty } from '../../test/faulty.ts'
import { stopPostgres } from '../../test/postgresProcesses.ts'
import { canMount, mountSmallDisk } from '../../test/smallDisk.ts'
import type { Client } from '../../test/twoServers.ts'
import { openPool } from '../src/db/open.ts'
import { findRunning } from '../src/postgres/embedded.ts'

/** `npm run trust` makes it longer than the portal lets anybody wait. */
const STANDSTILL_MS = Number(process.env.STANDSTILL_MS ?? 2_000)
/** The portal's longest wait (http/), and what a busy machine adds. */
const LIMIT_MS = 35_000
const SLACK_MS = 12_000
const ENDLESS = STANDSTILL_MS >= LIMIT_MS
const portal = startFaulty()

/** Adds employees with long designations, one after the other. */
function adding({ company, as }: { company: { id: string }; as: Client }) {
  const fields = { employee_name: 'Sara Khan', nationality: 'Indian', designation: 'x'.repeat(200), company_id: company.id }
  const kept = new Set<string>()
  let slowest = 0
  const add = async () => {
    const from = Date.now()
    const answer = await as.send(createEmployee, { body: { ...fields, passport_number: `P${from}-${Math.random()}`.slice(0, 20) } })
    slowest = Math.max(slowest, Date.now() - from)
    if (answer.status === 201) kept.add(answer.reply.id)
    return answer.status
  }
  const untilRefused = async () => {
    const statuses = new Set<number>()
    for (let count = 0; count < 2_000 && !statuses.has(503); count++) statuses.add(await add())
    return [...statuses].toSorted()
  }
  const untilAdded = () => expect.poll(add, { timeout: 90_000, interval: 500 }).toBe(201)
  const expectAll = async () => {
    const ids = (await as.send(listEmployees, {})).reply.map(({ id }) => id)
    expect(ids.toSorted()).toEqual([...kept].toSorted())
  }
  return { add, untilRefused, untilAdded, expectAll, slowest: () => slowest }
}

function onFailingDisk() {
  const disk = mountFailingDisk(240)
  if (!disk) throw new Error('This machine made such a disk a moment ago.')
  rmdirSync(portal.dataDir)
  portal.dataDir = disk.folder
  portal.stops.push(() => disk.remove())
  return disk
}

if (canMount()) {
  it('when the disk of the database is full: 503 for what writes, reads go on, and it recovers (T51)', async () => {
    const disk = mountSmallDisk(portal.dataDir, 160)
    portal.stops.push(() => disk?.unmount())
    const customer = await portal.start({})
    const { add, untilRefused, untilAdded, expectAll } = adding(customer)
    const filler = join(portal.dataDir, 'filler')
    expect(await add()).toBe(201)
    fillUp(filler)
    expect(await untilRefused()).toEqual([201, 503])
    expect((await customer.as.send(listApplications, {})).status).toBe(200)
    rmSync(filler)
    await untilAdded()
    await expectAll()
  })
}

if (canFail()) {
  it('when the disk of the database fails to sync: PostgreSQL gives up, all is 503, and both come back by themselves (T51)', {
    timeout: 180_000,
  }, async () => {
    const disk = onFailingDisk()
    const customer = await portal.start({})
    const { add, untilAdded, expectAll, slowest } = adding(customer)
    expect(await add()).toBe(201)
    disk.failWrites()
    for (let count = 0; count < 60; count++) expect(await add()).toBe(201)
    const pool = openPool({ connectionString: findRunning(portal.dataDir) as string, max: 1 }, () => undefined)
    await expect(pool.query('checkpoint')).rejects.toThrow()
    await pool.end()
    const refused = await customer.as.open(listApplications, AbortSignal.timeout(LIMIT_MS))
    const { status, headers } = refused
    expect([status, headers.get('retry-after'), headers.get('content-type')]).toEqual([503, '5', PROBLEM])
    expect((await fetch(`${portal.server.origin}/healthz`)).status).toBe(200)
    expect(await add()).toBe(503)
    disk.takeWrites()
    await untilAdded()
    await expectAll()
    expect(slowest()).toBeLessThan(LIMIT_MS)
  })

  it(`when the disk of the database stands still for ${STANDSTILL_MS} ms: what writes waits or is refused, reads go on (T51)`, {
    timeout: 90_000 + 2 * STANDSTILL_MS,
  }, async () => {
    const disk = onFailingDisk()
    const customer = await portal.start({})
    const { add, untilAdded, expectAll, slowest } = adding(customer)
    expect(await add()).toBe(201)
    expect(disk.freeze()).toBe(true)
    const from = Date.now()
    const writing = [add(), add(), add()]
    expect((await customer.as.send(listApplications, {})).status).toBe(200)
    expect(Date.now() - from).toBeLessThan(STANDSTILL_MS)
    await expect.poll(() => Date.now() - from, { timeout: 2 * STANDSTILL_MS, interval: 20 }).toBeGreaterThan(STANDSTILL_MS)
    expect(disk.thaw()).toBe(true)
    expect([...new Set(await Promise.all(writing))]).toEqual([ENDLESS ? 503 : 201])
    expect(slowest()).toBeGreaterThan(Math.min(STANDSTILL_MS, LIMIT_MS - 5_000) - 10)
    expect(slowest()).toBeLessThan(Math.min(STANDSTILL_MS, LIMIT_MS) + SLACK_MS)
    await untilAdded()
    if (!ENDLESS) await expectAll()
  })
}

it(`when PostgreSQL itself hangs for ${STANDSTILL_MS} ms: nobody waits longer than the portal lets them, and it ends (T51, T54)`, {
  timeout: 120_000 + 2 * STANDSTILL_MS,
}, async () => {
  const { add, untilAdded, expectAll, slowest } = adding(await portal.start({}))
  expect(await add()).toBe(201)
  const goOn = stopPostgres(portal.dataDir)
  portal.stops.push(goOn)
  const writing = [add(), add(), add()]
  await sleep(STANDSTILL_MS)
  expect((await fetch(`${portal.server.origin}/healthz`)).status).toBe(200)
  goOn()
  expect([...new Set(await Promise.all(writing))]).toEqual([ENDLESS ? 503 : 201])
  expect(slowest()).toBeLessThan(Math.min(STANDSTILL_MS, LIMIT_MS) + SLACK_MS)
  await untilAdded()
  if (ENDLESS) await endWhileHanging()
  else await expectAll()
})

/** Without requests under way: 7 s for jobs, 2 for connections and 14 for PostgreSQL. */
async function endWhileHanging(): Promise<void> {
  const goOn = stopPostgres(portal.dataDir)
  portal.stops.push(goOn)
  const from = Date.now()
  expect(await portal.server.end('SIGTERM')).toBe(1)
  expect(portal.server.output()).toContain('PostgreSQL did not stop and was left running.')
  expect(Date.now() - from).toBeLessThan(23_000 + SLACK_MS)
  goOn()
  await portal.start({})
}

console.log(`Faults of the database's disk: full ${canMount() ? 'yes' : 'no'}, no sync and standstill ${canFail() ? 'yes' : 'no'}`)
