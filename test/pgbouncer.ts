import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { broughtFromDebian, librariesOf } from './debian.ts'
import { freePort } from './ports.ts'

/** Fewer than the servers before it open, so that transactions share them. */
const CONNECTIONS = 5
/** PgBouncer refuses to run as root. */
const NOBODY = 65_534

interface Pooler {
  /** What a server is started with that reaches the database through it. */
  environment: Record<string, string>
  end(): Promise<void>
}

/** The PgBouncer of Debian before a database: each transaction may get another connection. */
export async function startPooler(database_url: string): Promise<Pooler> {
  const { searchParams, pathname, username } = new URL(database_url)
  const brought = broughtFromDebian('pgbouncer', 'libevent-2.1-7', 'libc-ares2')
  const folder = mkdtempSync(join(tmpdir(), 'pooler-'))
  chmodSync(folder, 0o755)
  const isRoot = process.getuid?.() === 0
  // Nobody goes through it to the file and to the socket.
  if (isRoot) chmodSync(tmpdir(), statSync(tmpdir()).mode | 0o011)
  const port = await freePort()
  const name = pathname.slice(1)
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(
    settings,
    `[databases]
${name} = host=${searchParams.get('host')} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${CONNECTIONS}
max_client_conn = 200
`,
  )
  const asNobody = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
  const child = spawn(join(brought, 'usr/sbin/pgbouncer'), [settings], {
    ...asNobody,
    env: { LD_LIBRARY_PATH: librariesOf(brought) },
    stdio: 'pipe',
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  while (child.exitCode === null && !(await answers(port))) await sleep(50)
  if (child.exitCode !== null) throw new Error(`PgBouncer did not start:\n${said}`)
  const pooled = `postgresql://${username}@127.0.0.1:${port}/${name}`
  return {
    environment: { DATABASE_URL: pooled, DATABASE_DIRECT_URL: database_url, DATABASE_PREPARE: 'off' },
    async end() {
      child.kill('SIGKILL')
      await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const end = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
