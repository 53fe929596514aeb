import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand, PutObjectCommand, UploadPartCommand } from '@aws-sdk/client-s3'
import { listApplications, login, MB, uploadDocument } from 'contract'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { PDF } from '../../test/files.ts'
import { client, startServer } from '../../test/serverProcess.ts'
import { SWIFT_CREDENTIALS, type Swift, startSwift } from '../../test/swift.ts'
import { openBucket } from '../src/files/bucket/bucket.ts'
import { type ObjectStore, readSealed } from '../src/files/objects.ts'

const Bucket = 'documents'
const ADMIN = { email: 'admin@portal.example', password: 'a-long-password-2026' }
const opened: ObjectStore[] = []
let folder: string
let swift: Swift
let direct: Swift['bucket']['client']

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swift-'))
  swift = await startSwift(folder, Bucket)
  direct = swift.bucket.client
}, 300_000)
afterAll(async () => {
  for (const store of opened) store.close()
  await swift?.end()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

function open(prefix: string, credentials = SWIFT_CREDENTIALS): ObjectStore {
  const store = openBucket({ bucket: Bucket, prefix, endpoint: swift.endpoint, region: 'us-east-1' }, credentials)
  opened.push(store)
  return store
}

async function fileOf(bytes: Buffer): Promise<string> {
  const path = join(folder, v7())
  await writeFile(path, bytes)
  return path
}

/** Says of a body that it has another hash than it has. */
async function sentAsOther(): Promise<unknown> {
  const command = new PutObjectCommand({ Bucket, Key: 'altered/x', Body: Buffer.from('altered') })
  const middleware = (next: (args: never) => unknown) => (args: { request: { headers: Record<string, string> } }) => {
    args.request.headers['x-amz-content-sha256'] = 'ab'.repeat(32)
    return next(args as never)
  }
  command.middlewareStack.add(middleware as never, { step: 'build', name: 'otherHash' })
  return direct.send(command)
}

// npm run trust -- s3
describe('a store that compares what it is sent', () => {
  it('refuses bytes that are not those of the signed hash, and who has another secret', async () => {
    await expect(sentAsOther()).rejects.toMatchObject({ name: 'BadDigest' })
    const stranger = open('stranger', { ...SWIFT_CREDENTIALS, secretAccessKey: 'another' })
    await expect(stranger.claim('one')).rejects.toThrow(/cannot be used \(SignatureDoesNotMatch.*Check FILES_URL, its credentials/)
  })

  it('lists an upload in parts that a killed server left, which the sweeper then gives up', async () => {
    const at = { Bucket, Key: 'left/x' }
    const { UploadId } = await direct.send(new CreateMultipartUploadCommand(at))
    await direct.send(new UploadPartCommand({ ...at, UploadId, PartNumber: 1, Body: randomBytes(5 * MB) }))
    const left = async () => (await direct.send(new ListMultipartUploadsCommand({ Bucket, Prefix: 'left/' }))).Uploads?.length ?? 0
    const store = open('left')
    await store.removeUnfinished(new Date(Date.now() - 60_000))
    expect(await left()).toBe(1)
    await store.removeUnfinished(new Date(Date.now() + 60_000))
    expect(await left()).toBe(0)
  })

  it('goes on where one of three devices is lost', async () => {
    const store = open('devices')
    const [id, bytes] = [v7(), randomBytes(MB)]
    await store.keep(id, await fileOf(bytes))
    await rm(join(swift.devices, 'one/objects'), { recursive: true, force: true })
    expect((await readSealed(store, id)).equals(bytes)).toBe(true)
  })
})

describe('a portal whose store loses a server', () => {
  it('answers 503 for documents alone until it is back, and has kept what it acknowledged', { timeout: 240_000 }, async () => {
    const database = await freshDatabase()
    const settings = {
      DATA_DIR: await mkdtemp(join(folder, 'data-')),
      DATABASE_URL: database.url,
      FILES_URL: `s3://${Bucket}/portal?endpoint=${swift.endpoint}`,
      AWS_ACCESS_KEY_ID: SWIFT_CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: SWIFT_CREDENTIALS.secretAccessKey,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    }
    const server = await startServer(settings)
    const as = client(server.origin)
    const upload = () => as.raw(uploadDocument, PDF, { 'content-type': 'application/pdf', 'x-file-name': 'scan.pdf' })
    const ready = async () => (await fetch(`${server.origin}/readyz`)).status
    try {
      await as.send(login, { body: ADMIN })
      const kept = ((await (await upload()).json()) as { id: string }).id
      for (const part of ['object', 'proxy'] as const) {
        await swift.kill(part)
        expect([part, (await upload()).status, (await as.send(listApplications, { query: {} })).status]).toEqual([part, 503, 200])
        await vi.waitUntil(async () => (await ready()) === 503, { timeout: 30_000 })
        await swift.start(part)
        await vi.waitUntil(async () => (await ready()) === 200, { timeout: 90_000, interval: 500 })
        await vi.waitUntil(async () => (await upload()).status === 201, { timeout: 90_000, interval: 500 })
        expect(await as.bytes(`/documents/${kept}`)).toEqual(PDF)
      }
    } finally {
      await server.end('SIGTERM')
      await database.drop()
    }
  })
})
