import type { Readable } from 'node:stream'
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import { BAD_REQUEST, BODY_LIMIT, carriesDocuments, Refusal } from './errors.ts'
import { DocumentsReader, PlainReader, putBack } from './jsonText.ts'
import { longestDataString } from './memoryBudget.ts'

/** The API takes JSON bodies and files; an empty body counts as none (P6). Form and text bodies are 415 (P4). */
export function acceptJsonOnly(app: FastifyInstance, maxFileMb: number): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    const reader = carriesDocuments(request) ? new DocumentsReader(longestDataString(maxFileMb)) : new PlainReader()
    for await (const chunk of bodyChunks(request, payload)) reader.take(chunk)
    const { text, documents } = reader.end()
    if (text === '') return undefined
    return new Promise((resolve, reject) => {
      void parse(request, text, (error, body) => (error ? reject(error) : resolve(putBack(body, documents))))
    })
  })
}

/** Limits against bodies sent a byte at a time: each chunk costs the same work, however small. */
const MAX_SMALL_CHUNKS = 4_000
const MIN_AVERAGE_CHUNK = 256

async function* bodyChunks(request: FastifyRequest, payload: Readable): AsyncGenerator<Buffer> {
  const limit = request.routeOptions.bodyLimit ?? BODY_LIMIT
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
  let size = 0
  let count = 0
  // Destroying the request would close its connection before the refusal is sent.
  const chunks: AsyncIterable<Buffer> = payload.iterator({ destroyOnReturn: payload !== request.raw })
  try {
    for await (const chunk of chunks) {
      if (request.headers['content-encoding']) throw new Refusal(415, 'A compressed body is not accepted here')
      size += chunk.length
      if (++count > MAX_SMALL_CHUNKS + size / MIN_AVERAGE_CHUNK) throw new Refusal(400, BAD_REQUEST)
      if (size > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
      yield chunk
    }
  } catch (error) {
    if (!(error instanceof Error) || error instanceof Refusal || 'statusCode' in error) throw error
    throw Object.assign(error, { statusCode: 400 })
  }
}

const LINGER_TIMEOUT_MS = 2_000
const MAX_DROPPED_BYTES = 10 * 1024 * 1024

/** A refused sender may still be sending: read and drop a little, so that the refusal arrives, then close the connection (T33). */
export function dropRest({ raw }: FastifyRequest): void {
  let size = 0
  raw.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > MAX_DROPPED_BYTES) raw.pause()
  })
  const end = setTimeout(() => raw.destroy(), LINGER_TIMEOUT_MS).unref()
  raw.once('end', () => clearTimeout(end))
}
