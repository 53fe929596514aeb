import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approveUser, type Company, login, registerClient } from 'contract'
import { afterAll, beforeAll } from 'vitest'
import { type Db, openDb, openPool } from '../server/src/db/open.ts'
import { freshDatabase } from './database.ts'
import { startPooler } from './pgbouncer.ts'
import { client, type ServerProcess, startServer } from './serverProcess.ts'

export type Client = ReturnType<typeof client>

export interface TwoServers {
  servers: [ServerProcess, ServerProcess]
  /** One more server on the same database and files, for example after a kill. */
  start(): Promise<ServerProcess>
  /** The administrator; `at` chooses the server. */
  administrator: Client
  db: Db
}

export const ADMIN = { email: 'admin@portal.example', password: 'a-long-password-2026' }

/** Two real server processes on one database and one file store; `npm run trust` has a pooler between as well. */
export function startTwoServers(): TwoServers {
  const portal = {} as TwoServers
  const stops: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    const database = await freshDatabase()
    const data = await mkdtemp(join(tmpdir(), 'two-servers-'))
    const pooler = process.env.POOLER ? await startPooler(database.url) : undefined
    const settings = { DATA_DIR: data, DATABASE_URL: database.url, LOG_LEVEL: 'error', ...pooler?.environment }
    portal.start = () => startServer({ ...settings, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password })
    portal.servers = [await portal.start(), await portal.start()]
    portal.administrator = client(portal.servers[0].origin)
    await portal.administrator.send(login, { body: ADMIN })
    const pool = openPool({ connectionString: database.url }, () => undefined)
    portal.db = openDb(pool)
    stops.push(
      () => Promise.all(portal.servers.map((server) => server.end('SIGKILL'))),
      () => pool.end(),
      async () => pooler?.end(),
      () => database.drop(),
      () => rm(data, { recursive: true, force: true, maxRetries: 5 }),
    )
  }, 120_000)
  afterAll(async () => {
    for (const stop of stops) await stop()
  })
  return portal
}

let registered = 0

/** A new, approved company with a signed-in person. */
export async function register({
  servers,
  administrator,
}: Pick<TwoServers, 'administrator' | 'servers'>): Promise<{ company: Company; as: Client }> {
  const account = { email: `omar.${++registered}@falcon.example`, password: 'falcon-2026' }
  const as = client(servers[0].origin)
  const { reply } = await as.send(registerClient, {
    body: {
      company_name: 'Falcon Trading LLC',
      trade_license: `CN-${registered}`,
      contact_person: 'Omar Haddad',
      company_email: account.email,
      company_phone: '+971 4 000 0001',
      user_full_name: 'Omar Haddad',
      user_email: account.email,
      user_password: account.password,
    },
  })
  await administrator.at(servers[0].origin).send(approveUser, { params: { id: reply.user.id } })
  await as.send(login, { body: account })
  return { company: reply.company, as }
}
