import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { validate } from 'uuid'
import type { ObjectStore } from '../files/objects.ts'
import { type Manifest, meaningOf } from './manifest.ts'
import { readEntries } from './read.ts'
import type { CheckedBackup } from './trailer.ts'

const { escapeIdentifier } = pg

interface From {
  path: string
  backup: CheckedBackup
  store: ObjectStore
  /** Where files lie until the store has them. */
  unfinished: string
  signal: AbortSignal
}

/** The schema must have the backup's version. Answers which documents the backup lists without holding them. */
export async function load(client: pg.Client, { path, backup, store, unfinished, signal }: From): Promise<string[]> {
  const listed: string[] = []
  const columns = new Map(backup.manifest.tables.map((table) => [table.name, table.columns]))
  await client.query(`set local datestyle = 'ISO'; set local timezone = 'UTC'`)
  await readEntries(path, backup, signal, async (name, chunks) => {
    const meaning = meaningOf(name)
    if (meaning && 'table' in meaning) await loadRows(client, meaning.table, columns.get(meaning.table) ?? [], chunks)
    else if (meaning && 'list' in meaning)
      for (const line of (await text(chunks)).split('\n')) listed.push(...line.split(' ', 1).filter(Boolean))
    else if (meaning && validate(meaning.document)) await save(store, meaning.document, join(unfinished, meaning.document), chunks)
    else throw new Error(`The backup holds the table ${name}, which this version of the portal does not know.`)
  })
  await setSequences(client, backup.manifest)
  await compareCounts(client, backup.manifest)
  return listed
}

function loadRows(client: pg.Client, table: string, columns: string[], chunks: AsyncIterable<Buffer>): Promise<void> {
  const into = `public.${escapeIdentifier(table)} (${columns.map(escapeIdentifier).join(', ')})`
  return pipeline(chunks, client.query(copyFrom(`copy ${into} from stdin`)))
}

async function save(store: ObjectStore, id: string, path: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(chunks)
    await file.sync()
    await store.keep(id, path)
  } finally {
    await file.close()
    await rm(path, { force: true })
  }
}

async function setSequences(client: pg.Client, { sequences }: Manifest): Promise<void> {
  for (const { name, last_value, is_called } of sequences)
    await client.query('select setval($1::regclass, $2, $3)', [`public.${escapeIdentifier(name)}`, last_value, is_called])
}

async function compareCounts(client: pg.Client, { tables, documents, missing }: Manifest): Promise<void> {
  for (const { name, rows: expected } of tables) {
    const { rows } = await client.query<{ count: number }>(`select count(*)::float8 as count from public.${escapeIdentifier(name)}`)
    const count = rows[0]?.count
    if (count !== expected) throw new Error(`The table ${name} has ${count} rows after the restore instead of ${expected}.`)
    if (name === 'documents' && count !== documents + missing)
      throw new Error(`The backup has ${documents} files for ${count - missing} documents.`)
  }
}
