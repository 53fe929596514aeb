import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MB } from 'contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { JPEG, PDF, PNG } from '../../../../test/files.ts'
import { manyPages } from '../../../../test/hostileFiles.ts'
import { jpegWith, PHOTO, segment } from '../../../../test/pictures.ts'
import { newFileKey, openFile, sealFile } from '../../keys/segments.ts'
import { type Inspector, openInspector } from './inspector.ts'
import { boundsOf, type Job } from './job.ts'

let home: string
let folder: string
let inspector: Inspector | undefined
let files = 0

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'inspector-'))
  folder = await mkdtemp(join(home, 'tmp-'))
})
afterEach(() => inspector?.close())
afterAll(() => rm(home, { recursive: true, maxRetries: 5 }))

const open = (bounds = boundsOf(10)) => {
  inspector = openInspector(folder, bounds)
  return inspector
}

async function jobOf(bytes: Buffer, at = folder): Promise<Job> {
  const place = (name: string) => ({ path: join(at, `${name}${++files}`), key: newFileKey(), id: name })
  const from = place('received')
  await writeFile(from.path, sealFile([bytes], from.key, from.id))
  return { from, to: place('kept') }
}

describe('inspect', () => {
  it('says of a file that is kept as it is what it is, and writes nothing', async () => {
    const { inspect } = open()
    for (const [type, bytes] of Object.entries({ 'image/jpeg': JPEG, 'image/png': PNG, 'application/pdf': PDF })) {
      const job = await jobOf(bytes)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      expect(await inspect(job, 'Sara')).toEqual({ kept: { changed: false, type, size: bytes.length, sha256, attachments: false } })
      expect(existsSync(job.to.path)).toBe(false)
    }
  })

  it.each([
    ['a comment', jpegWith(segment(0xfe, 'at home'))],
    ['bytes behind its end', Buffer.concat([PHOTO, Buffer.from('more')])],
  ])('writes what is kept of a picture with %s, sealed anew', async (_, bytes) => {
    const job = await jobOf(bytes)
    expect(await open().inspect(job, 'Sara')).toMatchObject({ kept: { changed: true, size: PHOTO.length } })
    expect(openFile(await readFile(job.to.path), job.to.key, job.to.id).equals(PHOTO)).toBe(true)
  })

  it.each([
    ['time', { cpu_ms: 100, memory: 400 * MB }],
    ['memory', { cpu_ms: 60_000, memory: 105 * MB }],
  ])('gives a file up that takes more %s than its bounds, and goes on with the next', async (_, bounds) => {
    const hostile = await jobOf(manyPages(20_000))
    const { inspect } = open(bounds)
    expect(await inspect(hostile, 'Sara')).toEqual({ unchecked: true })
    expect(await inspect(await jobOf(JPEG), 'Sara')).toMatchObject({ kept: { type: 'image/jpeg' } })
  })

  it('refuses 503 where one person has too many files waiting, and nobody else', async () => {
    const { inspect } = open()
    const [first, others, jobs] = [await jobOf(manyPages(300)), await jobOf(JPEG), [] as Job[]]
    while (jobs.length < 64) jobs.push(await jobOf(JPEG))
    const all = Promise.allSettled([first, ...jobs].map((each) => inspect(each, 'many')))
    const other = inspect(others, 'one')
    const ended = await all
    expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(4)
    expect(ended.at(-1)).toMatchObject({ reason: { status: 503, extra: { headers: { 'retry-after': '5' } } } })
    expect(await other).toMatchObject({ kept: { type: 'image/jpeg' } })
  })

  it('reads and writes nothing outside its folder', async () => {
    const { inspect } = open()
    // Not below node_modules, where the temporary folder of a run of all tests is: the inspector reads its libraries there.
    const elsewhere = await mkdtemp(join(import.meta.dirname, '../../../../docs/outside-'))
    const outside = await jobOf(JPEG, elsewhere)
    expect(await inspect(outside, 'Sara').finally(() => rm(elsewhere, { recursive: true }))).toEqual({ unchecked: true })
    // This one has to be written anew.
    const inside = await jobOf(jpegWith(segment(0xfe, 'at home')))
    const leaving = { ...inside, to: { ...inside.to, path: join(home, 'kept') } }
    expect(await inspect(leaving, 'Sara')).toEqual({ unchecked: true })
    expect(await readdir(home)).not.toContain('kept')
  })
})
