import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { Problem } from 'contract'
import type { ConnectionError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { carriesDocuments } from './errors.ts'

/** T57: the head of a request is there after 20 s, or its connection is cut at the next look, within 30 s. */
export const HEADER_TIMEOUTS = { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 }

/** Long enough for 10 MB over a slow line: what a body may take to arrive, and an answer that holds memory to leave. */
export const TRANSFER_TIMEOUT_MS = 300_000
const CHECK_INTERVAL_MS = 15_000
/** A line that carries a document in the five minutes of a request is a thousand times faster. */
const MIN_BYTES_PER_CHECK = 1_024

/**
 * T57: a body that all but stands still, looked at twice, is cut too: it would hold memory or a file for five minutes. Of one that holds
 * memory as it arrives, as much must follow as whoever sends evenly sends: a twentieth of what is there.
 */
export function cutSlowSenders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { raw, headers } = request
    if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'] ?? 0)) return
    const from = raw.socket.bytesRead
    let seen = from
    const timer = setInterval(() => {
      const held = carriesDocuments(request) ? seen - from : 0
      const minimum = Math.max(MIN_BYTES_PER_CHECK, (held * CHECK_INTERVAL_MS) / TRANSFER_TIMEOUT_MS)
      // What is there and unread is ours to read: then it is not the sender who is slow.
      if (!raw.complete && raw.readableLength === 0 && raw.socket.bytesRead - seen < minimum) raw.destroy()
      seen = raw.socket.bytesRead
    }, CHECK_INTERVAL_MS).unref()
    const stop = () => clearInterval(timer)
    raw.once('end', stop).once('close', stop)
  })
}

const CHUNK_BYTES = 64 * 1024

/**
 * An answer that holds memory, in chunks: its reader has the five minutes of a sender and is cut as soon as they are too far behind for
 * that. What the system buffers of it they need not have read.
 */
export function inChunks(request: FastifyRequest, reply: FastifyReply, whole: Buffer | string): Readable {
  const began = performance.now()
  let taken = 0
  const timer = setInterval(() => {
    const due = (performance.now() - began - CHECK_INTERVAL_MS) / TRANSFER_TIMEOUT_MS
    // Not the answer, which has no connection yet where one before it is still read.
    if ((taken - reply.raw.writableLength) / whole.length < due) request.raw.socket.destroy()
  }, CHECK_INTERVAL_MS).unref()
  reply.raw.once('close', () => clearInterval(timer))
  function* chunks() {
    while (taken < whole.length) {
      const end = endOfChunk(whole, taken)
      const chunk = typeof whole === 'string' ? Buffer.from(whole.slice(taken, end)) : whole.subarray(taken, end)
      taken = end
      yield chunk
    }
  }
  return Readable.from(chunks(), { objectMode: false })
}

/** Where a chunk ends: between the halves of a character none may. */
function endOfChunk(whole: Buffer | string, from: number): number {
  const end = Math.min(from + CHUNK_BYTES, whole.length)
  return typeof whole === 'string' && end < whole.length && isHighSurrogate(whole.charCodeAt(end - 1)) ? end - 1 : end
}
const isHighSurrogate = (unit: number): boolean => (unit & 0xfc00) === 0xd800

const STATUSES: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }
const SENTENCES: Record<number, string> = { 408: 'The request took too long to arrive', 431: 'The head of the request is too large' }

/** What is no HTTP, or not in time, is answered like any refusal; Fastify would log the bytes of the request (T60). */
export function answerBadRequests(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = STATUSES[error.code] ?? 400
  const title = STATUS_CODES[status] ?? 'Error'
  const problem: Problem = { type: 'about:blank', title, status, detail: SENTENCES[status] ?? 'The request could not be understood' }
  const body = JSON.stringify(problem)
  const head = `Content-Type: application/problem+json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close`
  socket.end(`HTTP/1.1 ${status} ${title}\r\n${head}\r\n\r\n${body}`, () => socket.destroy())
}
