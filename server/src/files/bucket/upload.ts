import { createHash } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { MB } from 'contract'
import { DiskFault } from '../objects.ts'
import type { Patience } from './client.ts'
import { isAbsent, isPassing, isTaken, isUnknown } from './faults.ts'

const MAX_ATTEMPTS = 3
const BACKOFF_MS = 200
/** For the end of an upload that failed; the sweeper ends what is left. */
export const ABORT_MS = 2_000
/** At least 5 MB, but for the last one. */
const PART_BYTES = 8 * MB
const SINGLE_MAX_BYTES = 2 * PART_BYTES

interface Target {
  client: S3Client
  Bucket: string
  Key: string
  patience: Patience
  /** Whether the server refuses a name that is taken; forgotten where it does not know that. */
  knows: { conditions: boolean }
}

interface Piece {
  path: string
  from: number
  length: number
  sha256: string
}

/** Stores a file under a name of its own. Each body is sent with its SHA-256, which the server compares; the object says the whole file's. */
export async function upload(target: Target, path: string): Promise<void> {
  const signal = AbortSignal.timeout(target.patience.whole_ms)
  const { size } = await stat(path).catch(ofDisk)
  const whole = await pieceOf(path, 0, size)
  if (size > SINGLE_MAX_BYTES) await uploadParts(target, whole, signal)
  else await uploadWhole(target, whole, signal)
}

async function pieceOf(path: string, from: number, length: number): Promise<Piece> {
  const hash = createHash('sha256')
  const hashing = async () => {
    for await (const chunk of streamOf({ path, from, length })) hash.update(chunk)
  }
  await hashing().catch(ofDisk)
  return { path, from, length, sha256: hash.digest('hex') }
}

function ofDisk(error: unknown): never {
  throw new DiskFault(error)
}

/** Sends a piece as a body. Its stream tells nobody but us where it cannot be read. */
async function sending<Result>(piece: Piece, signal: AbortSignal, send: (body: ReadStream, abortSignal: AbortSignal) => Promise<Result>) {
  const body = streamOf(piece)
  const unreadable = new AbortController()
  body.once('error', (error) => unreadable.abort(error))
  try {
    return await send(body, AbortSignal.any([signal, unreadable.signal]))
  } catch (error) {
    if (body.errored) ofDisk(body.errored)
    throw error
  } finally {
    body.destroy()
  }
}

const streamOf = ({ path, from, length }: Omit<Piece, 'sha256'>) => createReadStream(path, { start: from, end: from + length - 1 })

async function uploadWhole(target: Target, piece: Piece, signal: AbortSignal): Promise<void> {
  await patiently(signal, async (attempt) => {
    // The one before may have been stored, although nothing answered so.
    if (attempt > 1 && (await isStored(target, piece, signal))) return
    // Where a server refuses the condition while the body is on its way, nothing may be heard but that the connection broke.
    const conditional = attempt === 1 && target.knows.conditions
    await put(target, piece, signal, conditional).catch(async (error: unknown) => {
      // Others that are sent at once learn the same meanwhile.
      if (isUnknown(error) && conditional) {
        target.knows.conditions = false
        await put(target, piece, signal, false)
      } else if (!isTaken(error) || !(await isStored(target, piece, signal))) throw error
    })
  })
}

async function put({ client, Bucket, Key, patience }: Target, piece: Piece, signal: AbortSignal, conditional: boolean): Promise<void> {
  await sending(piece, signal, (Body, abortSignal) => {
    const command = new PutObjectCommand({
      Bucket,
      Key,
      Body,
      ContentLength: piece.length,
      ContentType: 'application/octet-stream',
      Metadata: { sha256: piece.sha256 },
      ...(conditional && { IfNoneMatch: '*' }),
    })
    sign(command, piece)
    return client.send(command, { abortSignal, requestTimeout: patience.upload_ms })
  })
}

interface Request {
  request: { headers: Record<string, string> }
}

/** The signature is made over the hash of the body, so the server takes no other bytes. */
function sign({ middlewareStack }: { middlewareStack: { add(middleware: never, options: never): void } }, { sha256 }: Piece): void {
  const middleware = (next: (args: Request) => unknown) => (args: Request) => {
    args.request.headers['x-amz-content-sha256'] = sha256
    return next(args)
  }
  middlewareStack.add(middleware as never, { step: 'build', name: 'hashOfBody' } as never)
}

async function isStored({ client, Bucket, Key }: Target, { length, sha256 }: Piece, abortSignal: AbortSignal): Promise<boolean> {
  const command = new HeadObjectCommand({ Bucket, Key })
  const found = await client.send(command, { abortSignal }).catch((error: unknown) => {
    if (!isAbsent(error)) throw error
  })
  return found?.ContentLength === length && found.Metadata?.sha256 === sha256
}

async function uploadParts(target: Target, whole: Piece, signal: AbortSignal): Promise<void> {
  const { client, Bucket, Key } = target
  const options = { abortSignal: signal }
  const begun = await client.send(new CreateMultipartUploadCommand({ Bucket, Key, Metadata: { sha256: whole.sha256 } }), options)
  const upload = { Bucket, Key, UploadId: begun.UploadId }
  try {
    const Parts: { PartNumber: number; ETag: string | undefined }[] = []
    for (let from = 0; from < whole.length; from += PART_BYTES) {
      const piece = await pieceOf(whole.path, from, Math.min(PART_BYTES, whole.length - from))
      const PartNumber = Parts.length + 1
      Parts.push({ PartNumber, ETag: await putPart(target, { ...upload, PartNumber }, piece, signal) })
    }
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }), {
      ...options,
      requestTimeout: target.patience.upload_ms,
    })
  } catch (error) {
    if (await isStored(target, whole, signal).catch(() => false)) return
    // Where this fails too, the sweeper does it.
    const abortSignal = AbortSignal.timeout(ABORT_MS)
    await client.send(new AbortMultipartUploadCommand(upload), { abortSignal }).catch(() => undefined)
    throw error
  }
}

/** The same part may be sent again: the last one counts. */
function putPart(
  { client, patience }: Target,
  part: { Bucket: string; Key: string; UploadId: string | undefined; PartNumber: number },
  piece: Piece,
  abortSignal: AbortSignal,
): Promise<string | undefined> {
  return patiently(abortSignal, async () => {
    const { ETag } = await sending(piece, abortSignal, (Body, signal) => {
      const command = new UploadPartCommand({ ...part, Body, ContentLength: piece.length })
      sign(command, piece)
      return client.send(command, { abortSignal: signal, requestTimeout: patience.upload_ms })
    })
    return ETag
  })
}

/** With backoff and jitter. */
async function patiently<Result>(signal: AbortSignal, act: (attempt: number) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act(attempt)
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || signal.aborted || !isPassing(error)) throw error
    }
    await sleep(BACKOFF_MS * 2 ** attempt * Math.random(), undefined, { signal })
  }
}
