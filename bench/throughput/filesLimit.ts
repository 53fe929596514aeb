import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { syncDirectory } from '../../server/src/disk/syncDirectory.ts'
import { openFolder } from '../../server/src/files/folder.ts'
import { streamFile } from '../../server/src/files/stream.ts'
import { writeAll } from '../../server/src/files/writeAll.ts'
import { newFileKey, sealFile } from '../../server/src/keys/segments.ts'

// The limit of F: bare node:http that seals, writes and syncs files as the portal does, and opens them on their way out. It asks nobody who
// they are, looks into no file and writes no row.
const folder = mkdtempSync(join(process.env.BENCH_FILES ?? tmpdir(), 'limit-'))
const store = openFolder(folder)
const key = newFileKey()
const sizes = new Map<string, number>()

async function keep(request: IncomingMessage): Promise<string> {
  const id = randomUUID()
  const unfinished = join(folder, `${id}.unfinished`)
  let size = 0
  const counted = async function* () {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length
      yield chunk
    }
  }
  const file = await open(unfinished, 'wx', 0o600)
  await writeAll(file, sealFile(counted(), key, id))
  await file.sync()
  await file.close()
  await rename(unfinished, join(folder, id))
  await syncDirectory(folder)
  sizes.set(id, size)
  return id
}

async function give(id: string, response: ServerResponse): Promise<void> {
  const size = sizes.get(id) ?? 0
  const stream = await streamFile(store, { key, id, size }, { from: 0, to: size })
  response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': size })
  stream.pipe(response)
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET') return give(request.url?.split('/').at(-1) ?? '', response)
  const body = JSON.stringify({ id: await keep(request) })
  response.writeHead(201, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) }).end(body)
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
})
process.once('SIGTERM', () => {
  rmSync(folder, { recursive: true, force: true })
  process.exit()
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify(server.address())}\n`))
