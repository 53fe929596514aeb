import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Problem } from 'contract'
import type { ConnectionError, FastifyInstance } from 'fastify'

/** T57: the head of a request is there after 20 s, or its connection is cut at the next look, within 30 s. */
export const HEADER_TIMES = { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 }

const LOOK_MS = 15_000
/** A line that carries a document in the five minutes of a request is a thousand times faster. */
const LEAST_BYTES = 1_024

/** T57: a body that all but stands still, looked at twice, is cut too: it would hold memory or a file for five minutes. */
export function cutSlowSenders(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw, headers }) => {
    if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'] ?? 0)) return
    let seen = raw.socket.bytesRead
    const timer = setInterval(() => {
      // What is there and unread is ours to read: then it is not the sender who is slow.
      if (!raw.complete && raw.readableLength === 0 && raw.socket.bytesRead - seen < LEAST_BYTES) raw.destroy()
      seen = raw.socket.bytesRead
    }, LOOK_MS).unref()
    const stop = () => clearInterval(timer)
    raw.once('end', stop).once('close', stop)
  })
}

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
