import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { beginCosts } from '../../test/manyServers/figures.ts'
import { type Setting, startSetting } from '../../test/manyServers/setting.ts'
import { listen } from '../../test/manyServers/streams.ts'
import { Kept, startWork } from '../../test/manyServers/work.ts'

const PEOPLE = Number(process.env.STREAMS_PEOPLE ?? 5_000)
/** Between two steps of a person. */
const PAUSE_MS = Number(process.env.STREAMS_PAUSE_MS ?? 120_000)
const SECONDS = Number(process.env.STREAMS_SECONDS ?? 60)

let setting: Setting
beforeAll(async () => {
  setting = await startSetting({ servers: 3, people: PEOPLE, synchronous: true })
}, 600_000)
afterAll(() => setting?.end(), 60_000)

it(`${PEOPLE} people have a screen open at three servers and work, each with ${PAUSE_MS / 1_000} s to think`, {
  timeout: (SECONDS + 500) * 1_000,
}, async () => {
  const { crowd, proxy, tries } = setting
  const streams = await listen(proxy.origin, crowd.workers)
  await expect.poll(() => streams.openCount(), { timeout: 60_000 }).toBe(PEOPLE)
  const kept = new Kept()
  const costs = beginCosts(setting)
  const work = startWork(crowd, kept, PAUSE_MS)
  await sleep(SECONDS * 1_000)
  const taken = await costs()
  await work.end()
  await sleep(3_000)
  const open = streams.openCount()
  await streams.end()
  const { delays, late, untold } = streams.judge(kept.made, () => false)
  const sorted = delays.toSorted((one, other) => one - other)
  const at = (part: number) => sorted[Math.floor(sorted.length * part)]?.toFixed(0)
  console.log(`                                   servers  primary replica   proxy   store\n${taken}`)
  console.log(
    `${open} streams open, ${kept.made.length} records made, told ${sorted.length} times, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ${late.length} late, ${untold.length} never`,
  )
  expect(open).toBe(PEOPLE)
  expect(untold).toEqual([])
  expect(late.length).toBeLessThanOrEqual(sorted.length / 100)
  expect(tries.filter(({ status }) => status === 0 || status >= 500)).toEqual([])
})
