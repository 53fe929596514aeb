import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOUR_MS } from 'contract'
import { and, eq, isNull, like } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyDatabase } from '../../../test/database.ts'
import { JPEG, PDF } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { startObjectServer } from '../../../test/objectServer.ts'
import { startPortal } from '../../../test/portal.ts'
import { documents } from '../db/documents.table.ts'
import { INSTALLATION, installation } from '../db/installation.table.ts'
import { openDb, openPool } from '../db/open.ts'
import { takeOver } from '../documents/epoch.ts'
import { lookForMissing } from '../documents/missing.ts'
import { openFiles } from '../documents/openFiles.ts'
import { sweepDocuments } from '../documents/sweeper.ts'
import { MARK } from '../files/objects.ts'
import { openObjects } from '../files/openObjects.ts'
import { markOf } from '../keys/masterKey.ts'
import { readSettings } from '../settings.ts'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'

const PREFIX = 'owned'
const FOREIGN = 's3://documents/owned belongs to another installation of the portal. Name a prefix of this one’s own in FILES_URL.'
const HALTED = 'Nothing is removed from s3://documents/owned: another database of this installation uses it or has used it'
const signal = new AbortController().signal
const ask = () => Promise.reject(new Error('asked'))

const objects = startObjectServer()
const portal = startPortal(() => objects.settings(PREFIX))
const make = given(portal)
const drops: (() => Promise<void>)[] = []
let folder: string
let company: { id: string }
let ids: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backups-'))
  await portal.db.insert(installation).values({ key: INSTALLATION.masterKeyMark, value: markOf(portal.master_key) })
  company = await make.company()
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

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS)
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
      context.body = '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'
    }
    await expect(restore(file, place, { ask, signal })).rejects.toThrow(/^the object store does not do its work [^\n]*AccessDenied[^\n]*$/)
    expect(await objects.names('copied')).toEqual([])
    const refusing = objects.before
    puts = 0
    objects.before = async (context, next) => {
      if (context.method !== 'DELETE') return refusing(context, next)
      context.status = 403
      context.body = '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'
    }
    await expect(restore(file, place, { ask, signal })).rejects.toThrow(
      /^the object store does not do its work .*\nWhat had been stored could not be removed .*\. Empty s3:\/\/documents\/copied yourself, with the object installation\.$/,
    )
    expect(await readdir(place.data_dir)).toEqual([])
    for (const name of await objects.names('copied')) await objects.remove('copied', name)
    objects.before = undefined
    expect(await restore(file, place, { ask, signal, all: true })).toMatchObject({ opened: 2 })
    expect(await stored('copied')).toEqual(ids.toSorted())
    await started(place, async () => undefined)
    await expect(started({ ...place, files: portal.settings.files }, async () => undefined)).rejects.toThrow(FOREIGN)
  })

  it('of rows alone finds them in their prefix, writes nothing there, and leaves there what was stored since', async () => {
    await write('rows', 'store')
    const later = await make.document({ company_id: company.id, slot: 'other_doc_2' }, PDF)
    const place = await emptyPlace(PREFIX)
    objects.asked.length = 0
    expect(await restore(join(folder, 'rows'), place, { ask, signal })).toMatchObject({ opened: 2 })
    expect(objects.asked.filter((line) => !/^(GET|HEAD) /.test(line))).toEqual([])
    await started(place, async (copy) => {
      for (const hours of [25, 50, 75]) await expect(sweepDocuments(copy, inHours(hours))).rejects.toThrow(HALTED)
    })
    expect(await stored(PREFIX)).toEqual([...ids, later.id].toSorted())
    await expect(restore(join(folder, 'rows'), await emptyPlace('elsewhere'), { ask, signal })).rejects.toThrow(
      `2 of 2 documents of the backup are not in the store. Nothing was restored. Bring them back, or restore with --missing to go on without them. They are:\n${ids.toSorted().join('\n')}`,
    )
    await expect(restore(join(folder, 'rows'), await emptyPlace('elsewhere'), { ask, signal, missing: true })).rejects.toThrow(
      'None of the documents of the backup is in the store, and nothing there says that it is the place of this installation.',
    )
    expect(await objects.names('elsewhere')).toEqual([])
    await expect(restore(join(folder, 'rows'), await emptyPlace('copied'), { ask, signal })).rejects.toThrow('belongs to another')
  })

  it('is restored without documents that are missing where that is said, and has them again once they are there', async () => {
    const [kept = '', lost = ''] = ids
    await write('without', 'store')
    const bringBack = await objects.take(PREFIX, lost)
    const place = await emptyPlace(PREFIX)
    const path = join(folder, 'without')
    await expect(restore(path, place, { ask, signal })).rejects.toThrow(/^1 of 3 documents .* restore with --missing .*:\n\S+$/s)
    expect(await restore(path, place, { ask, signal, missing: true })).toMatchObject({ missing: [lost], opened: 2 })
    await started(place, async ({ db }) => {
      const store = await openObjects(place)
      const look = () => lookForMissing({ db, store, key: portal.master_key, signal })
      expect(await look()).toMatchObject({ found: 0, lost: [{ id: lost, of: 'company', record_id: company.id, slot: 'other_doc_1' }] })
      // Later backups do without it too, and so do their restores.
      const moment = new Date()
      for (const documents_in of ['store', 'file'] as const)
        expect(await backUp(join(folder, `after-${documents_in}`), place, { signal, moment, documents_in })).toMatchObject({
          documents: 2,
          missing: 1,
        })
      await restore(join(folder, 'after-store'), await emptyPlace(PREFIX), { ask, signal, all: true })
      await restore(join(folder, 'after-file'), await emptyPlace('after'), { ask, signal, all: true })
      expect(await stored('after')).not.toContain(lost)
      await bringBack()
      await objects.alter(PREFIX, lost)
      expect(await look()).toMatchObject({ found: 0, lost: [{ id: lost }] })
      // As it was.
      await objects.alter(PREFIX, lost)
      expect(await look()).toEqual({ found: 1, lost: [] })
      for (const id of [kept, lost]) expect(await db.$count(documents, and(eq(documents.id, id), isNull(documents.missing_at)))).toBe(1)
      store.close()
    })
    await expect(restore(join(folder, 'whole'), await emptyPlace('no'), { ask, signal, missing: true })).rejects.toThrow(
      'The backup holds its documents itself, so none can be missing. Nothing was touched. Leave --missing away.',
    )
  })

  it('names all that are missing in a file where they are many', async () => {
    const user = await make.user('company_admin', { of: [company as never] })
    for (let number = 0; number < 20; number++) await make.document({ uploaded_by: user.id }, JPEG)
    await write('many', 'store')
    await expect(restore(join(folder, 'many'), await emptyPlace('elsewhere'), { ask, signal })).rejects.toThrow(
      `23 of 23 documents of the backup are not in the store, the first one ${(await stored(PREFIX))[0]}. Nothing was restored; ${join(folder, 'many.missing')} names them all. Bring them back, or restore with --missing to go on without them.`,
    )
    expect((await readFile(join(folder, 'many.missing'), 'utf8')).trim().split('\n')).toEqual(await stored(PREFIX))
  })
})

describe('a copy of the database that other means have made', () => {
  const epochs = () =>
    portal.db
      .select()
      .from(installation)
      .where(like(installation.key, `${INSTALLATION.filesEpoch} %`))

  it('keeps the files of both where both sweep one bucket, until an operator leaves it to one', async () => {
    const place = await emptyPlace(PREFIX)
    await sweepDocuments(portal, new Date())
    await restore(join(folder, 'rows'), place, { ask, signal })
    await started(place, async (copy) => {
      await copy.db.delete(installation).where(like(installation.key, `${INSTALLATION.filesEpoch} %`))
      await copy.db.insert(installation).values(await epochs())
      const later = await make.document({ company_id: company.id, slot: 'other_doc_3' }, PDF)
      // The copy comes first.
      await sweepDocuments(copy, inHours(25))
      for (const hours of [26, 50, 75])
        for (const each of [portal, copy]) await expect(sweepDocuments(each, inHours(hours))).rejects.toThrow(HALTED)
      expect(await takeOver(portal.db, portal.files.marks)).toEqual(['s3://documents/owned'])
      for (const hours of [100, 125, 150]) {
        await expect(sweepDocuments(copy, inHours(hours))).rejects.toThrow(HALTED)
        await sweepDocuments(portal, inHours(hours))
      }
      expect(await stored(PREFIX)).toContain(later.id)
      expect(await takeOver(portal.db, portal.files.marks)).toEqual([])
    })
  })

  it('is found out by an original that has swept since', async () => {
    const place = await emptyPlace(PREFIX)
    await restore(join(folder, 'rows'), place, { ask, signal })
    await started(place, async (copy) => {
      await copy.db.delete(installation).where(like(installation.key, `${INSTALLATION.filesEpoch} %`))
      await copy.db.insert(installation).values(await epochs())
      for (const hours of [0, 1]) await sweepDocuments(portal, inHours(hours))
      await expect(sweepDocuments(copy, inHours(25))).rejects.toThrow(HALTED)
      await expect(sweepDocuments(portal, inHours(25))).rejects.toThrow(HALTED)
    })
  })
})

describe('a backup of documents in a bucket that lacks one', () => {
  it('is not written where a document is missing', async () => {
    await objects.remove(PREFIX, ids[0] ?? '')
    const sentence = `The file of the document ${ids[0]} is not in the store. No backup was written.`
    await expect(write('lacking', 'store')).rejects.toThrow(sentence)
    await expect(write('lacking', 'file')).rejects.toThrow(`The file of the document ${ids[0]} cannot be read`)
  })
})
