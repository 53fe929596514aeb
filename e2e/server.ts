import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export const admin = { email: 'admin@visa-portal.test', password: 'a password for tests' }

const BANK = {
  BANK_NAME: 'Emirates Bank',
  BANK_ACCOUNT_NAME: 'Visa Services LLC',
  BANK_ACCOUNT_NUMBER: '0012345678',
  BANK_IBAN: 'AE070331234567890123456',
}

/** A data directory of its own, as a portal leaves it that was started once, where there is such a one to copy. */
export function newDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'e2e-'))
  const started = process.env.E2E_STARTED
  if (started) execFileSync('cp', ['-a', `${started}/.`, dataDir])
  return dataDir
}

/** Starts the real server on an embedded database; answers a function that stops it, removes its data unless they are kept, and returns its output. */
export async function startServer(
  port: string,
  settings: Record<string, string> = {},
  dataDir = newDataDir(),
  { keeps = false } = {},
): Promise<() => Promise<string>> {
  const log = join(dataDir, 'server.log')
  const output = openSync(log, 'w')
  const { PATH, HOME, TMPDIR } = process.env
  // No other variables of the caller: they may be settings of a portal.
  const env = { PATH, HOME, TMPDIR, PORT: port, DATA_DIR: dataDir, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }
  const server = spawn(process.execPath, [join(import.meta.dirname, '../server/dist/main.js')], {
    stdio: ['ignore', output, output],
    // Customers who wait for approval have registered, all from this one address.
    env: { ...env, ...BANK, LOG_LEVEL: 'warn', REGISTRATIONS_PER_ADDRESS: '1000', ...settings },
  })
  closeSync(output)
  const ended = once(server, 'exit') as Promise<[number | null, string | null]>
  const stop = async () => {
    server.kill('SIGTERM')
    const [code, signal] = await ended
    const said = readFileSync(log, 'utf8')
    if (!keeps) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    if (code !== 0) throw new Error(`The server did not end cleanly (${code ?? signal}):\n${said}`)
    return said
  }
  for (const from = Date.now(); Date.now() - from < 60_000; await sleep(100)) {
    if (server.exitCode !== null || server.signalCode !== null) break
    // It answers before it has its administrator and can be stopped.
    if (readFileSync(log, 'utf8').includes(' is ready at ') && (await answers(`http://127.0.0.1:${port}/readyz`))) return stop
  }
  throw new Error(`The server did not start:\n${await stop()}`)
}

/** Runs an operator's command beside the portal of that data directory; answers what it printed. */
export function operate(dataDir: string, ...words: string[]): string {
  const { PATH, HOME, TMPDIR } = process.env
  const program = join(import.meta.dirname, '../server/dist/portal.js')
  return execFileSync(process.execPath, [program, ...words], { env: { PATH, HOME, TMPDIR, DATA_DIR: dataDir } }).toString()
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  )
