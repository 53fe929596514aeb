import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { INSTALLATION } from '../db/installation.table.ts'
import { COPYING_LOCK } from '../documents/removal.ts'
import { type ObjectStore, sealedChunks } from '../files/objects.ts'
import type { StoredFile } from '../files/store.ts'
import { sealedLength } from '../keys/segments.ts'
import { documentEntry, listEntry, type Manifest, type Table, tableEntry } from './manifest.ts'
import type { Archive } from './write.ts'

const CHUNK_BYTES = 4 * 1024 * 1024
const NEWLINE = 0x0a
const LIST_LINES = 20_000

type Wanted = Pick<StoredFile, 'id' | 'size' | 'sha256' | 'wrapped_key'>

/** Which rows of a table are taken: sessions and other secrets stay out, also waiting mails with links. Changes, running downloads and what a sweeper found mean nothing elsewhere. */
const TAKEN: Record<string, string> = {
  sessions: 'false',
  one_time_links: 'false',
  download_places: 'false',
  sign_ins: 'false',
  changes: 'false',
  orphans: 'false',
  installation: `key <> '${INSTALLATION.sweptFile}' and key not like '${INSTALLATION.filesEpoch} %'`,
  mails: `facts is null or not (facts ? 'link')`,
}

const { escapeIdentifier } = pg

/** Adds the rows of one snapshot and their documents. The session's lock, taken before the snapshot, keeps files from being removed. */
export async function dump(
  client: pg.Client,
  archive: Archive,
  { store, documents_in, moment }: { store: ObjectStore; documents_in: Manifest['documents_in']; moment: Date },
): Promise<Omit<Manifest, 'entries'>> {
  await client.query('set idle_session_timeout = 0; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
  await client.query(`set datestyle = 'ISO'; set timezone = 'UTC'; set bytea_output = 'hex'; set extra_float_digits = 1`)
  await client.query('select pg_advisory_lock($1)', [COPYING_LOCK])
  await client.query('begin transaction isolation level repeatable read, read only')
  const rows = await dumpRows(client, archive)
  const documents = await listWanted(client, rows.tables)
  await client.query('commit')
  const missing = (ofDocuments(rows.tables)?.rows ?? 0) - documents.length
  if (documents_in === 'store') await addList(archive, store, documents)
  else for (const document of documents) await addDocument(archive, store, document)
  const { rows: held } = await client.query<{ held: boolean }>('select pg_advisory_unlock($1) as held', [COPYING_LOCK])
  if (!held[0]?.held) throw new Error('The lock on the documents was lost.')
  return { format: 1, made_at: moment.toISOString(), ...rows, documents: documents.length, missing, documents_in }
}

const ofDocuments = (tables: Table[]) => tables.find(({ name }) => name === 'documents')

/** Without those that were lost, which older schemas do not know. */
async function listWanted(client: pg.Client, tables: Table[]): Promise<Wanted[]> {
  const knowsLost = ofDocuments(tables)?.columns.includes('missing_at')
  const { rows } = await client.query<Wanted>(
    `select id, size, sha256, wrapped_key from documents ${knowsLost ? 'where missing_at is null' : ''} order by id`,
  )
  return rows
}

async function dumpRows(client: pg.Client, archive: Archive) {
  const migrations = await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations order by id')
  const mark = await client.query<{ value: string }>('select value from installation where key = $1', [INSTALLATION.masterKeyMark])
  const tables: Table[] = []
  for (const table of await listTables(client)) tables.push({ ...table, rows: await dumpTable(client, archive, table) })
  return {
    migrations: migrations.rows.map(({ hash }) => hash),
    master_key_mark: mark.rows[0]?.value ?? null,
    tables,
    sequences: await listSequences(client),
  }
}

async function listTables(client: pg.Client): Promise<Omit<Table, 'rows'>[]> {
  const { rows } = await client.query<Omit<Table, 'rows'>>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`)
  return rows
}

/** A snapshot does not cover sequences: a restore skips numbers given since. */
async function listSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`,
  )
  const sequences: Manifest['sequences'] = []
  for (const { name } of rows) {
    const { rows: values } = await client.query(`select last_value::float8, is_called from public.${escapeIdentifier(name)}`)
    sequences.push({ name, ...values[0] })
  }
  return sequences
}

/** Adds a table in parts of whole rows: in COPY's text format a newline always ends a row. Answers the number of rows. */
async function dumpTable(client: pg.Client, archive: Archive, { name, columns }: Omit<Table, 'rows'>): Promise<number> {
  const rows = `select ${columns.map(escapeIdentifier).join(', ')} from public.${escapeIdentifier(name)} where ${TAKEN[name] ?? 'true'}`
  const copying = client.query(copyTo(`copy (${rows}) to stdout`))
  let waiting: Buffer[] = []
  let part = 0
  const flush = (bytes: Buffer) => (bytes.length > 0 ? archive.add(tableEntry(name, part++), bytes) : undefined)
  const chunks: AsyncIterable<Buffer> = copying
  for await (const chunk of chunks) {
    waiting.push(chunk)
    if (waiting.reduce((sum, each) => sum + each.length, 0) < CHUNK_BYTES) continue
    const bytes = Buffer.concat(waiting)
    const end = bytes.lastIndexOf(NEWLINE) + 1
    waiting = [bytes.subarray(end)]
    await flush(bytes.subarray(0, end))
  }
  await flush(Buffer.concat(waiting))
  return copying.rowCount
}

async function addDocument(archive: Archive, store: ObjectStore, { id, size, wrapped_key }: Wanted): Promise<void> {
  const sealed = await store.open(id).catch((error: Error) => {
    throw new Error(`The file of the document ${id} cannot be read (${error.message}). No backup was written.`)
  })
  const length = sealedLength(size, wrapped_key)
  if (sealed.length === length) return archive.addStream(documentEntry(id), sealedChunks(sealed), length)
  await sealed.close()
  throw new Error(`The file of the document ${id} has ${sealed.length} bytes instead of ${length}. No backup was written.`)
}

/** Only of documents that are in the store now. */
async function addList(archive: Archive, store: ObjectStore, documents: Wanted[]): Promise<void> {
  const found = await idsOf(store)
  const missing = documents.find(({ id }) => !found.has(id))
  if (missing) throw new Error(`The file of the document ${missing.id} is not in the store. No backup was written.`)
  for (let at = 0; at < documents.length; at += LIST_LINES) {
    const lines = documents
      .slice(at, at + LIST_LINES)
      .map(({ id, size, sha256, wrapped_key }) => `${id} ${sealedLength(size, wrapped_key)} ${sha256}\n`)
    await archive.add(listEntry(at / LIST_LINES), Buffer.from(lines.join('')))
  }
}

export async function idsOf(store: ObjectStore): Promise<Set<string>> {
  const ids = new Set<string>()
  for await (const page of store.list()) for (const id of page) ids.add(id)
  return ids
}
