import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { broughtFromDebian, librariesOf } from '../debian.ts'
import type { Line } from '../line.ts'
import { freePort } from '../ports.ts'
import { killPostgres, postgresOf, stopPostgres } from '../postgresProcesses.ts'

/** PostgreSQL refuses to run as root. */
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const asUser = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
const REPLICA = 'replica'

export interface Postgres {
  port: number
  url: string
  pids(): number[]
  /** All of it at once, as a crash of its machine would. */
  kill(): Promise<void>
  /** It stands still: connections stay open, and nothing is answered. */
  freeze(): void
  /** Makes a replica the primary; answers once it takes writes. */
  promote(): void
}

/** What the packages need beside the libraries of every Debian. */
const brought = () =>
  broughtFromDebian('postgresql-15', 'postgresql-client-15', 'libpq5', 'libicu72', 'libxml2', 'libldap-2.5-0', 'libsasl2-2')

function programOf(name: string): { command: string; env: Record<string, string> } {
  const root = brought()
  return { command: join(root, 'usr/lib/postgresql/15/bin', name), env: { LD_LIBRARY_PATH: librariesOf(root), LC_ALL: 'C' } }
}

function ran(name: string, args: string[]): void {
  const { command, env } = programOf(name)
  const { status, stderr, error } = spawnSync(command, args, { ...asUser, env, cwd: '/', encoding: 'utf8' })
  if (status !== 0) throw new Error(`${name} of Debian's PostgreSQL failed: ${error?.message ?? stderr}`)
}

/** For nobody, who must also reach it through the folders above. */
function makeOwn(folder: string): string {
  mkdirSync(folder, { recursive: true })
  if (isRoot) chownSync(folder, NOBODY, NOBODY)
  chmodSync(folder, 0o700)
  return join(folder, 'postgres')
}

async function start(home: string, port: number): Promise<Postgres> {
  const directory = join(home, 'postgres')
  const log = openSync(join(home, 'postgres.log'), 'a')
  const { command, env } = programOf('postgres')
  const own = ['-c', `port=${port}`, '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'jit=off']
  const child = spawn(command, ['-D', directory, ...own], { ...asUser, env, cwd: '/', stdio: ['ignore', log, log] })
  closeSync(log)
  const url = `postgresql://portal@127.0.0.1:${port}/portal`
  await untilAnswers(child, url.replace(/portal$/, 'postgres'), join(home, 'postgres.log'))
  return {
    port,
    url,
    pids: () => (child.exitCode === null && child.signalCode === null ? postgresOf(home) : []),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      killPostgres(home)
      await once(child, 'exit')
    },
    freeze: () => void stopPostgres(home),
    promote: () => ran('pg_ctl', ['promote', '-w', '-D', directory]),
  }
}

async function untilAnswers(child: ChildProcess, url: string, log: string): Promise<void> {
  while (child.exitCode === null && !(await asked(url, 'select 1').catch(() => undefined))) await sleep(50)
  if (child.exitCode !== null) throw new Error(`PostgreSQL did not start:\n${readFileSync(log, 'utf8').slice(-2_000)}`)
}

/** The rows that one statement answers, over a connection of its own. */
export async function asked<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  return client
    .query<Row>(statement)
    .then(
      ({ rows }) => rows,
      (error: unknown) => Promise.reject(error),
    )
    .finally(() => client.end())
}

export async function startPrimary(home: string): Promise<Postgres> {
  makeOwn(home)
  ran('initdb', ['-D', join(home, 'postgres'), '-U', 'portal', '--auth=trust', '--locale=C.UTF-8', '-E', 'UTF8'])
  const primary = await start(home, await freePort())
  for (const made of ['database portal', 'role haproxy login', 'database haproxy'])
    await asked(primary.url.replace(/portal$/, 'postgres'), `create ${made}`)
  return primary
}

/** A streaming replica over that line; with `synchronous` the primary answers no commit that it does not have. */
export async function startReplica(home: string, primary: Postgres, line: Line, synchronous: boolean): Promise<Postgres> {
  makeOwn(home)
  const from = `host=127.0.0.1 port=${line.port} user=portal application_name=${REPLICA}`
  // Not at once: the line is one of this process.
  const { command, env } = programOf('pg_basebackup')
  const copying = spawn(command, ['-D', join(home, 'postgres'), '-d', from, '-R', '-X', 'stream', '-c', 'fast'], {
    ...asUser,
    env,
    cwd: '/',
  })
  if ((await once(copying, 'exit'))[0] !== 0) throw new Error("pg_basebackup of Debian's PostgreSQL failed.")
  const replica = await start(home, await freePort())
  const streams = () => asked(primary.url, `select from pg_stat_replication where application_name = '${REPLICA}' and state = 'streaming'`)
  while ((await streams()).length === 0) await sleep(50)
  if (!synchronous) return replica
  await asked(primary.url, `alter system set synchronous_standby_names = '${REPLICA}'`)
  await asked(primary.url, 'select pg_reload_conf()')
  while ((await asked<{ is: string }>(primary.url, 'select sync_state as is from pg_stat_replication'))[0]?.is !== 'sync') await sleep(50)
  return replica
}
