import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { freePort } from './ports.ts'
import { SWIFT_CREDENTIALS } from './swift.ts'
import { startSwiftObjects } from './swiftObjects.ts'

type Middleware = S3rver['middleware'][number]

const BUCKET = 'documents'
const OBJECT = '._S3rver_object'
/** `npm run trust -- s3` has OpenStack Swift in its place. */
export const IS_SWIFT = process.env.OBJECTS === 'swift'
export const CREDENTIALS = IS_SWIFT ? SWIFT_CREDENTIALS : { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

export interface ObjectServer {
  folder: string
  endpoint: string
  /** What happens to a request before it is served; until the end of the test. */
  before: Middleware | undefined
  /** The requests since the test began, as `PUT prefix/name`. */
  asked: string[]
  settings(prefix: string): { FILES_URL: string; AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string }
  /** The names of what lies under a prefix. */
  names(prefix: string): Promise<string[]>
  /** All bytes on its disk. */
  bytes(): Promise<Buffer>
  /** Another byte in what is stored under that name. */
  alter(prefix: string, name: string): Promise<void>
  /** Removes an object past the portal. */
  remove(prefix: string, name: string): Promise<void>
  /** Removes an object past the portal; answers a function that brings it back. */
  take(prefix: string, name: string): Promise<() => Promise<void>>
  start(): Promise<void>
  /** As a crash does: connections break off. */
  stop(): Promise<void>
}

/** A server for S3 that is not ours, with one bucket, for one test file. It compares neither signatures nor hashes and knows no If-None-Match. */
export function startObjectServer(): ObjectServer {
  if (IS_SWIFT) return startSwiftObjects()
  let running: S3rver | undefined
  /** It answers before its last bytes are on the disk. */
  const written = async ({ method, path, status, query, headers }: Parameters<Middleware>[0]) => {
    if (method !== 'PUT' || status >= 300 || query.partNumber) return
    const file = `${join(server.folder, path)}${OBJECT}`
    await vi.waitUntil(async () => (await stat(file)).size === Number(headers['content-length']), { interval: 2, timeout: 10_000 })
  }
  const pathOf = (prefix: string, name: string) => join(server.folder, BUCKET, prefix, name + OBJECT)
  let port = 0
  const server: ObjectServer = {
    folder: '',
    endpoint: '',
    before: undefined,
    asked: [],
    settings: (prefix) => ({
      FILES_URL: `s3://${BUCKET}/${prefix}?endpoint=${server.endpoint}`,
      AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    }),
    async names(prefix) {
      const found = await readdir(join(server.folder, BUCKET, prefix)).catch(() => [])
      return found.filter((name) => name.endsWith(OBJECT)).map((name) => name.slice(0, -OBJECT.length))
    },
    async bytes() {
      const found = await readdir(server.folder, { recursive: true, withFileTypes: true })
      return Buffer.concat(
        await Promise.all(found.filter((each) => each.isFile()).map((each) => readFile(join(each.parentPath, each.name)))),
      )
    },
    async alter(prefix, name) {
      const bytes = await readFile(pathOf(prefix, name))
      bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40)
      await writeFile(pathOf(prefix, name), bytes)
    },
    remove: (prefix, name) => rm(pathOf(prefix, name)),
    async take(prefix, name) {
      const [here, away] = [pathOf(prefix, name), `${pathOf(prefix, name)}.away`]
      await rename(here, away)
      return () => rename(away, here)
    },
    async start() {
      if (running) return
      const buckets = [{ name: BUCKET }]
      running = new S3rver({
        address: '127.0.0.1',
        port,
        silent: true,
        directory: server.folder,
        vhostBuckets: false,
        configureBuckets: buckets,
      })
      running.middleware.unshift(async (context, next) => {
        server.asked.push(`${context.method} ${context.path.slice(BUCKET.length + 2)}`)
        const serve = () => next().then(() => written(context))
        await (server.before ? server.before(context, serve) : serve())
      })
      await running.run()
    },
    async stop() {
      const ended = running?.close()
      running?.httpServer.closeAllConnections()
      running = undefined
      await ended
    },
  }
  beforeAll(async () => {
    server.folder = await mkdtemp(join(tmpdir(), 'objects-'))
    port = await freePort()
    server.endpoint = `http://127.0.0.1:${port}`
    await server.start()
  })
  afterEach(async () => {
    server.before = undefined
    server.asked.length = 0
    await server.start()
  })
  afterAll(async () => {
    await server.stop()
    await rm(server.folder, { recursive: true })
  })
  return server
}
