import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sparingly, sparinglyFor } from './sparing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('runs at most once in three seconds, however often it is asked, and once after the last time', () => {
  const runs: number[] = []
  const { ask } = sparingly(() => runs.push(Date.now()), { every: () => 3_000, jitter: 500 })
  for (let moment = 0; moment < 30_000; moment += 50) {
    ask()
    vi.advanceTimersByTime(50)
  }
  vi.advanceTimersByTime(10_000)
  const gaps = runs.slice(1).map((moment, place) => moment - (runs[place] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(3_000)
  expect(runs.length).toBeGreaterThanOrEqual(9)
})

it('runs soon where it has not for a while, not everywhere in the same moment', () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const run = vi.fn()
  const { ask } = sparingly(run, { every: () => 3_000, jitter: 1_000 })
  ask()
  vi.advanceTimersByTime(499)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledTimes(1)
})

it('does not run once it is stopped', () => {
  const run = vi.fn()
  const { ask, stop } = sparingly(run, { every: () => 3_000, jitter: 0 })
  ask()
  stop()
  vi.advanceTimersByTime(10_000)
  expect(run).not.toHaveBeenCalled()
})

it('runs for all that was named since the last run, together, and not for nothing', () => {
  const run = vi.fn()
  const { ask } = sparinglyFor(run, { every: () => 3_000, jitter: 0 })
  ask([])
  vi.advanceTimersByTime(10_000)
  expect(run).not.toHaveBeenCalled()
  ask(['countWaiting'])
  vi.advanceTimersByTime(0)
  for (const name of ['getUnreadNotices', 'countWaiting', 'getUnreadNotices']) ask([name])
  vi.advanceTimersByTime(2_999)
  expect(run.mock.calls).toEqual([[new Set(['countWaiting'])]])
  vi.advanceTimersByTime(1)
  expect(run.mock.calls.slice(1)).toEqual([[new Set(['getUnreadNotices', 'countWaiting'])]])
  vi.advanceTimersByTime(10_000)
  expect(run).toHaveBeenCalledTimes(2)
})
