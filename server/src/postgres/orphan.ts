import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export const socketDirPrefix = 'visa-portal-'

/** Ends the PostgreSQL of a killed portal. Only for the holder of the data lock. */
export async function stopOrphan(directory: string): Promise<void> {
  const file = join(directory, 'postmaster.pid')
  if (!existsSync(file)) return
  const [line, , , , socketDir] = readFileSync(file, 'utf8').split('\n')
  const pid = Number(line)
  if (isPostgresOn(pid, directory)) await end(pid)
  forgetPostgres(directory)
  if (socketDir && basename(socketDir).startsWith(socketDirPrefix) && dirname(socketDir) !== directory) {
    rmSync(socketDir, { recursive: true, force: true })
  }
}

/**
 * A killed PostgreSQL's pid may now be a zombie or another program, which stops the start. PostgreSQL accepts its parent's pid, so the file
 * gets ours. Its other lines lead PostgreSQL to processes that still run.
 */
export function forgetPostgres(directory: string): void {
  const file = join(directory, 'postmaster.pid')
  rmSync(join(directory, '.s.PGSQL.5432.lock'), { force: true })
  if (!existsSync(file)) return
  const [pid, ...rest] = readFileSync(file, 'utf8').split('\n')
  if (Number(pid) > 0) writeFileSync(file, [process.pid, ...rest].join('\n'))
  else rmSync(file)
}

async function end(pid: number): Promise<void> {
  // SIGINT rolls back and writes everything; SIGQUIT stops now and recovers at the next start.
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!isAlive(pid)) return
    process.kill(pid, signal)
    for (let waited = 0; waited < 30_000 && isAlive(pid); waited += 20) await sleep(20)
  }
  if (isAlive(pid)) throw new Error(`A PostgreSQL left by an earlier portal (process ${pid}) does not end. End it, then start again.`)
}

function isPostgresOn(pid: number, directory: string): boolean {
  if (!isAlive(pid)) return false
  const command = existsSync(`/proc/${pid}/cmdline`)
    ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    : spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  return command.includes('postgres') && command.includes(`-D ${directory} `)
}

function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
  }
  return !isZombie(pid)
}

/** Ended but not collected by its parent; init in some containers never does. */
function isZombie(pid: number): boolean {
  const file = `/proc/${pid}/stat`
  return existsSync(file) && /\) Z /.test(readFileSync(file, 'utf8'))
}
