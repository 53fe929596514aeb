import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { onCluster } from '../../../test/database.ts'
import { PDF } from '../../../test/files.ts'
import { fillTables } from '../../../test/filledTables.ts'
import { copyMigrationsUntil, FIRST_RELEASE } from '../../../test/firstRelease.ts'
import { encryptAsBefore } from '../../../test/olderFile.ts'
import { startPortal } from '../../../test/portal.ts'
import { findAllMiscounted } from '../dashboard/countsProof.ts'
import { documents } from '../db/documents.table.ts'
import { INSTALLATION, installation } from '../db/installation.table.ts'
import { migrate } from '../db/migrate.ts'
import { openDb, openPool } from '../db/open.ts'
import { COPYING_LOCK } from '../documents/removal.ts'
import { sweepDocuments } from '../documents/sweeper.ts'
import { openFileStore } from '../files/fileStore.ts'
import { verifyChain } from '../journal/chain.ts'
import { encrypt } from '../keys/encryption.ts'
import { markOf } from '../keys/masterKey.ts'
import { countAllMiskept } from '../persons/proof.ts'
import { readSettings } from '../settings.ts'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'

const portal = startPortal({ QUOTA_FILES_PER_HOUR: '100' })
const signal = new AbortController().signal
const asksNobody = () => Promise.reject(new Error('asked'))

/** Which rows of a table come back: sessions, links and unfinished sign-ins would open an account, and a restored portal is another one. */
const TAKEN: Record<string, string> = {
  sessions: 'false',
  one_time_links: 'false',
  sign_ins: 'false',
  download_places: 'false',
  changes: 'false',
  orphans: 'false',
  mails: `facts is null or not facts ? 'link'`,
  installation: `key not in ('id', 'swept_file')`,
}

let folder: string
let backup: string
const databases: string[] = []

async function emptyDatabase(owner = 'portal'): Promise<string> {
  const name = `backup_${process.pid}_${databases.length}`
  databases.push(name)
  return onCluster(`create database ${name} owner ${owner}`, name)
}

const inDatabase = async <Row extends object>(url: string, query: string): Promise<Row[]> => {
  const pool = openPool({ connectionString: url }, () => undefined)
  try {
    return (await pool.query<Row>(query)).rows
  } finally {
    await pool.end()
  }
}

/** An empty place with this portal's key. */
const emptyPlace = async (name: string, environment: NodeJS.ProcessEnv = {}) => {
  const DATABASE_URL = await emptyDatabase()
  return readSettings({ DATA_DIR: join(folder, name), DATABASE_URL, MASTER_KEY: portal.master_key.toString('hex'), ...environment })
}

const tablesOf = async (url: string) => {
  const found = await inDatabase<{ name: string }>(url, `select relname as name from pg_class where relnamespace = 'public'::regnamespace`)
  return found.map(({ name }) => name)
}

/** Checks that nothing new is there. */
async function expectEmpty(place: { database_url: string | undefined; data_dir: string }) {
  expect(await tablesOf(place.database_url ?? '')).toEqual([])
  expect(existsSync(place.data_dir)).toBe(false)
}

const back = (path: string, place: ReturnType<typeof readSettings>, ask: () => Promise<string | undefined> = asksNobody) =>
  restore(path, place, { ask, signal })

const write = (path: string) =>
  backUp(path, { ...portal.settings, database_url: portal.database_url }, { signal, moment: portal.clock.moment })

/** The others have segments. */
async function encryptOneAsBefore(): Promise<void> {
  const [row] = await portal.db.select().from(documents)
  const { id, wrapped_key } = row as NonNullable<typeof row>
  const place = { files_dir: portal.settings.files_dir, master_key: portal.master_key }
  const older = await encryptAsBefore(place, id, await portal.files.read(id, wrapped_key))
  await portal.db.update(documents).set({ wrapped_key: older }).where(eq(documents.id, id))
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'))
  backup = join(folder, 'portal.backup')
  await portal.db.insert(installation).values({ key: INSTALLATION.masterKeyMark, value: markOf(portal.master_key) })
  await fillTables(portal)
  await encryptOneAsBefore()
  await write(backup)
})
afterAll(async () => {
  for (const name of databases) await onCluster(`drop database ${name} with (force)`, name)
  await onCluster(`drop role if exists plain_${process.pid}`, 'portal')
  await rm(folder, { recursive: true, force: true })
})

describe('a backup', () => {
  it('holds no key, no session and no link that opens an account', async () => {
    const bytes = await readFile(backup)
    expect(bytes.includes(portal.master_key)).toBe(false)
    expect(bytes.includes('token=secret')).toBe(false)
    expect(bytes.includes('tables/sessions')).toBe(false)
  })

  it('takes the place of no file', async () => {
    await expect(write(backup)).rejects.toThrow('portal.backup is already there. Name a new file.')
  })

  it('fails where a document has no file or half of one, names it and leaves nothing', async () => {
    const path = join(folder, 'failing.backup')
    const [{ id } = { id: '' }] = await portal.db.select().from(documents)
    const file = join(portal.settings.files_dir, id)
    await cp(file, join(folder, 'kept'))
    await truncate(file, 20)
    await expect(write(path)).rejects.toThrow(`The file of the document ${id} has 20 bytes instead of`)
    await cp(join(folder, 'kept'), file)
    await appendFile(file, 'four')
    await expect(write(path)).rejects.toThrow(`The file of the document ${id} has`)
    await rm(file)
    await expect(write(path)).rejects.toThrow(`The file of the document ${id} cannot be read`)
    await cp(join(folder, 'kept'), file)
    expect((await readdir(folder)).filter((name) => name.startsWith('failing'))).toEqual([])
  })

  it('keeps the files that it may still have to copy from the sweeper, which comes again', async () => {
    const { id } = await portal.files.write(PDF)
    const swept = async () => {
      await sweepDocuments(portal, new Date(Date.now() + 50 * 60 * 60_000))
      return !existsSync(join(portal.settings.files_dir, id))
    }
    await sweepDocuments(portal, new Date(Date.now() + 25 * 60 * 60_000))
    const copying = openPool({ connectionString: portal.database_url, max: 1 }, () => undefined)
    await copying.query('select pg_advisory_lock($1)', [COPYING_LOCK])
    expect(await swept()).toBe(false)
    await copying.query('select pg_advisory_unlock($1)', [COPYING_LOCK])
    await copying.end()
    expect(await swept()).toBe(true)
  })

  it('that is stopped leaves nothing', async () => {
    const stop = new AbortController()
    stop.abort(new Error('Stopped.'))
    const settings = { ...portal.settings, database_url: portal.database_url }
    await expect(backUp(join(folder, 'stopped.backup'), settings, { signal: stop.signal, moment: new Date() })).rejects.toThrow('Stopped.')
    expect((await readdir(folder)).filter((name) => name.startsWith('stopped'))).toEqual([])
  })

  it('of a place without a portal is none', async () => {
    const settings = readSettings({ DATA_DIR: join(folder, 'nowhere') })
    await expect(backUp(join(folder, 'x'), settings, { signal, moment: new Date() })).rejects.toThrow('There is no portal in')
    expect(existsSync(settings.data_dir)).toBe(false)
  })
})

describe('a restore', () => {
  it('brings every row and every file back, and goes on counting where it was', async () => {
    // The time of the backup is written after it.
    await portal.db.delete(installation).where(eq(installation.key, INSTALLATION.backedUpAt))
    const place = await emptyPlace('whole')
    const { opened } = await back(backup, place)
    expect(opened).toBe(3)
    const url = place.database_url ?? ''
    const rowsOf = async (at: string, table: string, which = 'true') => {
      const rows = await inDatabase<{ row: string }>(at, `select t::text as row from "${table}" t where ${which} order by 1`)
      return rows.map(({ row }) => row)
    }
    for (const { name } of await inDatabase<{ name: string }>(
      portal.database_url,
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )) {
      const [all, taken] = [await rowsOf(portal.database_url, name), await rowsOf(portal.database_url, name, TAKEN[name])]
      expect({ [name]: (await rowsOf(url, name)).filter((row) => !row.startsWith('(id,')) }).toEqual({ [name]: taken })
      // A table without rows would prove nothing: fillTables must write some.
      expect({ [name]: [all.length > 0, taken.length > 0] }).toEqual({ [name]: [true, TAKEN[name] !== 'false'] })
    }
    const next = `select nextval('ledger_seq_seq') > (select max(seq) from ledger) as later`
    expect(await inDatabase(url, next)).toEqual([{ later: true }])
    const rules = (at: string) =>
      inDatabase(
        at,
        `select conrelid::regclass::text || conname || pg_get_constraintdef(oid) || convalidated as rule from pg_constraint
         where connamespace = 'public'::regnamespace
         union all select tgrelid::regclass::text || tgname || tgenabled::text from pg_trigger where not tgisinternal order by 1`,
      )
    expect(await rules(url)).toEqual(await rules(portal.database_url))
  })

  it('brings history, access journal and seals back, which still hold, also where accesses have left', async () => {
    const place = await emptyPlace('sealed')
    await back(backup, place)
    const pool = openPool({ connectionString: place.database_url }, () => undefined)
    const proof = await verifyChain(openDb(pool), portal.master_key)
    const refused = pool.query('delete from accesses').catch((error: Error) => error.message)
    expect(proof).toMatchObject({ held: 2, left: 1, unsealed: 0, broken: undefined })
    expect(await refused).toBe('accesses is append-only')
    await pool.end()
  })

  it('needs no more rights than those of the owner of the database', async () => {
    await onCluster(`create role plain_${process.pid} login`, 'portal')
    const place = await emptyPlace('plain')
    const DATABASE_URL = (await emptyDatabase(`plain_${process.pid}`)).replace('//portal@', `//plain_${process.pid}@`)
    expect(await back(backup, { ...place, database_url: DATABASE_URL })).toMatchObject({ opened: 3 })
  })

  it('asks for the key that nothing gives, and refuses a wrong one before anything is touched', async () => {
    const { master_key, ...place } = await emptyPlace('asked')
    const keyless = { ...place, master_key: undefined }
    const wrong = 'The master key is not the one that encrypted the documents of this backup. Nothing was touched.'
    await expect(back(backup, { ...keyless, master_key: randomBytes(32) })).rejects.toThrow(wrong)
    await expect(back(backup, keyless, async () => randomBytes(32).toString('base64'))).rejects.toThrow(wrong)
    await expect(back(backup, keyless, async () => undefined)).rejects.toThrow('A master key is 32 bytes')
    await expectEmpty(place)
    await back(backup, keyless, async () => ` ${master_key?.toString('hex')}\n`)
    expect(await tablesOf(place.database_url ?? '')).toContain('ledger')
  })

  it('refuses a file that is cut off, longer or altered in any byte', async () => {
    const place = await emptyPlace('altered')
    const bytes = await readFile(backup)
    const path = join(folder, 'altered.backup')
    const spoiled = [bytes.subarray(0, -1), bytes.subarray(0, bytes.length / 2), bytes.subarray(0, 50), Buffer.alloc(0)]
    spoiled.push(Buffer.concat([bytes, Buffer.from('\n')]))
    for (const at of [0, 300, 600, Math.floor(bytes.length / 2), bytes.length - 600, bytes.length - 130, bytes.length - 1]) {
      const altered = Buffer.from(bytes)
      altered[at] = (altered[at] ?? 0) ^ 1
      spoiled.push(altered)
    }
    for (const each of spoiled) {
      await writeFile(path, each)
      await expect(back(path, place)).rejects.toThrow('is incomplete or was changed since it was written. Nothing was touched.')
    }
    await expect(back(join(folder, 'absent'), place)).rejects.toThrow('cannot be read (ENOENT')
    await expectEmpty(place)
  })

  it('refuses a database or a folder that is not empty', async () => {
    const place = await emptyPlace('occupied')
    const filled = { ...place, database_url: portal.database_url }
    await expect(back(backup, filled)).rejects.toThrow('The database is not empty')
    expect(existsSync(place.data_dir)).toBe(false)
    await mkdir(place.files_dir, { recursive: true })
    await writeFile(join(place.files_dir, '019a9e3c-0000-7000-8000-000000000001'), 'a document')
    await expect(back(backup, place)).rejects.toThrow(`${place.files_dir} is not empty`)
    expect(await readdir(place.files_dir)).toHaveLength(1)
    const embedded = { ...(await emptyPlace('embedded')), database_url: undefined }
    await mkdir(join(embedded.data_dir, 'postgres'), { recursive: true })
    await expect(back(backup, embedded)).rejects.toThrow('postgres is not empty')
  })

  it('that fails halfway leaves both empty, the key where it was', async () => {
    const path = join(folder, 'unsound.backup')
    const wallets = (act: string) =>
      portal.db.execute(sql.raw(`alter table wallets disable trigger user; ${act}; alter table wallets enable trigger user`))
    await wallets('update wallets set balance_fils = balance_fils + 1')
    await write(path)
    await wallets('update wallets set balance_fils = balance_fils - 1')
    const place = await emptyPlace('halfway')
    await expect(back(path, place)).rejects.toThrow('The money in the backup does not add up: each balance is the sum of its entries')
    await expectEmpty(place)
    const embedded = { ...place, database_url: undefined, master_key: undefined }
    await mkdir(join(embedded.data_dir, 'keys'), { recursive: true })
    await writeFile(join(embedded.data_dir, 'keys/master.key'), portal.master_key.toString('hex'))
    await expect(back(path, embedded)).rejects.toThrow('The money in the backup does not add up')
    expect(await readdir(embedded.data_dir)).toEqual(['keys'])
  })

  it('counts anew what was counted wrongly in the backup, and proves it', async () => {
    const path = join(folder, 'drifted.backup')
    const drift = (by: number) =>
      portal.db.execute(
        sql.raw(`alter table persons disable trigger user;
          update company_counts set number = number + ${by} where kind = 'status';
          update total_counts set number = number - ${by} where kind in ('status', 'user');
          update expiring_days set people = people + ${by};
          update persons set expires_on = expires_on + ${by};
          alter table persons enable trigger user`),
      )
    await drift(1)
    await write(path)
    await drift(-1)
    const place = await emptyPlace('drifted')
    await back(path, place)
    const pool = openPool({ connectionString: place.database_url }, () => undefined)
    const db = openDb(pool)
    expect([await findAllMiscounted(db, new Date()), await countAllMiskept(db, new Date())]).toEqual([[], 0])
    await pool.end()
  })

  it('of a newer version is refused', async () => {
    const path = join(folder, 'newer.backup')
    await portal.db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of tomorrow', 9e15)`)
    await write(path)
    await portal.db.execute(sql`delete from drizzle.__drizzle_migrations where hash = 'of tomorrow'`)
    const place = await emptyPlace('newer')
    await expect(back(path, place)).rejects.toThrow('The backup was made by a newer version of the portal. Nothing was touched.')
    await expectEmpty(place)
  })
})

describe('a backup of the first release', () => {
  const cleanUp: (() => Promise<unknown>)[] = []
  beforeEach(() => {
    cleanUp.length = 0
  })
  afterEach(async () => {
    for (const act of cleanUp) await act()
  })

  it('is brought forward, with its files and its money', async () => {
    const key = randomBytes(32)
    const old = readSettings({ DATA_DIR: join(folder, 'old'), DATABASE_URL: await emptyDatabase() })
    const pool = openPool({ connectionString: old.database_url }, () => undefined)
    cleanUp.push(() => pool.end())
    await migrate(pool, await copyMigrationsUntil('0002_wallet', join(folder, 'migrations')))
    await pool.query(FIRST_RELEASE)
    await pool.query('insert into installation values ($1, $2)', [INSTALLATION.masterKeyMark, markOf(key)])
    const stored = (await pool.query<{ id: string }>('select id from documents')).rows
    const [fileKey, plain] = [randomBytes(32), Buffer.from('%PDF-1.4\n')]
    await mkdir(old.files_dir, { recursive: true })
    const sum = createHash('sha256').update(plain).digest('hex')
    for (const { id } of stored) {
      await writeFile(join(old.files_dir, id), encrypt(plain, fileKey, id))
      await pool.query('update documents set wrapped_key = $1, sha256 = $2 where id = $3', [encrypt(fileKey, key, id), sum, id])
    }
    const path = join(folder, 'old.backup')
    await backUp(path, old, { signal, moment: new Date() })

    const place = await emptyPlace('new', { MASTER_KEY: key.toString('hex') })
    const { forward, opened } = await back(path, place)
    expect([forward > 0, opened]).toEqual([true, stored.length])
    const url = place.database_url ?? ''
    const kept = `select u.language, w.balance_fils from users u join wallets w on w.company_id = u.company_id`
    expect(await inDatabase(url, kept)).toEqual([{ language: 'en', balance_fils: 350_000 }])
    const files = openFileStore(place.files_dir, key, 10)
    for (const { id, wrapped_key } of await inDatabase<{ id: string; wrapped_key: Buffer }>(url, 'select id, wrapped_key from documents'))
      expect(await files.read(id, wrapped_key)).toEqual(plain)
    const again = openPool({ connectionString: place.database_url }, () => undefined)
    cleanUp.push(() => again.end())
    await migrate(again)
  })
})
