import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { login, uploadDocument } from 'contract'
import { afterEach, beforeEach, expect } from 'vitest'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { client, type ServerProcess, startServer } from './serverProcess.ts'
import { type Client, register } from './twoServers.ts'

const ADMIN = { email: 'admin@portal.example', password: 'a-long-password-2026' }
export const UPLOAD = { 'content-type': 'application/pdf', 'x-file-name': 'scan.pdf' }

export interface Faulty {
  dataDir: string
  database: FreshDatabase
  server: ServerProcess
  /** Run at the end of the test, the last one first. */
  stops: (() => unknown)[]
  /** Starts the server and registers a company; `within` is a command to run it in. */
  start(environment: Record<string, string>, within?: string[]): Promise<{ company: { id: string }; as: Client }>
  administrator: Client
  /** Registers one more company. */
  register(): Promise<{ company: { id: string }; as: Client }>
  /** The file names of the store; its folder of unfinished files must be empty. */
  storedFiles(): Promise<string[]>
}

/** A server process for each test, on the disk of that test. */
export function startFaulty(): Faulty {
  const faulty = { stops: [] as Faulty['stops'] } as Faulty
  beforeEach(async () => {
    faulty.dataDir = await mkdtemp(join(tmpdir(), 'faults-'))
    faulty.database = await freshDatabase()
  }, 60_000)
  afterEach(async () => {
    await faulty.server?.end('SIGKILL')
    for (const stop of faulty.stops.splice(0).reverse()) await stop()
    await faulty.database.drop()
    await rm(faulty.dataDir, { recursive: true, force: true, maxRetries: 5 })
  }, 60_000)
  faulty.start = async (environment, within) => {
    const admin = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
    faulty.server = await startServer({ DATA_DIR: faulty.dataDir, LOG_LEVEL: 'silent', ...admin, ...environment }, within)
    const administrator = client(faulty.server.origin)
    await administrator.send(login, { body: ADMIN })
    faulty.administrator = administrator
    faulty.register = () => register({ servers: [faulty.server, faulty.server], administrator })
    return faulty.register()
  }
  faulty.storedFiles = async () => {
    expect(await readdir(join(faulty.dataDir, 'files/tmp'))).toEqual([])
    return (await readdir(join(faulty.dataDir, 'files'))).filter((name) => name !== 'tmp' && name !== 'lost+found')
  }
  return faulty
}

/** The answer to an upload, with headers. */
export async function ask(as: Client, bytes: Buffer) {
  const answer = await as.raw(uploadDocument, bytes, UPLOAD)
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), type: answer.headers.get('content-type') }
}

export const PROBLEM = 'application/problem+json; charset=utf-8'
