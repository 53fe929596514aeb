import { readFileSync } from 'node:fs'

const TICK_MS = 10

/** Milliseconds of the processor that other processes have taken; 0 for those that ended, and where the system does not say. */
const takenBy = (pids: number[]): number =>
  pids.reduce((total, pid) => {
    try {
      // Behind the name, which may have blanks: user and system time are fields 14 and 15 of all.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      return total + (Number(fields[11]) + Number(fields[12])) * TICK_MS
    } catch {
      return total
    }
  }, 0)

/** The milliseconds of the processor that it takes, however busy the machine is, together with what these processes work for it. */
export async function cpuTime(act: () => unknown, pids: number[] = []): Promise<number> {
  const [before, taken] = [process.cpuUsage(), takenBy(pids)]
  await act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 + takenBy(pids) - taken
}
