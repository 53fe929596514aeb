import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { ObjectServer } from './objectServer.ts'
import { freePort } from './ports.ts'
import { SWIFT_CREDENTIALS, type Swift, startSwift } from './swift.ts'

const BUCKET = 'documents'

type Context = Parameters<NonNullable<ObjectServer['before']>>[0]

/** Sends a request on; answers when Swift's answer begins. */
function sentOn(endpoint: string, incoming: IncomingMessage): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const { method, headers } = incoming
  const outgoing = request(new URL(incoming.url ?? '', endpoint), { method, headers }, resolve)
  outgoing.on('error', reject)
  incoming.pipe(outgoing)
  incoming.on('close', () => incoming.complete || outgoing.destroy())
  return promise
}

/** What a test does before a request sees it as s3rver's own middleware does. */
async function served(server: ObjectServer, swift: Swift, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(req.url ?? '', swift.endpoint)
  const context = {
    method: req.method,
    path: pathname,
    query: Object.fromEntries(searchParams),
    headers: req.headers,
    status: 200,
    req,
    res,
  }
  const asked = { ...context, body: undefined, respond: true } as unknown as Context
  server.asked.push(`${req.method} ${pathname.slice(BUCKET.length + 2)}`)
  let answer: IncomingMessage | undefined
  const next = async () => {
    answer = await sentOn(swift.endpoint, req)
  }
  await (server.before ? server.before(asked, next) : next())
  if (!answer) {
    res.writeHead(asked.status, { 'content-type': 'application/xml' }).end(asked.body as string | undefined)
    return
  }
  res.writeHead(answer.statusCode ?? 500, answer.headers)
  answer.on('error', () => res.destroy()).pipe(res)
}

/** As the server of npm test, but OpenStack Swift behind a proxy, which is where tests step in. It compares signatures and hashes. */
export function startSwiftObjects(): ObjectServer {
  let swift: Swift
  let proxy: Server | undefined
  let port = 0
  const server: ObjectServer = {
    folder: '',
    endpoint: '',
    before: undefined,
    asked: [],
    settings: (prefix) => ({
      FILES_URL: `s3://${BUCKET}/${prefix}?endpoint=${server.endpoint}`,
      AWS_ACCESS_KEY_ID: SWIFT_CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: SWIFT_CREDENTIALS.secretAccessKey,
    }),
    names: (prefix) => swift.bucket.names(prefix),
    async bytes() {
      const found = await readdir(swift.devices, { recursive: true, withFileTypes: true })
      const files = found.filter((each) => each.isFile() && each.name.endsWith('.data'))
      return Buffer.concat(await Promise.all(files.map((each) => readFile(join(each.parentPath, each.name)))))
    },
    alter: (prefix, name) => swift.bucket.alter(prefix, name),
    remove: (prefix, name) => swift.bucket.remove(prefix, name),
    take: (prefix, name) => swift.bucket.take(prefix, name),
    async start() {
      if (proxy) return
      proxy = createServer((req, res) => void served(server, swift, req, res).catch(() => res.destroy()))
      const listening = Promise.withResolvers<void>()
      proxy.listen(port, '127.0.0.1', listening.resolve)
      await listening.promise
    },
    async stop() {
      const ended = Promise.withResolvers<void>()
      if (proxy) proxy.close(() => ended.resolve())
      else ended.resolve()
      proxy?.closeAllConnections()
      proxy = undefined
      await ended.promise
    },
  }
  beforeAll(async () => {
    server.folder = await mkdtemp(join(tmpdir(), 'swift-'))
    swift = await startSwift(server.folder, BUCKET)
    port = await freePort()
    server.endpoint = `http://127.0.0.1:${port}`
    await server.start()
  }, 300_000)
  afterEach(async () => {
    server.before = undefined
    server.asked.length = 0
    await server.start()
  })
  afterAll(async () => {
    await server.stop()
    await swift?.end()
    await rm(server.folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return server
}
