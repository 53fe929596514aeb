import type { FastifyInstance } from 'fastify'
import { sendProblem } from './errors.ts'

const PATIENCE_MS = 30_000

/**
 * T51: nobody waits longer than half a minute for a disk or a database that stands still. Whether what was asked for is done after all,
 * the same Idempotency-Key tells. Time in which a body is still arriving does not count.
 */
export function answerInTime(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    let seen = raw.socket.bytesRead
    const look = () => {
      if (reply.sent || reply.raw.headersSent) return
      const arriving = !raw.complete && raw.socket.bytesRead > seen
      seen = raw.socket.bytesRead
      if (arriving) timer = setTimeout(look, PATIENCE_MS)
      else sendProblem(reply, 503, 'This takes longer than usual. Please try again shortly.', { headers: { 'retry-after': '10' } })
    }
    let timer = setTimeout(look, PATIENCE_MS)
    reply.raw.once('close', () => clearTimeout(timer))
  })
}
