import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { MB } from 'contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { HTML, JPEG, PDF, PNG } from '../../../test/files.ts'
import { jpegWith, PHOTO, segment } from '../../../test/pictures.ts'
import { decrypt } from '../keys/encryption.ts'
import { openFileStore, refuseFault } from './fileStore.ts'
import type { FileStore } from './store.ts'

const NOT_A_DOCUMENT = { status: 422, message: 'The selected file must be a PDF, JPG or PNG' }
const SVG = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
const ZIP = Buffer.from('504b03040a0000000000', 'hex')
/** A PNG with an acTL chunk, which makes it animated. */
const APNG = Buffer.concat([PNG.subarray(0, 33), Buffer.from('000000086163544c00000001000000009a0b4a1c', 'hex'), PNG.subarray(33)])

let home: string
let dir: string
const key = randomBytes(32)
let files: FileStore
const store = () => files
const leftBehind = async () => (await readdir(dir, { recursive: true })).filter((name) => name !== 'tmp')

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'files-'))
  dir = join(home, 'files')
  files = openFileStore(dir, key, 1)
})
afterEach(async () => {
  for (const name of await leftBehind()) await rm(join(dir, name))
})
afterAll(async () => {
  await files.close()
  await rm(home, { recursive: true })
})

describe('write', () => {
  it.each([
    ['a PDF', PDF, 'application/pdf'],
    ['a PDF without its table', Buffer.from('%PDF-1.7\nnothing of use'), 'application/pdf'],
    ['a JPEG', JPEG, 'image/jpeg'],
    ['a JPEG that is HTML behind its first bytes', Buffer.concat([JPEG, HTML]), 'image/jpeg'],
    ['a PNG', PNG, 'image/png'],
    ['an animated PNG', APNG, 'image/png'],
    ['a file as large as the limit', Buffer.concat([PDF, Buffer.alloc(MB - PDF.length)]), 'application/pdf'],
  ])('keeps %s', async (_, bytes, type) => {
    const file = await store().write(Readable.from([bytes.subarray(0, 2), bytes.subarray(2)]))
    expect(file).toMatchObject({ type, size: bytes.length })
    expect((await store().read(file.id, file.wrapped_key)).equals(bytes)).toBe(true)
  })

  it('tells the size and hash of what it keeps of a phone photo (T35)', async () => {
    const file = await store().write(jpegWith(segment(0xe1, 'Exif\0\0GPS'), segment(0xfe, 'at home')))
    expect(file).toMatchObject({ size: PHOTO.length, sha256: createHash('sha256').update(PHOTO).digest('hex') })
    expect((await store().read(file.id, file.wrapped_key)).equals(PHOTO)).toBe(true)
  })

  it('refuses a PDF at its very end and leaves nothing (T34)', async () => {
    const active = [Buffer.concat([PDF, Buffer.alloc(700_000)]), Buffer.from('trailer<</S/JavaScript>>')]
    await expect(store().write(Readable.from(active))).rejects.toMatchObject({ status: 422 })
    expect(await leftBehind()).toEqual([])
  })

  it('counts what it drops for the limit', async () => {
    const long = Readable.from([PHOTO, ...Array(20).fill(Buffer.alloc(64 * 1024))])
    await expect(store().write(long)).rejects.toMatchObject({ status: 413 })
    expect(await leftBehind()).toEqual([])
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['HTML', HTML],
    ['SVG', SVG],
    ['a ZIP', ZIP],
    ['a program', Buffer.from('MZ\x90\x00')],
    ['a GIF', Buffer.from('GIF89a')],
    ['a text that speaks of %PDF', Buffer.from('see %PDF-1.4')],
  ])('refuses %s and leaves nothing', async (_, bytes) => {
    await expect(store().write(bytes)).rejects.toMatchObject(NOT_A_DOCUMENT)
    expect(await leftBehind()).toEqual([])
  })

  it('goes on for others while as many senders as like have stopped halfway, and after they have gone (T57)', async () => {
    const one = store()
    const stalled = Array.from({ length: 20 }, () => new Readable({ read: () => undefined }))
    const broken = stalled.map((source) => one.write(source).catch((error) => error.status))
    for (const source of stalled) source.push(Buffer.concat([PDF, Buffer.alloc(64 * 1024)]))
    await expect.poll(leftBehind).toHaveLength(20)
    const all = await Promise.all(Array.from({ length: 20 }, () => one.write(PDF)))
    expect(all.map(({ size }) => size)).toEqual(Array(20).fill(PDF.length))
    for (const source of stalled) source.destroy(new Error('gone'))
    expect(await Promise.all(broken)).toEqual(Array(20).fill(400))
    expect((await one.write(PDF)).size).toBe(PDF.length)
  })

  it('stops reading at the limit, names it and leaves nothing', async () => {
    let given = 0
    const endless = Readable.from(
      (async function* () {
        yield PDF
        for (; given < 200; given++) yield Buffer.alloc(64 * 1024)
      })(),
    )
    await expect(store().write(endless)).rejects.toMatchObject({ status: 413, message: 'The selected file must be smaller than 1 MB' })
    expect(given).toBeLessThan(40)
    expect(await leftBehind()).toEqual([])
  })

  it('leaves nothing when the sender goes away', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.concat([PDF, Buffer.alloc(64 * 1024)])
        throw new Error('aborted')
      })(),
    )
    await expect(store().write(broken)).rejects.toMatchObject({ status: 400 })
    expect(await leftBehind()).toEqual([])
  })

  it('shows no readable byte on the disk, to nobody but its owner', async () => {
    const secret = Buffer.concat([PDF, Buffer.from('Passport N1234567')])
    const { id } = await store().write(secret)
    const sealed = await readFile(join(dir, id))
    expect(sealed.includes('N1234567')).toBe(false)
    expect(sealed.includes('%PDF')).toBe(false)
    expect((await stat(join(dir, id))).mode & 0o777).toBe(0o600)
    expect((await stat(dir)).mode & 0o777).toBe(0o700)
  })

  it('seals each file with a key of its own, which goes with its row', async () => {
    const files = store()
    const [one, other] = [await files.write(PDF), await files.write(PDF)]
    const keyOf = ({ id, wrapped_key }: typeof one) => decrypt(wrapped_key, key, id).toString('hex')
    expect(keyOf(one)).not.toBe(keyOf(other))
  })

  it('refuses with a sentence while the disk fails and recovers by itself', async () => {
    await rm(join(dir, 'tmp'), { recursive: true })
    await writeFile(join(dir, 'tmp'), '')
    await expect(store().write(PDF)).rejects.toMatchObject({ status: 503, extra: { headers: { 'retry-after': '60' } } })
    await rm(join(dir, 'tmp'))
    await mkdir(join(dir, 'tmp'))
    expect(await store().write(PDF)).toMatchObject({ size: PDF.length })
  })

  it.each([
    ['ENOSPC', 507],
    ['EDQUOT', 507],
    ['EIO', 503],
    ['EROFS', 503],
  ])('answers %s with %i', (code, status) => {
    const fault = Object.assign(new Error('the disk'), { code, syscall: 'write' })
    expect(() => refuseFault(fault)).toThrow(expect.objectContaining({ status, extra: { headers: { 'retry-after': '60' } } }))
  })
})

describe('read', () => {
  it.each([0, 20, -1])('fails when the byte at %i was altered', async (place) => {
    const { id, wrapped_key } = await store().write(PDF)
    const sealed = await readFile(join(dir, id))
    const at = place < 0 ? sealed.length + place : place
    sealed.writeUInt8(sealed.readUInt8(at) ^ 1, at)
    await writeFile(join(dir, id), sealed)
    await expect(store().read(id, wrapped_key)).rejects.toThrow()
  })

  it('fails with another master key, and when files were exchanged', async () => {
    const one = await store().write(PDF)
    const other = await store().write(JPEG)
    await expect(openFileStore(dir, randomBytes(32), 1).read(one.id, one.wrapped_key)).rejects.toThrow()
    await writeFile(join(dir, one.id), await readFile(join(dir, other.id)))
    await expect(store().read(one.id, one.wrapped_key)).rejects.toThrow()
    await expect(store().read(one.id, other.wrapped_key)).rejects.toThrow()
  })
})

describe('removeUnfinished', () => {
  it('removes what a killed server left, and nothing else', async () => {
    const { id } = await store().write(PDF)
    await writeFile(join(dir, 'tmp', id), 'half')
    await store().removeUnfinished(new Date(Date.now() - 60_000))
    expect(await leftBehind()).toContain(join('tmp', id))
    await store().removeUnfinished(new Date(Date.now() + 1_000))
    expect(await leftBehind()).toEqual([id])
  })
})
