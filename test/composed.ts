import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, chownSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findPostgres, launchPrefix, NOBODY, postgresEnv } from '../server/src/postgres/program.ts'
import type { Host } from './network.ts'

/** What runs beside the portals, in one network with them. */
export interface Neighbour {
  output(): string
  end(): Promise<void>
}

function start(host: Host, command: string[], environment: NodeJS.ProcessEnv, folder: string): Neighbour & { exitCode(): number | null } {
  const [program = '', ...args] = [...host.prefix, ...command]
  const child = spawn(program, args, { env: environment, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const exited = once(child, 'exit')
  return {
    output: () => output,
    exitCode: () => child.exitCode,
    async end() {
      child.kill('SIGINT')
      await Promise.race([exited, sleep(5_000).then(() => child.kill('SIGKILL'))])
      await exited
    },
  }
}

/** Until it listens at that port. */
async function listening(host: Host, port: number, started: ReturnType<typeof start>): Promise<Neighbour> {
  const tries = `require('net').connect(${port}, '${host.address}').on('connect', () => process.exit(0)).on('error', () => process.exit(1))`
  const [program = '', ...args] = [...host.prefix, process.execPath, '-e', tries]
  while (started.exitCode() === null && spawnSync(program, args).status !== 0) await sleep(100)
  if (started.exitCode() !== null) throw new Error(`${host.name} did not start:\n${started.output()}`)
  return started
}

interface Wanted {
  user: string
  database: string
  password: string
}

/** The embedded PostgreSQL as the image of PostgreSQL sets it up: passwords, from any address. */
export function startPostgres(folder: string, host: Host, { user, database, password }: Wanted): Promise<Neighbour> {
  const program = findPostgres()
  const [home, word] = [join(folder, `postgres-${host.name}`), join(folder, 'postgres-password')]
  mkdirSync(home, { mode: 0o700 })
  chownSync(home, NOBODY, NOBODY)
  writeFileSync(word, password)
  const prefix = launchPrefix(program.postgres, home)
  const ran = (command: string[], input = '') => {
    const [first = '', ...args] = [...prefix, ...command]
    const { status, stderr } = spawnSync(first, args, { encoding: 'utf8', input, env: postgresEnv() })
    if (status !== 0) throw new Error(`PostgreSQL could not be prepared: ${stderr}`)
  }
  ran([program.initdb, '-D', home, '-U', user, '--auth=scram-sha-256', `--pwfile=${word}`, '--locale=C', '-E', 'UTF8', '--no-sync'])
  ran([program.postgres, '--single', '-D', home, 'postgres'], `create database ${database}\n`)
  appendFileSync(join(home, 'pg_hba.conf'), 'host all all all scram-sha-256\n')
  const settings = ['-c', `listen_addresses=${host.address}`, '-c', 'unix_socket_directories=', '-c', 'fsync=off']
  return listening(host, 5432, start(host, [...prefix, program.postgres, '-D', home, ...settings], postgresEnv(), folder))
}

/** s3rver, with one bucket. */
export function startObjects(folder: string, host: Host, port: number, bucket: string): Promise<Neighbour> {
  const home = join(folder, 'objects')
  mkdirSync(join(home, bucket), { recursive: true })
  const s3rver = join(import.meta.dirname, '../node_modules/s3rver/bin/s3rver.js')
  const options = [
    '--directory',
    home,
    '--address',
    host.address,
    '--port',
    String(port),
    '--no-vhost-buckets',
    '--configure-bucket',
    bucket,
  ]
  return listening(host, port, start(host, [process.execPath, s3rver, ...options], process.env, folder))
}

/** Debian's Caddy by that file, with certificates of its own making for names below localhost. */
export function startCaddy(
  folder: string,
  host: Host,
  caddy: string,
  file: string,
  environment: Record<string, string>,
): Promise<Neighbour> {
  const home = join(folder, 'caddy')
  mkdirSync(home)
  const env = { ...process.env, ...environment, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home }
  return listening(host, 443, start(host, [caddy, 'run', '--adapter', 'caddyfile', '--config', file], env, folder))
}

/** The certificate that signed Caddy's. */
export const caddyRoot = (folder: string): string => join(folder, 'caddy/caddy/pki/authorities/local/root.crt')

/** A new volume begins with what the image has there, and its owner. */
export function volumeOf(folder: string, imageRoot: string, path: string, name: string): string {
  const [from, to] = [join(imageRoot, path), join(folder, `volume-${name}`)]
  cpSync(from, to, { recursive: true })
  const { mode, uid, gid } = statSync(from)
  chmodSync(to, mode & 0o7777)
  chownSync(to, uid, gid)
  return to
}

/** All that lies in a volume has that owner. */
export function ownersIn(volume: string): number[] {
  const found = readdirSync(volume, { recursive: true, encoding: 'utf8' })
  return [...new Set(['', ...found].map((path) => statSync(join(volume, path)).uid))]
}

/** Files of that user and group. */
export function secretsIn(folder: string, files: Record<string, string>, user: number, group: number, mode = 0o644): string {
  const home = join(folder, 'secrets')
  mkdirSync(home, { mode: 0o755 })
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(home, name), text, { mode })
    chownSync(join(home, name), user, group)
  }
  return home
}

/** As Compose fills variables in: `${NAME:?}` must be there, `${NAME:-}` may be blank. */
export const filledIn = (text: string, variables: Record<string, string>): string =>
  text.replace(/\$\{(\w+)(:[?-])?\}/g, (_, name: string, kind?: string) => {
    const value = variables[name]
    if (!value && kind !== ':-') throw new Error(`${name} is not set`)
    return value ?? ''
  })

export const readText = (path: string): string => readFileSync(path, 'utf8')
