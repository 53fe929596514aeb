import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { broughtFromDebian, librariesOf } from '../debian.ts'
import { freePort } from '../ports.ts'

const EXAMPLE = join(import.meta.dirname, '../../deploy/haproxy.cfg')

export interface Front {
  pid: number
  /** Where people reach the portal. */
  origin: string
  /** The one address of the database. */
  databaseUrl: string
  /** Requests that it sent again, and such that it sent to another server. */
  repeated(): Promise<number>
  /** Servers that it gives requests to. */
  serversUp(): Promise<number>
  /** When it took servers out, and why. */
  said(): string
  end(): Promise<void>
}

interface Behind {
  servers: number[]
  databases: number[]
}

/** The example of deploy/ with the addresses of this run. */
function settingsOf({ servers, databases }: Behind, ports: { portal: number; database: number }, folder: string): string {
  const server = (name: string, port: number) => `    server ${name} 127.0.0.1:${port} check`
  const lines = readFileSync(EXAMPLE, 'utf8').split('\n')
  const addressed = lines.flatMap((line) => {
    if (/^ *server portal-1 /.test(line)) return servers.map((port, place) => server(`portal-${place + 1}`, port))
    if (/^ *server database-1 /.test(line)) return databases.map((port, place) => server(`database-${place + 1}`, port))
    if (/^ *server /.test(line)) return []
    if (/^ *bind .*:443 /.test(line)) return [`    bind 127.0.0.1:${ports.portal}`, '    http-response set-header x-served-by %s']
    if (/^ *bind .*:5432/.test(line)) return [`    bind 127.0.0.1:${ports.database}`]
    if (/^ *(user|group|chroot) /.test(line)) return []
    // Servers taken out, not requests.
    if (line === 'global') return [line, '    log stdout format raw local0 notice']
    if (line === 'defaults') return [line, '    log global']
    return [line]
  })
  return addressed.join('\n').replace('/run/haproxy.sock', join(folder, 'admin.sock'))
}

export async function startProxy(behind: Behind): Promise<Front> {
  const root = broughtFromDebian('haproxy', 'liblua5.3-0', 'libopentracing-c-wrapper0', 'libopentracing1')
  const folder = mkdtempSync(join(tmpdir(), 'proxy-'))
  const ports = { portal: await freePort(), database: await freePort() }
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, settingsOf(behind, ports, folder))
  const child = spawn(join(root, 'usr/sbin/haproxy'), ['-db', '-f', file], { env: { LD_LIBRARY_PATH: librariesOf(root) }, stdio: 'pipe' })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text.replace(/^/gm, `${Math.round(performance.now())} ms `)
    })
  const control = join(folder, 'admin.sock')
  while (child.exitCode === null && !(await answerOf(control, 'show info').catch(() => ''))) await sleep(50)
  if (child.exitCode !== null) throw new Error(`HAProxy did not start:\n${said}`)
  return {
    pid: child.pid ?? 0,
    origin: `http://127.0.0.1:${ports.portal}`,
    databaseUrl: `postgresql://portal@127.0.0.1:${ports.database}/portal`,
    repeated: async () => sumOf(await answerOf(control, 'show stat'), ['wretr', 'wredis']),
    serversUp: async () => rowsOf(await answerOf(control, 'show stat'), 'requests').filter(isServerUp).length,
    said: () => said,
    async end() {
      child.kill('SIGKILL')
      await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}

type Row = Record<string, string | undefined>

/** Of a backend: each server, and the whole. */
function rowsOf(table: string, backend: string): Row[] {
  const [head = '', ...lines] = table.trim().split('\n')
  const columns = head.replace('# ', '').split(',')
  const rows = lines.map((line): Row => Object.fromEntries(line.split(',').map((cell, place) => [columns[place], cell])))
  return rows.filter(({ pxname }) => pxname === backend)
}

const isServerUp = ({ svname, status }: Row): boolean => svname !== 'BACKEND' && status?.startsWith('UP') === true

/** Of the portal's backends. */
function sumOf(table: string, names: string[]): number {
  const ours = ['requests', 'streams'].flatMap((backend) => rowsOf(table, backend)).filter(({ svname }) => svname === 'BACKEND')
  return ours.reduce((sum, row) => sum + names.reduce((of, name) => of + Number(row[name] ?? 0), 0), 0)
}

function answerOf(path: string, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(path).setEncoding('utf8')
    socket.on('data', (piece: string) => {
      text += piece
    })
    socket.once('end', () => resolve(text)).once('error', reject)
    socket.write(`${command}\n`)
  })
}
