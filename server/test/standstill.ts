import { setImmediate as turn } from 'node:timers/promises'

/** For how long, in ms, this process gave nothing else a turn while it did that: of three times the shortest, as others share the machine. */
export async function standstillOf(act: () => Promise<unknown>): Promise<number> {
  const worsts: number[] = []
  for (let round = 0; round < 3; round++) {
    let worst = 0
    let done = false
    let last = performance.now()
    const acting = act().finally(() => {
      done = true
    })
    while (!done) {
      await turn()
      const now = performance.now()
      worst = Math.max(worst, now - last)
      last = now
    }
    await acting
    worsts.push(worst)
  }
  return Math.min(...worsts)
}
