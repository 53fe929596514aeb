import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { JPEG, PDF } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { CREDENTIALS, startObjectServer } from '../../../test/objectServer.ts'
import { startPortal } from '../../../test/portal.ts'
import { documents } from '../db/documents.table.ts'
import { bothStores } from '../files/both.ts'
import { openBucket } from '../files/bucket/bucket.ts'
import { openFileStore } from '../files/fileStore.ts'
import { openFolder } from '../files/folder.ts'
import { MARK, type ObjectStore } from '../files/objects.ts'
import { copyDocuments } from './copy.ts'

const objects = startObjectServer()
const portal = startPortal()
const make = given(portal)
const signal = new AbortController().signal
const opened: ObjectStore[] = []
let folder: string
let bucket: ObjectStore
let prefix: string
let ids: string[]

const open = (name: string) => {
  const store = openBucket({ bucket: 'documents', prefix: name, endpoint: objects.endpoint, region: 'us-east-1' }, CREDENTIALS)
  opened.push(store)
  return store
}
const here = () => openFolder(portal.settings.files_dir)
const inBucket = async () => (await objects.names(prefix)).filter((name) => name !== MARK).toSorted()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'copy-'))
})
afterAll(async () => {
  for (const store of opened) store.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  prefix = v7()
  bucket = open(prefix)
  await portal.db.delete(documents)
  const company = await make.company()
  const made = [
    await make.document({ company_id: company.id, slot: 'trade_license' }, PDF),
    await make.document({ company_id: company.id, slot: 'other_doc_1' }, JPEG),
    await make.document({ company_id: company.id, slot: 'other_doc_2' }, PDF),
  ]
  ids = made.map(({ id }) => id).toSorted()
})

const fates = (more = {}) => ({ copied: 0, there: 0, gone: 0, missing: [], damaged: [], ...more })
const copy = (from: ObjectStore, to: ObjectStore, all = false) =>
  copyDocuments({ db: portal.db, from, to, key: portal.master_key, unfinished: folder, signal, all, onPage: () => {} })

describe('copyDocuments', () => {
  it('copies what is not there, to a bucket and back, and proves it by its hash', async () => {
    expect(await copy(here(), bucket)).toEqual(fates({ copied: 3 }))
    expect(await inBucket()).toEqual(ids)
    expect(await copy(here(), bucket, true)).toEqual(fates({ there: 3 }))
    const another = openFolder(await mkdtemp(join(folder, 'files-')))
    expect(await copy(bucket, another)).toEqual(fates({ copied: 3 }))
    const [row] = await portal.db.select().from(documents).where(eq(documents.type, 'image/jpeg'))
    const files = openFileStore(await mkdtemp(join(folder, 'other-')), portal.master_key, 10, another)
    expect((await files.read(row?.id ?? '', row?.wrapped_key ?? Buffer.alloc(0))).equals(JPEG)).toBe(true)
    await files.close()
  })

  it('keeps nothing of a document that is damaged or is nowhere, and names it', async () => {
    const [damaged = '', lost = '', whole = ''] = ids
    const path = join(portal.settings.files_dir, damaged)
    const sealed = await readFile(path)
    sealed.writeUInt8(sealed.readUInt8(40) ^ 1, 40)
    await writeFile(path, sealed)
    await here().remove(lost)
    expect(await copy(here(), bucket)).toEqual(fates({ damaged: [damaged], missing: [lost], copied: 1 }))
    expect(await inBucket()).toEqual([whole])
    await portal.db.update(documents).set({ missing_at: portal.clock.moment.toISOString() }).where(eq(documents.id, lost))
    expect(await copy(here(), bucket)).toEqual(fates({ damaged: [damaged], gone: 1, there: 1 }))
  })

  it('keeps nothing that arrived as something else, and copies anew what was damaged later where all are proven', async () => {
    const [damaged = '', ...whole] = ids
    const alters = (id: string) => objects.alter(prefix, id)
    objects.before = async (context, next) => {
      await next()
      if (context.method === 'PUT' && context.path.endsWith(damaged)) await alters(damaged)
    }
    expect((await copy(here(), bucket)).damaged).toEqual([damaged])
    expect(await inBucket()).toEqual(whole)
    objects.before = undefined
    await copy(here(), bucket)
    await alters(damaged)
    expect(await copy(here(), bucket, true)).toEqual(fates({ copied: 1, there: 2 }))
    expect(await copy(here(), bucket, true)).toEqual(fates({ there: 3 }))
    await alters(damaged)
    await here().remove(damaged)
    expect(await copy(here(), bucket, true)).toEqual(fates({ there: 2, damaged: [damaged] }))
    expect(await inBucket()).toContain(damaged)
  })

  it('leaves nothing of a document that is deleted meanwhile', async () => {
    const [gone = '', ...left] = ids
    objects.before = async (context, next) => {
      if (context.method === 'PUT' && context.path.endsWith(gone)) await portal.db.delete(documents).where(eq(documents.id, gone))
      await next()
    }
    expect(await copy(here(), bucket)).toEqual(fates({ gone: 1, copied: 2 }))
    expect(await inBucket()).toEqual(left)
  })
})

describe('two places', () => {
  it('are read both, written in the first one, listed as one, and removed from together', async () => {
    const files = openFileStore(folder, portal.master_key, 10, bothStores(bucket, here()))
    const written = await files.write(PDF)
    expect(await inBucket()).toEqual([written.id])
    const rows = await portal.db.select().from(documents)
    for (const { id, wrapped_key, size } of rows) expect(await files.read(id, wrapped_key)).toHaveLength(size)
    await copy(here(), bucket)
    const listed: string[] = []
    for await (const page of files.list()) listed.push(...page)
    expect(listed).toEqual([...new Set(listed)].toSorted())
    expect(listed).toEqual(expect.arrayContaining([...ids, written.id]))
    for (const id of ids) await files.remove(id)
    expect(await inBucket()).toEqual([written.id])
    await expect(here().open(ids[0] ?? '')).rejects.toThrow('not in the store')
    await files.close()
  })
})
