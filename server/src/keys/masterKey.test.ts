import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PDF } from '../../../test/files.ts'
import { startPortal } from '../../../test/portal.ts'
import { installation } from '../db/installation.table.ts'
import { openFileStore } from '../files/fileStore.ts'
import type { Settings } from '../settings.ts'
import { loadMasterKey } from './masterKey.ts'

const portal = startPortal()
let data_dir: string
const load = (master_key?: Settings['master_key']) => loadMasterKey({ master_key, data_dir, files_dir: join(data_dir, 'files') }, portal.db)

beforeEach(async () => {
  data_dir = await mkdtemp(join(tmpdir(), 'key-'))
  await portal.db.delete(installation)
})
afterEach(() => rm(data_dir, { recursive: true }))

describe('loadMasterKey', () => {
  it('makes a key on the first start, for its owner only, and finds it on the next', async () => {
    const first = await load()
    expect(first.key).toHaveLength(32)
    expect(first.notice).toContain('MASTER_KEY_FILE')
    expect((await stat(join(data_dir, 'keys/master.key'))).mode & 0o777).toBe(0o600)
    expect((await stat(join(data_dir, 'keys'))).mode & 0o777).toBe(0o700)
    expect(await load()).toEqual(first)
  })

  it('gives two servers that start at once the same key', async () => {
    const [one, other] = await Promise.all([load(), load()])
    expect(one).toEqual(other)
  })

  it('uses the key of the settings without a word and writes none', async () => {
    const key = randomBytes(32)
    expect(await load(key)).toEqual({ key })
    await expect(readFile(join(data_dir, 'keys/master.key'))).rejects.toThrow('ENOENT')
  })

  it('recognises a wrong key', async () => {
    await load(randomBytes(32))
    await expect(load(randomBytes(32))).rejects.toThrow("not the one that encrypted this portal's documents")
  })

  it('refuses to make another key when one was used before', async () => {
    await load()
    await rm(join(data_dir, 'keys'), { recursive: true })
    await expect(load()).rejects.toThrow('is not there')
  })

  it('refuses to make a key when files are present', async () => {
    await openFileStore(join(data_dir, 'files'), randomBytes(32), 1).write(PDF)
    await expect(load()).rejects.toThrow('is not there')
  })

  it('says that the key is damaged', async () => {
    await load()
    await writeFile(join(data_dir, 'keys/master.key'), '')
    await expect(load()).rejects.toThrow('is damaged')
  })
})
