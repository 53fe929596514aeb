import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOUR_MS } from 'contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyDatabase } from '../../../test/database.ts'
import { JPEG, PDF } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { startObjectServer } from '../../../test/objectServer.ts'
import { startPortal } from '../../../test/portal.ts'
import { INSTALLATION, installation } from '../db/installation.table.ts'
import { openDb, openPool } from '../db/open.ts'
import { openFiles } from '../documents/openFiles.ts'
import { sweepDocuments } from '../documents/sweeper.ts'
import { MARK } from '../files/objects.ts'
import { markOf } from '../keys/masterKey.ts'
import { readSettings } from '../settings.ts'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'

const PREFIX = 'owned'
const FOREIGN = 's3://documents/owned belongs to another installation of the portal. Name a prefix of this one’s own in FILES_URL.'
const signal = new AbortController().signal
const ask = () => Promise.reject(new Error('asked'))

const objects = startObjectServer()
const portal = startPortal(() => objects.settings(PREFIX))
const make = given(portal)
const drops: (() => Promise<void>)[] = []
let folder: string
let ids: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backups-'))
  await portal.db.insert(installation).values([
    { key: INSTALLATION.masterKeyMark, value: markOf(portal.master_key) },
    // As the portal of the tests has claimed its prefix.
    { key: INSTALLATION.id, value: 'this one' },
  ])
  const company = await make.company()
  const made = [
    await make.document({ company_id: company.id, slot: 'trade_license' }, PDF),
    await make.document({ company_id: company.id, slot: 'other_doc_1' }, JPEG),
  ]
  ids = made.map(({ id }) => id)
})
afterAll(async () => {
  for (const drop of drops) await drop()
  await rm(folder, { recursive: true })
})

const write = (name: string, documents_in: 'file' | 'store') =>
  backUp(join(folder, name), { ...portal.settings, database_url: portal.database_url }, { signal, moment: new Date(), documents_in })

async function emptyPlace(prefix: string) {
  const { url, drop } = await emptyDatabase()
  drops.push(drop)
  const key = { MASTER_KEY: portal.master_key.toString('hex') }
  const data = await mkdtemp(join(folder, 'data-'))
  return readSettings({ ...objects.settings(prefix), ...key, DATABASE_URL: url, DATA_DIR: data })
}

/** What a start does with its files. */
async function started(place: ReturnType<typeof readSettings>, act: (given: Parameters<typeof sweepDocuments>[0]) => Promise<void>) {
  const pool = openPool({ connectionString: place.database_url }, () => undefined)
  try {
    const db = openDb(pool)
    const { files } = await openFiles(place, db)
    await act({ db, files }).finally(() => files.close())
  } finally {
    await pool.end()
  }
}

const stored = async (prefix: string) => (await objects.names(prefix)).filter((name) => name !== MARK).toSorted()

describe('a backup of documents in a bucket', () => {
  it('is restored into an empty prefix as another installation, or leaves nothing there', async () => {
    await write('whole', 'file')
    const file = join(folder, 'whole')
    const place = await emptyPlace('copied')
    await expect(restore(file, { ...place, files: portal.settings.files }, { ask, signal })).rejects.toThrow(
      's3://documents/owned is not empty. Nothing was touched. Name another prefix in FILES_URL, or move it away.',
    )
    let puts = 0
    objects.before = async (context, next) => {
      if (context.method !== 'PUT' || ++puts < 3) return next()
      context.req.resume()
      context.status = 403
    }
    await expect(restore(file, place, { ask, signal })).rejects.toThrow('the object store does not do its work')
    expect(await objects.names('copied')).toEqual([])
    objects.before = undefined
    expect(await restore(file, place, { ask, signal, all: true })).toMatchObject({ opened: 2 })
    expect(await stored('copied')).toEqual(ids.toSorted())
    await started(place, async () => undefined)
    await expect(started({ ...place, files: portal.settings.files }, async () => undefined)).rejects.toThrow(FOREIGN)
  })

  it('of rows alone finds them in their prefix, and leaves there what was stored since', async () => {
    await write('rows', 'store')
    const later = await portal.files.write(PDF)
    const place = await emptyPlace(PREFIX)
    expect(await restore(join(folder, 'rows'), place, { ask, signal })).toMatchObject({ opened: 2 })
    await started(place, async (given) => {
      for (const hours of [25, 26]) await sweepDocuments(given, new Date(Date.now() + hours * HOUR_MS))
    })
    expect(await stored(PREFIX)).toEqual([...ids, later.id].toSorted())
    await expect(restore(join(folder, 'rows'), await emptyPlace('elsewhere'), { ask, signal })).rejects.toThrow(
      `2 of 2 documents of the backup are not in the store, the first one ${ids.toSorted()[0]}. Nothing was restored.`,
    )
  })

  it('is not written where a document is missing', async () => {
    await rm(objects.pathOf(PREFIX, ids[0] ?? ''))
    const sentence = `The file of the document ${ids[0]} is not in the store. No backup was written.`
    await expect(write('lacking', 'store')).rejects.toThrow(sentence)
    await expect(write('lacking', 'file')).rejects.toThrow(`The file of the document ${ids[0]} cannot be read`)
  })
})
