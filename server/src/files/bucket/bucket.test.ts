import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { MB } from 'contract'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { CREDENTIALS, startObjectServer } from '../../../../test/objectServer.ts'
import { REQUEST_TIMEOUT_MS } from '../../http/requestTimeout.ts'
import { DiskFault, MissingObject, type ObjectStore, readSealed, StoreFault } from '../objects.ts'
import { openBucket } from './bucket.ts'
import { PATIENCE } from './client.ts'
import { ABORT_MS } from './upload.ts'

const server = startObjectServer()
const opened: ObjectStore[] = []
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bucket-'))
})
afterAll(async () => {
  for (const store of opened) store.close()
  await rm(folder, { recursive: true })
})

function open(prefix = v7(), patience = {}) {
  const address = { bucket: 'documents', prefix, endpoint: server.endpoint, region: 'us-east-1' }
  const store = openBucket(address, CREDENTIALS, { ...PATIENCE, ...patience })
  opened.push(store)
  return { store, prefix }
}

/** One that has learnt what its server does not know. */
async function openLearnt(patience = {}) {
  const found = open(undefined, patience)
  await kept(found.store, randomBytes(1))
  server.asked.length = 0
  return found
}

async function fileOf(bytes: Buffer): Promise<string> {
  const path = join(folder, v7())
  await writeFile(path, bytes)
  return path
}

async function kept(store: ObjectStore, bytes: Buffer): Promise<string> {
  const id = v7()
  await store.keep(id, await fileOf(bytes))
  return id
}

async function all(pages: AsyncIterable<string[]>): Promise<string[]> {
  const ids: string[] = []
  for await (const page of pages) ids.push(...page)
  return ids
}

/** The first answers end after their first bytes; tells how many there were. */
function breakOff(times: number): () => number {
  let answers = 0
  server.before = async (context, next) => {
    await next()
    if (++answers > times) return
    const write = context.res.write.bind(context.res)
    context.res.write = ((chunk: Buffer) => {
      write(chunk)
      context.req.socket.destroySoon()
      return false
    }) as never
  }
  return () => answers
}

describe('keep', () => {
  it.each([
    ['one request', 3 * MB, 1],
    ['parts', 17 * MB + 5, 5],
  ])('stores a file in %s', async (_, size, requests) => {
    const { store } = await openLearnt()
    const bytes = randomBytes(size)
    const id = await kept(store, bytes)
    expect(server.asked).toHaveLength(requests)
    expect((await readSealed(store, id)).equals(bytes)).toBe(true)
  })

  it('sends the hash of the bytes, under which the server takes no others, and refuses a name that is taken', async () => {
    const heads: Record<string, string>[] = []
    server.before = (context, next) => {
      heads.push(context.headers)
      return next()
    }
    const bytes = randomBytes(1_000)
    await kept(open().store, bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const sent = { 'x-amz-content-sha256': sha256, 'x-amz-meta-sha256': sha256, 'if-none-match': '*', 'content-length': '1000' }
    expect(heads[0]).toMatchObject(sent)
  })

  it('sends it without a condition where the server knows none', async () => {
    server.before = async (context, next) => {
      if (!context.headers['if-none-match']) return next()
      context.req.resume()
      context.status = 501
      context.body = '<?xml version="1.0"?><Error><Code>NotImplemented</Code></Error>'
    }
    const { store } = open()
    const first = await kept(store, randomBytes(100))
    await kept(store, randomBytes(100))
    expect(server.asked.filter((line) => line.startsWith('PUT'))).toHaveLength(3)
    expect(await all(store.list())).toContain(first)
  })

  it('sends all without a condition that were on their way when the server said that it knows none', async () => {
    let arrived = 0
    const all = Promise.withResolvers<void>()
    server.before = async (context, next) => {
      if (!context.headers['if-none-match']) return next()
      context.req.resume()
      if (++arrived === 3) all.resolve()
      await all.promise
      context.status = 501
      context.body = '<?xml version="1.0"?><Error><Code>NotImplemented</Code></Error>'
    }
    const { store } = open()
    await Promise.all([1, 2, 3].map(() => kept(store, randomBytes(100))))
    expect(server.asked.filter((line) => line.startsWith('PUT'))).toHaveLength(6)
  })

  it('sends it without a condition after one at which the connection broke', async () => {
    server.before = async (context, next) => {
      if (!context.headers['if-none-match']) return next()
      context.req.socket.destroy()
    }
    const { store } = open()
    const bytes = randomBytes(MB)
    const id = await kept(store, bytes)
    expect((await readSealed(store, id)).equals(bytes)).toBe(true)
  })

  it('asks for what was stored without an answer before it sends it again', async () => {
    const { store, prefix } = await openLearnt({ upload_ms: 3_000 })
    server.before = async (context, next) => {
      await next()
      if (context.method === 'PUT') await new Promise(() => undefined)
    }
    const id = await kept(store, randomBytes(2 * MB))
    expect(server.asked).toEqual([`PUT ${prefix}/${id}`, `HEAD ${prefix}/${id}`])
  })

  it('sends it again where it was not stored', async () => {
    let failures = 2
    server.before = async (context, next) => {
      if (context.method !== 'PUT' || failures-- <= 0) return next()
      context.req.socket.destroy()
    }
    const { store, prefix } = open()
    const bytes = randomBytes(2 * MB)
    const id = await kept(store, bytes)
    expect(server.asked.slice(0, 5)).toEqual(['PUT', 'HEAD', 'PUT', 'HEAD', 'PUT'].map((method) => `${method} ${prefix}/${id}`))
    expect((await readSealed(store, id)).equals(bytes)).toBe(true)
  })

  it('is a fault where the store is away, goes on refusing, or ends in the middle', async () => {
    const { store } = open()
    server.before = async (context) => {
      context.req.resume()
      context.status = 403
      context.body = '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'
    }
    await expect(kept(store, randomBytes(100))).rejects.toThrow(StoreFault)
    expect(server.asked).toHaveLength(1)
    server.before = async (context) => {
      context.req.once('data', () => void server.stop())
      await new Promise(() => undefined)
    }
    await expect(kept(store, randomBytes(8 * MB))).rejects.toThrow(StoreFault)
    await expect(kept(store, randomBytes(100))).rejects.toThrow(StoreFault)
  })

  it('fails with the fault of the disk where the file can no longer be read, and the process goes on', async () => {
    const path = await fileOf(randomBytes(2 * MB))
    server.before = async (context, next) => {
      if (context.method !== 'PUT') return next()
      await rm(path)
      context.req.socket.destroy()
    }
    const { store } = open()
    const error = await store.keep(v7(), path).catch((fault: unknown) => fault)
    expect(error).toBeInstanceOf(DiskFault)
    expect(error).toMatchObject({ code: 'ENOENT', syscall: 'read' })
    await expect(store.keep(v7(), path)).rejects.toThrow(DiskFault)
  })

  it.each([
    ['one request', MB],
    ['parts', 17 * MB],
  ])('gives up before the request that waits for it is answered, in %s', async (_, size) => {
    expect(PATIENCE.whole_ms + ABORT_MS).toBeLessThan(REQUEST_TIMEOUT_MS)
    server.before = async (context, next) => {
      if (context.method === 'POST') return next()
      await new Promise(() => undefined)
    }
    const { store } = open(undefined, { whole_ms: 400 })
    const from = performance.now()
    await expect(kept(store, randomBytes(size))).rejects.toThrow(StoreFault)
    expect(performance.now() - from).toBeLessThan(400 + 2 * ABORT_MS)
  })

  it('takes a server that does not list uploads in parts, and one that has ended them, for one without any', async () => {
    let answer = { status: 405, code: 'MethodNotAllowed' }
    const listed = '<Upload><Key>p/x</Key><UploadId>old</UploadId><Initiated>2026-11-20T00:00:00.000Z</Initiated></Upload>'
    server.before = async (context) => {
      context.req.resume()
      const lists = context.method === 'GET' && answer.status === 404
      context.status = lists ? 200 : answer.status
      context.body = `<?xml version="1.0"?>${lists ? `<ListMultipartUploadsResult>${listed}</ListMultipartUploadsResult>` : `<Error><Code>${answer.code}</Code></Error>`}`
    }
    const { store } = open()
    await store.removeUnfinished(new Date())
    answer = { status: 404, code: 'NoSuchUpload' }
    await store.removeUnfinished(new Date())
    expect(server.asked.at(-1)).toBe('DELETE p/x')
    answer = { status: 403, code: 'AccessDenied' }
    await expect(store.removeUnfinished(new Date())).rejects.toThrow('AccessDenied')
  })

  it('leaves no parts of an upload that failed, and gives up those of a killed server', async () => {
    const aborted: string[] = []
    server.before = async (context, next) => {
      // The server of these tests neither lists nor ends them.
      if (context.method === 'DELETE') {
        aborted.push(context.query.uploadId ?? '')
        context.status = 204
      } else if (context.query.partNumber === '2') context.status = 403
      else if (context.method !== 'GET' || !('uploads' in context.query)) return next()
      else {
        const uploads = [
          ['old', '2026-11-20T00:00:00.000Z'],
          ['young', '2026-11-22T00:00:00.000Z'],
        ].map(([id, begun]) => `<Upload><Key>p/x</Key><UploadId>${id}</UploadId><Initiated>${begun}</Initiated></Upload>`)
        context.body = `<?xml version="1.0"?><ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>`
      }
      context.req.resume()
    }
    const { store } = open()
    await expect(kept(store, randomBytes(17 * MB))).rejects.toThrow(StoreFault)
    expect(aborted).toEqual([expect.stringMatching(/^\w+$/)])
    await store.removeUnfinished(new Date('2026-11-21T00:00:00.000Z'))
    expect(aborted.slice(1)).toEqual(['old'])
  })
})

describe('a client', () => {
  it('reads no shared file of the AWS command line', async () => {
    // Who reads a pipe without a writer waits for ever.
    const pipe = join(folder, 'pipe')
    await promisify(execFile)('mkfifo', [pipe])
    vi.stubEnv('AWS_CONFIG_FILE', pipe)
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', pipe)
    const { store } = open()
    await store.claim('one')
    await kept(store, randomBytes(100))
    vi.unstubAllEnvs()
  })
})

describe('open', () => {
  it('gives any part, asking for no more than that', async () => {
    const { store } = open()
    const bytes = randomBytes(MB)
    const id = await kept(store, bytes)
    const sent: (string | undefined)[] = []
    server.before = (context, next) => {
      sent.push(context.headers.range)
      return next()
    }
    const part = await store.open(id, { from: 500_000, to: 600_000 })
    expect(part.length).toBe(MB)
    expect(await part.fill(Buffer.alloc(8), 0)).toEqual(bytes.subarray(0, 8))
    for (const at of [500_000, 550_000])
      expect((await part.fill(Buffer.alloc(50_000), at)).equals(bytes.subarray(at, at + 50_000))).toBe(true)
    await part.close()
    expect(sent).toEqual(['bytes=0-1023', 'bytes=500000-599999'])
  })

  it('goes on where an answer broke off, and fails where there are fewer bytes than asked for', async () => {
    const { store } = open()
    const bytes = randomBytes(2 * MB)
    const id = await kept(store, bytes)
    const answers = breakOff(2)
    expect((await readSealed(store, id)).equals(bytes)).toBe(true)
    expect(answers()).toBe(3)
    const sealed = await store.open(id)
    await expect(sealed.fill(Buffer.alloc(3 * MB), 0)).rejects.toThrow(StoreFault)
    await sealed.close()
  })

  it('goes on as often as bytes have come', async () => {
    const { store } = open()
    const bytes = randomBytes(2 * MB)
    const id = await kept(store, bytes)
    const answers = breakOff(6)
    expect((await readSealed(store, id)).equals(bytes)).toBe(true)
    expect(answers()).toBe(7)
  })

  it('leaves nothing open that was closed while it was asked for', async () => {
    const { store } = open()
    const id = await kept(store, randomBytes(4 * MB))
    const sealed = await store.open(id, { from: 2 * MB, to: 4 * MB })
    const asked = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    server.before = async (context, next) => {
      context.res.once('close', ended.resolve)
      asked.resolve()
      await closed.promise
      await next()
    }
    const filling = sealed.fill(Buffer.alloc(MB), 2 * MB)
    await asked.promise
    await sealed.close()
    closed.resolve()
    await expect(filling).rejects.toThrow('closed while it was asked for')
    await ended.promise
  })

  it('says that there is none, after a removal too', async () => {
    const { store } = open()
    const id = await kept(store, randomBytes(100))
    for (const _ of ['there', 'gone']) await store.remove(id)
    await expect(store.open(id)).rejects.toThrow(MissingObject)
  })
})

describe('list', () => {
  it('gives the ids of its own prefix in their order, behind one of them', async () => {
    const { store, prefix } = open()
    await store.claim('one')
    const ids = [await kept(store, randomBytes(10)), await kept(store, randomBytes(10)), await kept(store, randomBytes(10))]
    await kept(open(`${prefix}x`).store, randomBytes(10))
    expect(await all(store.list())).toEqual(ids)
    expect(await all(store.list(ids[0]))).toEqual(ids.slice(1))
  })
})

describe('a page of foreign names', () => {
  it('does not end the list', async () => {
    const [id, { store, prefix }] = [v7(), open()]
    server.before = async (context) => {
      const token = context.query['continuation-token']
      const more = token ? '' : '<IsTruncated>true</IsTruncated><NextContinuationToken>next</NextContinuationToken>'
      const name = token ? id : 'notes.txt'
      context.body = `<?xml version="1.0"?><ListBucketResult>${more}<Contents><Key>${prefix}/${name}</Key></Contents></ListBucketResult>`
    }
    const pages: string[][] = []
    for await (const page of store.list()) pages.push(page)
    expect(pages).toEqual([[id]])
  })
})

describe('claim', () => {
  it('makes an empty prefix this installation’s, and refuses another one', async () => {
    const { store, prefix } = open()
    await expect(store.check()).rejects.toThrow()
    await store.claim('one')
    await store.claim('one')
    await store.check()
    await expect(open(prefix).store.claim('two')).rejects.toThrow(
      `s3://documents/${prefix} belongs to another installation of the portal. Name a prefix of this one’s own in FILES_URL.`,
    )
  })

  it('is looked at again by each check', async () => {
    const { store, prefix } = open()
    await store.claim('one')
    const [mark] = open(prefix).store.marks
    await mark?.write({ installation: 'one', epoch: 'any' })
    await store.check()
    expect(await store.marks[0]?.read()).toEqual({ installation: 'one', epoch: 'any' })
    await mark?.write({ installation: 'two', epoch: '' })
    await expect(store.check()).rejects.toThrow(`s3://documents/${prefix} belongs to another installation of the portal.`)
    await mark?.remove()
    await expect(store.check()).rejects.toThrow(MissingObject)
  })

  it.each([
    ['takes', 'one', undefined],
    ['refuses', 'two', 'belongs to another installation'],
  ])('%s a prefix that another server marks while it looks', async (_, claimed, refusal) => {
    const { store, prefix } = open()
    const [mark] = open(prefix).store.marks
    server.before = async ({ query }, next) => {
      if ('list-type' in query) await mark?.write({ installation: 'one', epoch: '' })
      await next()
    }
    const claim = store.claim(claimed)
    await (refusal === undefined ? claim : expect(claim).rejects.toThrow(refusal))
    expect(await mark?.read()).toMatchObject({ installation: 'one' })
  })

  it('refuses a filled prefix without a mark', async () => {
    const { store } = open()
    await kept(store, randomBytes(10))
    await expect(store.claim('one')).rejects.toThrow('holds objects but no mark of an installation')
  })

  it('says what is wrong with a store that cannot be used', async () => {
    const address = { bucket: 'nothing', prefix: 'p', endpoint: server.endpoint, region: 'us-east-1' }
    const store = openBucket(address, CREDENTIALS)
    opened.push(store)
    await expect(store.claim('one')).rejects.toThrow(/The object store s3:\/\/nothing\/p cannot be used \(NoSuchBucket/)
    await server.stop()
    await expect(store.claim('one')).rejects.toThrow(/cannot be used \(ECONNREFUSED.*\)\. Check FILES_URL, its credentials/)
  })
})
