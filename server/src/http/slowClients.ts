import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { Problem } from 'contract'
import type { ConnectionError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { carriesDocuments } from './errors.ts'

/** Headers must arrive within 20 s; late connections are cut at the next check, within 30 s (T57). */
export const HEADER_TIMEOUTS = { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 }

/** For a body to arrive and for an answer that holds memory to leave: enough for 10 MB over a slow line. */
export const TRANSFER_TIMEOUT_MS = 300_000
const CHECK_INTERVAL_MS = 15_000
/** A line that carries a document in five minutes is a thousand times faster. */
const MIN_BYTES_PER_CHECK = 1_024

/** Cuts a body that hardly moves between two checks (T57). One that holds memory must send a twentieth of it each time. */
export function cutSlowSenders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => {
    const { raw, headers } = request
    if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'] ?? 0)) return done()
    const from = raw.socket.bytesRead
    let seen = from
    const timer = setInterval(() => {
      const held = carriesDocuments(request) ? seen - from : 0
      const minimum = Math.max(MIN_BYTES_PER_CHECK, (held * CHECK_INTERVAL_MS) / TRANSFER_TIMEOUT_MS)
      // Unread bytes in our buffer mean that the server is slow, not the sender.
      if (!raw.complete && raw.readableLength === 0 && raw.socket.bytesRead - seen < minimum) raw.destroy()
      seen = raw.socket.bytesRead
    }, CHECK_INTERVAL_MS).unref()
    const stop = () => clearInterval(timer)
    raw.once('end', stop).once('close', stop)
    done()
  })
}

const CHUNK_BYTES = 64 * 1024

/** Sends an answer that holds memory in chunks and cuts slow readers. */
export function inChunks(request: FastifyRequest, reply: FastifyReply, whole: Buffer | string): Readable {
  let taken = 0
  cutSlowReader(request, reply, () => (taken - reply.raw.writableLength) / whole.length)
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

/** A long answer may take longer, as long as it moves at 4 Mbit/s. */
const LONG_PACE = 512 * 1024

/** Sends a stream of bytes of that length, or of one that is judged by the bytes so far, and cuts slow readers. */
export function atPace(
  request: FastifyRequest,
  reply: FastifyReply,
  stream: Readable,
  length: number | ((given: number) => number),
): Readable {
  let given = 0
  const push = stream.push.bind(stream)
  // A stream between would handle each chunk once more.
  const counting = (chunk: Buffer | null) => {
    given += chunk?.length ?? 0
    return push(chunk)
  }
  stream.push = counting
  const whole = typeof length === 'number' ? () => length : length
  const ms = typeof length === 'number' ? Math.max(TRANSFER_TIMEOUT_MS, (length / LONG_PACE) * 1_000) : TRANSFER_TIMEOUT_MS
  cutSlowReader(request, reply, () => (given - stream.readableLength - reply.raw.writableLength) / whole(given), ms)
  return stream
}

/** Cuts a reader who has read less of the answer than is due. Bytes in the system's buffers count as read. */
function cutSlowReader(request: FastifyRequest, reply: FastifyReply, part: () => number, ms = TRANSFER_TIMEOUT_MS): void {
  const began = performance.now()
  const timer = setInterval(() => {
    const due = (performance.now() - began - CHECK_INTERVAL_MS) / ms
    // Not `reply.raw`, which has no socket while an earlier answer on the connection is still being read.
    if (part() < due) request.raw.socket.destroy()
  }, CHECK_INTERVAL_MS).unref()
  reply.raw.once('close', () => clearInterval(timer))
}

/** Never between the halves of a surrogate pair. */
function endOfChunk(whole: Buffer | string, from: number): number {
  const end = Math.min(from + CHUNK_BYTES, whole.length)
  return typeof whole === 'string' && end < whole.length && isHighSurrogate(whole.charCodeAt(end - 1)) ? end - 1 : end
}
const isHighSurrogate = (unit: number): boolean => (unit & 0xfc00) === 0xd800

const STATUSES: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }
const SENTENCES: Record<number, string> = { 408: 'The request took too long to arrive', 431: 'The head of the request is too large' }

/** Answers what is not HTTP, or late, like any refusal; Fastify would log the bytes of the request (T60). */
export function answerBadRequests(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = STATUSES[error.code] ?? 400
  const title = STATUS_CODES[status] ?? 'Error'
  const problem: Problem = { type: 'about:blank', title, status, detail: SENTENCES[status] ?? 'The request could not be understood' }
  const body = JSON.stringify(problem)
  const head = `Content-Type: application/problem+json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close`
  socket.end(`HTTP/1.1 ${status} ${title}\r\n${head}\r\n\r\n${body}`, () => socket.destroy())
}
