import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Try } from '../../test/manyServers/asking.ts'
import { type Faults, type Span, startFaults } from '../../test/manyServers/faults.ts'
import { measureRest, measureWork } from '../../test/manyServers/figures.ts'
import { judgeRepeats, lostAtFailover, lostAtKill } from '../../test/manyServers/mails.ts'
import { compare, judgeJobs, prove } from '../../test/manyServers/proof.ts'
import { type Setting, startSetting } from '../../test/manyServers/setting.ts'
import { listen, SOON_MS, someOf, type Told } from '../../test/manyServers/streams.ts'
import { Kept, startWork } from '../../test/manyServers/work.ts'

/** A longer run: CLUSTER_SECONDS=600. */
const SECONDS = Number(process.env.CLUSTER_SECONDS ?? 90)
const PEOPLE = Number(process.env.CLUSTER_PEOPLE ?? 200)
const PAUSE_MS = Number(process.env.CLUSTER_PAUSE_MS ?? 2_500)
const KILL_EVERY_MS = 10_000
const SERVERS = 3
/** `off`: without synchronous_standby_names, to count what a failover then loses. */
const SYNCHRONOUS = process.env.CLUSTER_SYNCHRONOUS !== 'off'
/** Seconds of each row of the table; 0: no table. */
const TABLE_SECONDS = Number(process.env.CLUSTER_TABLE_SECONDS ?? 0)
/** So long before its end the replica hears nothing of the primary, as over a line that is bad. */
const LAG_MS = Number(process.env.CLUSTER_LAG_MS ?? 300)
/** `freeze`: the primary does not end at once, but stands still. */
const FREEZES = process.env.CLUSTER_PRIMARY === 'freeze'
/** The proxy's checks, and requests that had waited. */
const AFTER_MS = 2_000
/** How late a busy machine may hear of a connection that ended. */
const BUSY_MS = 5_000

let setting: Setting
const kept = new Kept()
let faults: Faults
let told: Told

beforeAll(async () => {
  setting = await startSetting({ servers: SERVERS, people: PEOPLE, synchronous: SYNCHRONOUS })
}, 300_000)
afterAll(() => setting?.end(), 60_000)

const within = ({ from, to }: Try, span: Span | undefined) => span !== undefined && to >= span.from && from <= span.to + AFTER_MS
const isAway = (at: number) => faults.failover !== undefined && at >= faults.failover.from - SOON_MS && at <= faults.failover.to + AFTER_MS
/** Under way at a server when it was killed, so that only the proxy could answer: with 502, or, like a server that ends a connection, not at all. */
const wasKilled = ({ from, to, status, detail }: Try) =>
  [0, 502].includes(status) && !detail && faults.kills.some(({ at }) => from <= at + 1_000 && to >= at && to <= at + BUSY_MS)

if (TABLE_SECONDS > 0) {
  it('processor time of a request with 1, 2 and 3 servers, and the cost of one that nobody asks', {
    timeout: (4 * TABLE_SECONDS + 120) * 1_000,
  }, async () => {
    const rows = ['CPU ms a request          servers  primary replica   proxy   store']
    for (let servers = 1; servers <= SERVERS; servers++) rows.push(await measureWork(setting, servers, TABLE_SECONDS, PAUSE_MS))
    rows.push(await measureRest(setting, SERVERS, TABLE_SECONDS))
    console.log(rows.join('\n'))
    expect(setting.tries.filter(({ status }) => status === 0 || status >= 500)).toEqual([])
  })
}

it(`${PEOPLE} people work through ${SERVERS} servers for ${SECONDS} s while one is killed every 10 s and the database fails over once`, {
  timeout: (SECONDS + 120) * 1_000,
}, async () => {
  const { crowd, proxy, tries } = setting
  tries.length = 0
  const streams = await listen(proxy.origin, someOf(crowd))
  const work = startWork(crowd, kept, PAUSE_MS)
  const running = startFaults(setting, { everyMs: KILL_EVERY_MS, failoverAfterMs: SECONDS * 500, lagMs: LAG_MS, freezes: FREEZES })
  faults = running.seen
  await sleep(SECONDS * 1_000)
  await running.end()
  await work.end()
  // Streams that were cut come back within 5 s, and the last mails leave.
  await sleep(8_000)
  await streams.end()
  told = streams.judge(kept.made, isAway)
  expect(faults.failover?.to).toBeLessThan(Number.POSITIVE_INFINITY)
  // What was lost is not found any more.
  const refused = [...kept.refused.keys()].filter((each) => SYNCHRONOUS || !each.endsWith(' 404'))
  expect(refused, setting.portals.output()).toEqual([])
})

it('each acknowledged write is there, once, and is what was answered', async () => {
  const { lost, doubled } = await compare(setting.pool, kept)
  console.log(
    `${kept.count} acknowledged writes, ${SYNCHRONOUS ? '' : 'without synchronous_standby_names '}${lost.length} lost, ${doubled.length} doubled`,
  )
  expect(doubled).toEqual([])
  if (SYNCHRONOUS) expect(lost).toEqual([])
})

it('refusals of 5xx come within the seconds of the failover, and at a kill only for what the proxy may not repeat', async () => {
  const failed = setting.tries.filter(({ status }) => status === 0 || status >= 500)
  const [over, killed, other] = [failed.filter((one) => within(one, faults.failover)), [] as Try[], [] as Try[]]
  for (const one of failed.filter((each) => !within(each, faults.failover))) (wasKilled(one) ? killed : other).push(one)
  const { from = 0, to = 0 } = faults.failover ?? {}
  console.log(
    `${setting.tries.length} requests; failover ${((to - from) / 1_000).toFixed(1)} s, ${over.length} refused in it; ${faults.kills.length} kills, ${killed.length} refused at them and ${await setting.proxy.repeated()} hidden by the proxy`,
  )
  console.log(
    `refused at kills: ${[...Map.groupBy(killed, ({ call, status, repeatable }) => `${call} ${status} ${repeatable}`)].map(([name, all]) => `${name} ${all.length}`).join(', ')}`,
  )
  expect(other, `${JSON.stringify(faults)}\n${setting.proxy.said()}`).toEqual([])
  expect(killed.filter(({ repeatable }) => repeatable)).toEqual([])
  expect(over.filter(({ status }) => ![0, 502, 503].includes(status))).toEqual([])
})

it('99 of 100 changes reach open screens at other servers within a second, and none is lost', () => {
  const sorted = told.delays.toSorted((one, other) => one - other)
  const at = (part: number) => sorted[Math.floor(sorted.length * part)]?.toFixed(0)
  console.log(
    `${told.listeners} streams, ${sorted.length} changes told by another server, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ${told.late.length} late`,
  )
  expect(sorted.length).toBeGreaterThan(100)
  expect(told.late.length, told.late.join(', ')).toBeLessThanOrEqual(sorted.length / 100)
  if (SYNCHRONOUS) expect(told.untold).toEqual([])
})

it('the product proves its money, counts, people, clocks and seals, and no job was done twice', { timeout: 120_000 }, async () => {
  const { pool, portals } = setting
  await vi.waitUntil(async () => (await judgeJobs(pool)).unsent === 0, { timeout: 60_000, interval: 500 })
  const { fault, held } = await prove(pool, portals.key)
  expect(fault).toEqual({ money: [], counts: [], people: 0, clocks: [], seals: null })
  expect(held).toBeGreaterThan(0)
  const { wanted, written } = await judgeJobs(pool)
  expect(written).toEqual(wanted)
})

it('a mail comes twice only where its server, or the database, ended between the answer of SMTP and the commit', () => {
  const { received } = setting.mails
  const { repeated, unexplained } = judgeRepeats(received, [...faults.kills.map(lostAtKill), lostAtFailover(faults.failover, LAG_MS)])
  console.log(`${received.length} mails came, ${repeated} of them again, ${unexplained.length} without a cause`)
  expect(received.length).toBeGreaterThan(0)
  expect(unexplained).toEqual([])
})
