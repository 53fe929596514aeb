import type { FastifyInstance } from 'fastify'
import { sendProblem } from './errors.ts'

export const REQUEST_TIMEOUT_MS = 30_000
const CHECK_INTERVAL_MS = 5_000

/** Refuses a request 30 s after its last byte (T51). The effect may still happen; a retry with the same Idempotency-Key tells. */
export function timeOutRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    let seen = raw.socket.bytesRead
    let waited = 0
    const check = () => {
      if (reply.sent || reply.raw.headersSent) return stop()
      waited = !raw.complete && raw.socket.bytesRead > seen ? 0 : waited + CHECK_INTERVAL_MS
      seen = raw.socket.bytesRead
      if (waited < REQUEST_TIMEOUT_MS) return
      stop()
      sendProblem(reply, 503, 'This takes longer than usual. Please try again shortly.', { headers: { 'retry-after': '10' } })
    }
    const timer = setInterval(check, CHECK_INTERVAL_MS)
    const stop = () => clearInterval(timer)
    reply.raw.once('close', stop)
    done()
  })
}
