import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import { v7 } from 'uuid'
import { documents } from '../db/documents.table.ts'
import type { Db } from '../db/open.ts'
import { openFolder } from '../files/folder.ts'
import { MissingObject, type ObjectStore, sealedChunks } from '../files/objects.ts'
import { type Proven, proofOf } from './proof.ts'

const PAGE = 1_000
const AT_ONCE = 4

type Good = 'copied' | 'there' | 'gone'
type Bad = 'missing' | 'damaged'
type Fate = Good | Bad

/** How many ended well, and the ids of those that did not. */
export type Fates = Record<Good, number> & Record<Bad, string[]>

interface Copying {
  db: Db
  from: ObjectStore
  to: ObjectStore
  key: Buffer
  /** A folder of this machine. */
  unfinished: string
  signal: AbortSignal
  /** Proves what is there already too, and copies anew what is damaged. */
  all: boolean
  onPage: (done: number) => void
}

/** Copies the document of every row to a store that lacks it, while portals run; proves each by its hash. */
export async function copyDocuments(copying: Copying): Promise<Fates> {
  const { db, to, signal, onPage } = copying
  const there = new Set<string>()
  for await (const page of to.list()) for (const id of page) there.add(id)
  const fates: Fates = { copied: 0, there: 0, gone: 0, missing: [], damaged: [] }
  let [last, done]: [string | undefined, number] = [undefined, 0]
  for (let rows = await listAfter(db, last); rows.length > 0; rows = await listAfter(db, last)) {
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      signal.throwIfAborted()
      const some = rows.slice(at, at + AT_ONCE)
      const ends = await Promise.all(some.map((row) => (there.has(row.id) ? look(copying, row) : copyOne(copying, row))))
      for (const [index, fate] of ends.entries()) count(fates, fate, some[index]?.id ?? '')
    }
    last = rows.at(-1)?.id
    done += rows.length
    onPage(done)
  }
  return fates
}

function count(fates: Fates, fate: Fate, id: string): void {
  if (fate === 'missing' || fate === 'damaged') fates[fate].push(id)
  else fates[fate]++
}

const listAfter = (db: Db, last: string | undefined): Promise<Proven[]> =>
  db
    .select({ id: documents.id, size: documents.size, sha256: documents.sha256, wrapped_key: documents.wrapped_key })
    .from(documents)
    .where(last === undefined ? undefined : gt(documents.id, last))
    .orderBy(asc(documents.id))
    .limit(PAGE)

async function look(copying: Copying, row: Proven): Promise<Fate> {
  if (!copying.all || (await isWhole(copying.to, row, copying.key))) return 'there'
  const fate = await copyOne(copying, row, true)
  return fate === 'missing' ? 'damaged' : fate
}

/** What is in its place is removed once the other one is whole and here. */
async function copyOne(copying: Copying, row: Proven, replaces = false): Promise<Fate> {
  const name = v7()
  const path = join(copying.unfinished, name)
  try {
    const fate = await receive(copying, row, path)
    if (fate) return fate
    const here = openFolder(copying.unfinished)
    if (!(await isWhole({ open: (_, part) => here.open(name, part) }, row, copying.key))) return 'damaged'
    if (replaces) await copying.to.remove(row.id)
    await copying.to.keep(row.id, path)
    return await proveCopy(copying, row)
  } finally {
    await rm(path, { force: true })
  }
}

/** Undefined once the file is here. */
async function receive({ db, from, to, key }: Copying, row: Proven, path: string): Promise<Fate | undefined> {
  const sealed = await from.open(row.id).catch((error: unknown) => {
    if (!(error instanceof MissingObject)) throw error
  })
  if (!sealed) return (await isWhole(to, row, key)) ? 'there' : (await isExpected(db, row.id)) ? 'missing' : 'gone'
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
async function proveCopy({ db, to, key }: Copying, row: Proven): Promise<Fate> {
  const fate = (await isWhole(to, row, key)) ? 'copied' : 'damaged'
  if (fate === 'copied' && (await isThere(db, row.id))) return fate
  await to.remove(row.id)
  return fate === 'copied' ? 'gone' : fate
}

/** False for a document whose file a restore did not find. */
const isExpected = async (db: Db, id: string): Promise<boolean> =>
  (await db.$count(documents, and(eq(documents.id, id), isNull(documents.missing_at)))) > 0

const isThere = async (db: Db, id: string): Promise<boolean> => (await db.$count(documents, eq(documents.id, id))) > 0

const isWhole = async (store: Pick<ObjectStore, 'open'>, row: Proven, key: Buffer): Promise<boolean> =>
  (await proofOf(store, row, key)) === 'whole'
