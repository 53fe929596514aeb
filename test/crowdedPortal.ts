import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, type SQL, sql } from 'drizzle-orm'
import { startSession } from '../server/src/auth/sessions.ts'
import { documents } from '../server/src/db/documents.table.ts'
import { type Db, openDb, openPool } from '../server/src/db/open.ts'
import { openFileStore } from '../server/src/files/fileStore.ts'
import { extendChain } from '../server/src/journal/chain.ts'
import { loadMasterKey } from '../server/src/keys/masterKey.ts'
import { startEmbedded } from '../server/src/postgres/embedded.ts'
import { readSettings } from '../server/src/settings.ts'
import { fillReleased, type Size, writeNewest } from './crowd.ts'
import { PDF } from './files.ts'
import { type ServerProcess, startServer } from './serverProcess.ts'

export interface Viewer {
  role: 'admin' | 'company_admin'
  headers: { cookie: string }
  /** Applications and files that this viewer may open. */
  applications: string[]
  documents: string[]
}

export interface CrowdedPortal {
  server: ServerProcess
  viewers: Viewer[]
  stop(): Promise<void>
}

const ADMINS = 10
const CUSTOMERS = 40
const FILES = 200
const FILE = Buffer.concat([PDF, Buffer.alloc(200_000, '%padding\n')])

/** Rows of later releases: administrators, sent mails, accesses. */
const LATER = [
  `insert into users (id, full_name, email, password_hash, role, approved, created_at)
    select gen_random_uuid(), 'Nadia Rahman', 'admin' || n || '@portal.example', 'none', 'admin', true, now() from generate_series(1, ${ADMINS}) n`,
  `insert into mails (id, kind, user_id, company_id, created_at, due_at, ended_at, ending)
    select gen_random_uuid(), 'stage_decided', a.submitted_by, a.company_id, a.submitted_at, a.submitted_at, now(), 'sent'
    from visa_applications a, generate_series(1, 2)`,
  `insert into accesses (id, happened_at, actor_id, record_type, record_id, call, outcome, request_id, address)
    select gen_random_uuid(), a.submitted_at + k * interval '1 hour', a.submitted_by, 'application', a.id,
      'GET /visa-applications/{id}', 'seen', gen_random_uuid(), '127.0.0.1' from visa_applications a, generate_series(1, 5) k`,
  'analyze',
]

/** The real server on a portal of that size; only the viewers' few hundred files exist. */
export async function startCrowdedPortal(size: Size, environment: Record<string, string> = {}): Promise<CrowdedPortal> {
  const data = await mkdtemp(join(tmpdir(), 'crowded-'))
  const remove = () => rm(data, { recursive: true, force: true, maxRetries: 5 })
  try {
    const viewers = await fill(data, size)
    const server = await startServer({ DATA_DIR: data, ...environment })
    const stop = async () => {
      await server.end('SIGTERM')
      await remove()
    }
    return { server, viewers, stop }
  } catch (error) {
    await remove()
    throw error
  }
}

async function fill(data: string, size: Size): Promise<Viewer[]> {
  const embedded = await startEmbedded(data)
  const pool = openPool({ connectionString: embedded.url }, () => undefined)
  try {
    const db = openDb(pool)
    const settings = readSettings({ DATA_DIR: data })
    const { key } = await fillReleased(pool, size, () => loadMasterKey(settings, db))
    for (const statement of LATER) await pool.query(statement)
    await writeFiles(db, openFileStore(settings.files_dir, key, settings.max_file_mb))
    await writeNewest(pool, settings.files_dir)
    await extendChain(db, key, new Date())
    return await viewersOf(db)
  } finally {
    await pool.end()
    await embedded.stop()
  }
}

/** Adds real files to the newest applications of every company. */
async function writeFiles(db: Db, files: ReturnType<typeof openFileStore>): Promise<void> {
  const rows = await db.execute<{ id: string }>(sql`select distinct on (a.company_id) d.id from documents d
    join visa_applications a on a.id = d.application_id where d.slot = 'passport_front' order by a.company_id, a.submitted_at desc limit ${FILES}`)
  for (const { id } of rows.rows)
    await db
      .update(documents)
      .set(await files.write(FILE))
      .where(eq(documents.id, id))
}

/** All administrators, and the company administrators of the oldest companies with the largest, each with a session. */
async function viewersOf(db: Db): Promise<Viewer[]> {
  const chosen = await db.execute<Pick<Viewer, 'role'> & { id: string; company_id: string | null }>(sql`
    select id, role, company_id from users where role = 'admin' union all
    (select id, role, company_id from users where role = 'company_admin' and approved order by created_at limit ${CUSTOMERS})`)
  const made: Viewer[] = []
  for (const { id, role, company_id } of chosen.rows) {
    const own = company_id ? sql`a.company_id = ${company_id}::uuid` : sql`true`
    const ids = async (query: SQL) => (await db.execute<{ id: string }>(query)).rows.map((row) => row.id)
    made.push({
      role,
      headers: { cookie: `session=${await startSession(db, id, new Date())}` },
      applications: await ids(sql`select a.id from visa_applications a where ${own} order by a.submitted_at desc limit 200`),
      documents: await ids(sql`select d.id from documents d join visa_applications a on a.id = d.application_id
        where d.size = ${FILE.length} and ${own} limit 20`),
    })
  }
  return made
}
