import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { asc, eq, gt } from 'drizzle-orm'
import { v7 } from 'uuid'
import { documents } from '../db/documents.table.ts'
import type { Db } from '../db/open.ts'
import { openFolder } from '../files/folder.ts'
import { MissingObject, type ObjectStore, readSealed, StoreFault, sealedChunks } from '../files/objects.ts'
import { decrypt } from '../keys/encryption.ts'
import { openFile } from '../keys/segments.ts'

const PAGE = 1_000
const AT_ONCE = 4

type Row = Pick<typeof documents.$inferSelect, 'id' | 'sha256' | 'wrapped_key'>
type Fate = 'copied' | 'there' | 'gone' | 'missing' | 'damaged'

interface Copying {
  db: Db
  from: ObjectStore
  to: ObjectStore
  key: Buffer
  /** A folder of this machine. */
  unfinished: string
  signal: AbortSignal
  /** Proves what is there already too. */
  all: boolean
  onPage: (done: number) => void
}

/** Copies the document of every row to a store that lacks it, while portals run; proves each by its hash. Answers the ids by what became of them. */
export async function copyDocuments(copying: Copying): Promise<Map<Fate, string[]>> {
  const { db, to, signal, onPage } = copying
  const there = new Set<string>()
  for await (const page of to.list()) for (const id of page) there.add(id)
  const fates = new Map<Fate, string[]>()
  let [last, done]: [string | undefined, number] = [undefined, 0]
  for (let rows = await listAfter(db, last); rows.length > 0; rows = await listAfter(db, last)) {
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      signal.throwIfAborted()
      const some = rows.slice(at, at + AT_ONCE)
      const ends = await Promise.all(some.map((row) => (there.has(row.id) ? look(copying, row) : copyOne(copying, row))))
      for (const [index, fate] of ends.entries()) fates.set(fate, [...(fates.get(fate) ?? []), some[index]?.id ?? ''])
    }
    last = rows.at(-1)?.id
    done += rows.length
    onPage(done)
  }
  return fates
}

const listAfter = (db: Db, last: string | undefined): Promise<Row[]> =>
  db
    .select({ id: documents.id, sha256: documents.sha256, wrapped_key: documents.wrapped_key })
    .from(documents)
    .where(last === undefined ? undefined : gt(documents.id, last))
    .orderBy(asc(documents.id))
    .limit(PAGE)

const look = async ({ to, key, all }: Copying, row: Row): Promise<Fate> => (!all || (await isProven(to, row, key)) ? 'there' : 'damaged')

async function copyOne(copying: Copying, row: Row): Promise<Fate> {
  const name = v7()
  const path = join(copying.unfinished, name)
  try {
    const fate = await receive(copying, row, path)
    if (fate) return fate
    if (!(await isProven(openFolder(copying.unfinished), row, copying.key, name))) return 'damaged'
    await copying.to.keep(row.id, path)
    return await proveCopy(copying, row)
  } finally {
    await rm(path, { force: true })
  }
}

/** Undefined once the file is here. */
async function receive({ db, from, to, key }: Copying, row: Row, path: string): Promise<Fate | undefined> {
  const sealed = await from.open(row.id).catch((error: unknown) => {
    if (!(error instanceof MissingObject)) throw error
  })
  if (!sealed) return (await isProven(to, row, key)) ? 'there' : (await isThere(db, row.id)) ? 'missing' : 'gone'
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(sealedChunks(sealed))
    await file.sync()
    return undefined
  } finally {
    await file.close()
  }
}

/** What was removed meanwhile is removed here too, and so is what arrived as something else. */
async function proveCopy({ db, to, key }: Copying, row: Row): Promise<Fate> {
  const fate = (await isProven(to, row, key)) ? 'copied' : 'damaged'
  if (fate === 'copied' && (await isThere(db, row.id))) return fate
  await to.remove(row.id)
  return fate === 'copied' ? 'gone' : fate
}

const isThere = async (db: Db, id: string): Promise<boolean> => (await db.$count(documents, eq(documents.id, id))) > 0

/** Opens the file and compares its hash with that of the row; `name` is another name that it has. */
async function isProven(store: ObjectStore, { id, sha256, wrapped_key }: Row, key: Buffer, name = id): Promise<boolean> {
  try {
    const plain = openFile(await readSealed(store, name), decrypt(wrapped_key, key, id), id)
    return createHash('sha256').update(plain).digest('hex') === sha256
  } catch (error) {
    if (error instanceof StoreFault || (error instanceof Error && 'syscall' in error)) throw error
    return false
  }
}
