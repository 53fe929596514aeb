import { createHmac, randomUUID } from 'node:crypto'
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { validate } from 'uuid'
import { documents } from '../db/documents.table.ts'
import { INSTALLATION, installation } from '../db/installation.table.ts'
import type { Db } from '../db/open.ts'
import { syncDirectory } from '../disk/syncDirectory.ts'
import type { Settings } from '../settings.ts'
import { newKey } from './encryption.ts'

export const markOf = (key: Buffer): string => createHmac('sha256', key).update('visa portal master key').digest('hex')

/** From the settings, else DATA_DIR/keys/master.key, made by the first start (D7). Throws a sentence if missing, damaged or wrong. */
export async function loadMasterKey(
  settings: Pick<Settings, 'master_key' | 'data_dir' | 'files_dir'>,
  db: Db,
  hasFiles = () => isFilled(settings.files_dir),
): Promise<{ key: Buffer; notice?: string }> {
  const { path, ways } = placeOf(settings)
  const key = (await findGivenKey(settings)) ?? (await firstKey(path, ways, hasFiles, db))
  if ((await rememberedMark(db, key)) !== markOf(key))
    throw new Error(`The master key is not the one that encrypted this portal's documents. ${ways}`)
  if (settings.master_key) return { key }
  return {
    key,
    notice: `The master key is in ${path}, beside the documents it protects. Better keep it elsewhere: see MASTER_KEY_FILE.`,
  }
}

/** Makes no key. */
export async function findGivenKey(settings: Pick<Settings, 'master_key' | 'data_dir'>): Promise<Buffer | undefined> {
  const { path, ways } = placeOf(settings)
  return settings.master_key ?? (await readKey(path, ways))
}

function placeOf({ data_dir }: Pick<Settings, 'data_dir'>) {
  const path = join(data_dir, 'keys', 'master.key')
  return { path, ways: `Set MASTER_KEY or MASTER_KEY_FILE to the right key, or put it back as ${path}.` }
}

async function readKey(path: string, ways: string): Promise<Buffer | undefined> {
  const text = await readFile(path, 'utf8').catch(ifAbsent(undefined))
  if (text === undefined) return undefined
  if (!/^[0-9a-f]{64}\s*$/i.test(text)) throw new Error(`The master key in ${path} is damaged. ${ways}`)
  return Buffer.from(text.trim(), 'hex')
}

async function firstKey(path: string, ways: string, hasFiles: () => Promise<boolean>, db: Db): Promise<Buffer> {
  if (!(await needsKey(hasFiles, db))) return makeKey(path, ways)
  // Another server may have made it in this moment.
  const made = await readKey(path, ways)
  if (made) return made
  throw new Error(`The master key that the stored documents need is not there. ${ways}`)
}

async function needsKey(hasFiles: () => Promise<boolean>, db: Db): Promise<boolean> {
  if (await hasFiles()) return true
  const [row] = await db.select({ id: documents.id }).from(documents).limit(1)
  const [mark] = await db.select().from(installation).where(eq(installation.key, INSTALLATION.masterKeyMark))
  return row !== undefined || mark !== undefined
}

const isFilled = async (dir: string): Promise<boolean> => (await readdir(dir).catch(ifAbsent<string[]>([]))).some((name) => validate(name))

/** Synced to disk. If two servers start at once, both use the key of the first. */
async function makeKey(path: string, ways: string): Promise<Buffer> {
  const directory = dirname(path)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const temp = join(directory, randomUUID())
  await writeFile(temp, `${newKey().toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  await link(temp, path).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(temp)
  for (const changed of [directory, dirname(directory)]) await syncDirectory(changed)
  const key = await readKey(path, ways)
  if (!key) throw new Error('the master key was not made')
  return key
}

/** The mark of the first key that this database has seen. */
async function rememberedMark(db: Db, key: Buffer): Promise<string | undefined> {
  await db
    .insert(installation)
    .values({ key: INSTALLATION.masterKeyMark, value: markOf(key) })
    .onConflictDoNothing()
  const [mark] = await db.select().from(installation).where(eq(installation.key, INSTALLATION.masterKeyMark))
  return mark?.value
}

const ifAbsent =
  <Value>(value: Value) =>
  (error: NodeJS.ErrnoException): Value => {
    if (error.code === 'ENOENT') return value
    throw error
  }
