import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { endsWithin } from './endsWithin.ts'
import { isLocked, lockDataDir } from './lock.ts'
import { forgetPostgres, socketDirPrefix, stopOrphan } from './orphan.ts'
import { findPostgres, ignorePostgresVariables, isRoot, launchPrefix, NOBODY, type PostgresProgram, postgresEnv } from './program.ts'
import { sharedBuffersMb } from './sharedBuffers.ts'

export interface EmbeddedDatabase {
  /** The database `portal` over a Unix socket of this user. */
  url: string
  /** Stops PostgreSQL cleanly; fails if it does not stop, and the next start recovers. */
  stop(): Promise<void>
}

interface Options {
  /** Off only in tests: a power cut would lose data. */
  fsync?: boolean
}

/** The first start creates `<dataDir>/postgres`. Call it from the main thread: PostgreSQL ends with the thread that started it. */
export async function startEmbedded(dataDir: string, { fsync = true }: Options = {}): Promise<EmbeddedDatabase> {
  ignorePostgresVariables()
  const home = resolve(dataDir)
  const directory = join(home, 'postgres')
  // Others may enter but not list it: without more rights PostgreSQL, as another user, must reach its own directory.
  mkdirSync(home, { recursive: true, mode: 0o711 })
  const lock = lockDataDir(home)
  try {
    const program = findPostgres()
    const prefix = launchPrefix(program.postgres, home)
    await stopOrphan(directory)
    if (existsSync(directory)) checkVersion(directory, program)
    else create(directory, program, prefix, fsync)
    const server = await run(directory, [...prefix, program.postgres], fsync)
    return { url: server.url, stop: () => server.stop().finally(lock.release) }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The address of a running portal's database; undefined when none runs. */
export function findRunning(dataDir: string): string | undefined {
  const home = resolve(dataDir)
  if (!existsSync(home) || !isLocked(home)) return undefined
  ignorePostgresVariables()
  const file = join(home, 'postgres/postmaster.pid')
  const socketDir = existsSync(file) ? readFileSync(file, 'utf8').split('\n')[4] : undefined
  if (!socketDir) throw new Error(`The portal on ${home} is just starting or ending. Please try again in a moment.`)
  return urlOf(socketDir, 'portal')
}

function checkVersion(directory: string, { major }: PostgresProgram): void {
  const file = join(directory, 'PG_VERSION')
  const found = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
  if (found === major) return
  if (!found) throw new Error(`${directory} is not a PostgreSQL data directory. Move it away, or give the portal another DATA_DIR.`)
  throw new Error(
    `The data in ${directory} was written by PostgreSQL ${found}, and this portal brings PostgreSQL ${major}. Nothing was changed. Either start ` +
      `the portal version that wrote it, or move the folder away and restore the last backup (npm run portal -- restore).`,
  )
}

/** Created under another name and renamed, so that an interrupted start leaves nothing half made. */
function create(directory: string, { initdb }: PostgresProgram, prefix: string[], fsync: boolean): void {
  const unfinished = `${directory}.new`
  rmSync(unfinished, { recursive: true, force: true })
  makePrivate(unfinished)
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '-E', 'UTF8']
  const options = ['-D', unfinished, '-U', 'portal', '--auth=trust', ...locale, ...(fsync ? [] : ['--no-sync'])]
  const [command = initdb, ...args] = [...prefix, initdb, ...options]
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8', env: postgresEnv() })
  if (status !== 0) throw new Error(`The database could not be created in ${directory}: ${error?.message ?? stderr.trim()}`)
  renameSync(unfinished, directory)
}

function makePrivate(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  chmodSync(directory, 0o700)
  if (isRoot) chownSync(directory, NOBODY, NOBODY)
}

/** A Unix socket's path has at most about 104 bytes; for longer ones a temporary directory serves. */
function chooseSocketDir(directory: string): string {
  const tooLong = (folder: string) => Buffer.byteLength(join(folder, '.s.PGSQL.5432')) > 100
  if (!tooLong(directory)) return directory
  const parent = tooLong(join(tmpdir(), `${socketDirPrefix}123456`)) ? '/tmp' : tmpdir()
  const socketDir = mkdtempSync(join(parent, socketDirPrefix))
  makePrivate(socketDir)
  return socketDir
}

const urlOf = (socketDir: string, database: string) => `postgresql://portal@localhost/${database}?host=${encodeURIComponent(socketDir)}`

async function run(directory: string, [command = '', ...args]: string[], fsync: boolean): Promise<EmbeddedDatabase> {
  const socketDir = chooseSocketDir(directory)
  const log = join(directory, '..', 'postgres.log')
  const database = keepRunning(() => {
    forgetPostgres(directory)
    const output = openSync(log, 'a', 0o600)
    // A process group of its own, so that Ctrl-C does not stop it before the portal.
    const child = spawn(command, [...args, '-D', directory, ...settings(socketDir, fsync)], {
      stdio: ['ignore', output, output],
      detached: true,
      env: postgresEnv(),
    })
    closeSync(output)
    return child
  })
  const stop = async () => {
    await database.end()
    if (socketDir !== directory) rmSync(socketDir, { recursive: true, force: true })
  }
  try {
    await untilReady(database.first, urlOf(socketDir, 'postgres'), log)
  } catch (error) {
    await stop()
    throw error
  }
  database.watch()
  return { url: urlOf(socketDir, 'portal'), stop }
}

const MIN_RESTART_DELAY_MS = 500
const MAX_RESTART_DELAY_MS = 30_000

/** Restarts a PostgreSQL that ends by itself, for example for lack of memory; meanwhile calls are 503 (T51). */
function keepRunning(launch: () => ChildProcess) {
  const first = launch()
  let running = { child: first, ended: endOf(first) }
  let ending = false
  const watch = async () => {
    for (let pause = MIN_RESTART_DELAY_MS; ; pause = Math.min(2 * pause, MAX_RESTART_DELAY_MS)) {
      const from = performance.now()
      await running.ended
      if (performance.now() - from > MAX_RESTART_DELAY_MS) pause = MIN_RESTART_DELAY_MS
      await sleep(pause, undefined, { ref: false })
      if (ending) return
      try {
        const child = launch()
        running = { child, ended: endOf(child) }
      } catch {
        // Its folder is missing or full; the next round tries again.
      }
    }
  }
  const finish = () => {
    ending = true
    return end(running.child, running.ended)
  }
  return { first, watch: () => void watch(), end: finish }
}

const endOf = (child: ChildProcess) =>
  new Promise<void>((done) => {
    child.once('exit', () => done())
    child.once('error', () => done())
  })

function settings(socketDir: string, fsync: boolean): string[] {
  const values = {
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The portal reports failed statements: their values are personal data.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...(fsync ? { shared_buffers: `${sharedBuffersMb()}MB` } : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** SIGINT is a fast shutdown. SIGQUIT takes at most five seconds and leaves recovery to the next start. */
const SHUTDOWN_STEPS = [
  ['SIGINT', 7_000],
  ['SIGQUIT', 7_000],
] as const

async function end(child: ChildProcess, ended: Promise<void>): Promise<void> {
  for (const [signal, ms] of SHUTDOWN_STEPS) {
    child.kill(signal)
    if (await endsWithin(ms, ended)) return
  }
  throw new Error('PostgreSQL did not stop and was left running. Acknowledged changes are kept: its next start recovers them.')
}

async function untilReady(child: ChildProcess, url: string, log: string): Promise<void> {
  let problem: unknown
  child.once('error', (error) => {
    problem = error
  })
  // Recovery after a crash may take minutes.
  for (const from = performance.now(); performance.now() - from < 300_000; await sleep(20)) {
    if (child.exitCode !== null || child.signalCode !== null || !child.pid) break
    try {
      return await createPortalDatabase(url)
    } catch (error) {
      problem = error
    }
  }
  const cause = problem instanceof Error ? problem.message : String(problem)
  throw new Error(`The embedded PostgreSQL did not start. ${log} says why. (${cause})`)
}

async function createPortalDatabase(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rowCount } = await client.query(`select from pg_database where datname = 'portal'`)
    if (!rowCount) await client.query('create database portal')
  } finally {
    await client.end()
  }
}
