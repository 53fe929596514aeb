import { createHash } from 'node:crypto'
import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { v7, validate } from 'uuid'
import { Refusal, refuse } from '../http/errors.ts'
import { contentsOf, firstOf, mediaTypeOf, piecesOf } from './judge.ts'
import { newKey, seal, sealPieces, unseal } from './seal.ts'
import type { FileStore } from './store.ts'
import { Turns } from './turns.ts'

/** Pieces of 64 KB that are looked into, sealed and written at a time: else many uploads at once would keep everybody else waiting (T57). */
const PIECES_AT_ONCE = 4

/** Sealed files on the local disk, flat in that directory and named by their id; unfinished ones in its folder tmp (D7, T50). */
export function openFileStore(dir: string, masterKey: Buffer, maxFileMb: number): FileStore {
  const unfinished = join(dir, 'tmp')
  for (const path of [dir, unfinished]) makeDirectory(path)
  const turns = new Turns(PIECES_AT_ONCE)
  return {
    async write(source) {
      const pieces = inTurn(turns, piecesOf(source, maxFileMb))
      try {
        const first = await firstOf(pieces)
        const type = await mediaTypeOf(first)
        const id = v7()
        const key = newKey()
        const plain = { size: 0, hash: createHash('sha256') }
        await save(dir, id, sealPieces(measured(contentsOf(type, first, pieces), plain), key, id)).catch(refuseFault)
        return { id, type, size: plain.size, sha256: plain.hash.digest('hex'), wrapped_key: seal(key, masterKey, id) }
      } finally {
        await pieces.return()
      }
    },
    async read(id, wrapped_key) {
      const sealed = await readFile(join(dir, id)).catch(refuseReading)
      return unseal(sealed, unseal(wrapped_key, masterKey, id), id)
    },
    seal: (plain, context) => seal(plain, masterKey, context),
    unseal: (sealed, context) => unseal(sealed, masterKey, context),
    remove: (id) => rm(join(dir, id), { force: true }),
    listOlderThan: (moment) => idsBefore(dir, moment),
    async removeUnfinished(moment) {
      for (const id of await idsBefore(unfinished, moment)) await rm(join(unfinished, id), { force: true })
    },
  }
}

/** The ids of all files in a store's directory that were begun before that moment, which a UUID v7 itself tells. */
async function idsBefore(dir: string, moment: Date): Promise<string[]> {
  const begun = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
  return (await readdir(dir)).filter((name) => validate(name) && begun(name) < moment.getTime())
}

function makeDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  chmodSync(path, 0o700)
  const parent = openSync(dirname(path), 'r')
  fsyncSync(parent)
  closeSync(parent)
}

/** Each piece when it is its turn, which it keeps until the next one is asked for; waiting for the sender takes none. */
async function* inTurn(turns: Turns, pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  for await (const piece of pieces) {
    const end = await turns.take()
    try {
      yield piece
    } finally {
      end()
    }
  }
}

async function* measured(pieces: AsyncIterable<Buffer>, plain: { size: number; hash: { update(piece: Buffer): unknown } }) {
  for await (const piece of pieces) {
    plain.size += piece.length
    plain.hash.update(piece)
    yield piece
  }
}

/** Temp file, fsync, rename, fsync of the directory (T50); whatever fails leaves nothing. */
async function save(dir: string, id: string, pieces: AsyncIterable<Buffer>): Promise<void> {
  const temp = join(dir, 'tmp', id)
  const final = join(dir, id)
  try {
    const file = await open(temp, 'wx', 0o600)
    try {
      await file.writeFile(pieces)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temp, final)
    await syncDirectory(dir)
  } catch (error) {
    for (const path of [temp, final]) await rm(path, { force: true }).catch(() => undefined)
    throw error
  }
}

/** T51: a disk that fails may come back; a file that is not there is our own fault. */
function refuseReading(error: unknown): never {
  if (!isFault(error) || error.code === 'ENOENT') throw error
  refuse(503, 'Files cannot be read at the moment. Please try again later.', { headers: { 'retry-after': '60' } })
}

const isFault = (error: unknown): error is Error & { code: unknown } => error instanceof Error && 'syscall' in error && 'code' in error

export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/** T51: what the disk refuses is said in words, and the sender may come back. */
export function refuseFault(error: unknown): never {
  if (error instanceof Refusal || !isFault(error)) throw error
  const full = error.code === 'ENOSPC' || error.code === 'EDQUOT'
  refuse(
    full ? 507 : 503,
    full
      ? 'There is no room for more files at the moment. Please try again later.'
      : 'Files cannot be stored at the moment. Please try again later.',
    { headers: { 'retry-after': '60' } },
  )
}
