import { expect, it } from 'vitest'
import { startPortal } from '../../../test/portal.ts'
import { runSweeps, SWEEPS, type Sweep } from './sweeps.ts'

const portal = startPortal()
const NOW = new Date('2026-11-20T06:00:00.000Z')

it('each hourly sweep runs on an empty portal', async () => {
  const failed: unknown[] = []
  expect(await runSweeps(SWEEPS, portal, NOW, (name, error) => failed.push(name, error))).toBe(true)
  expect(failed).toEqual([])
})

it('a sweep that fails is told by its name and stops no other', async () => {
  const swept: string[] = []
  const works = (name: string): Sweep => ({ name, sweep: async () => void swept.push(name) })
  const fails: Sweep = { name: 'unused upload', sweep: () => Promise.reject(new Error('the disk is away')) }
  const told: unknown[] = []
  const done = await runSweeps([works('old draft'), fails, works('expired link')], portal, NOW, (name, error) => told.push([name, error]))
  expect(done).toBe(false)
  expect(swept).toEqual(['old draft', 'expired link'])
  expect(told).toEqual([['unused upload', new Error('the disk is away')]])
})
