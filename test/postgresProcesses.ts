import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Every process and its parent, from /proc where it exists, because small systems have no ps. */
function parents(): (readonly [pid: number, parent: number])[] {
  if (!existsSync('/proc/self/stat')) {
    const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    return stdout
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number) as [number, number])
  }
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => {
    try {
      const parent = Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])
      return [[Number(pid), parent] as const]
    } catch {
      return []
    }
  })
}

export const childrenOf = (of: number): number[] =>
  parents()
    .filter(([, parent]) => parent === of)
    .map(([pid]) => pid)

/** The processes of the PostgreSQL in this DATA_DIR, the parent first. */
export function postgresOf(dataDir: string): number[] {
  const first = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  return [first, ...childrenOf(first)]
}

function send(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It ended with the one before it.
    }
  }
}

/** Kills all of PostgreSQL at once, as a crash of the machine would; `first` runs just before. */
export function killPostgres(dataDir: string, first: () => void = () => undefined): void {
  const pids = postgresOf(dataDir)
  first()
  send(pids, 'SIGKILL')
}

/** Freezes all of PostgreSQL; answers a function that lets it continue. */
export function stopPostgres(dataDir: string): () => void {
  const pids = postgresOf(dataDir)
  send(pids, 'SIGSTOP')
  return () => send(pids, 'SIGCONT')
}
