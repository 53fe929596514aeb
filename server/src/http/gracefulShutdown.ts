import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sendProblem } from './errors.ts'

/** A connection is accepted in one turn of the event loop and read in the next. */
const EVENT_LOOP_TURNS = 3

/** After SIGTERM new requests get 503 (T54). Requests in socket buffers are read first: idle connections are closed at once. */
export function shutDownGracefully(app: FastifyInstance): void {
  let ending = false
  app.addHook('preClose', async () => {
    ending = true
    for (let turn = 0; turn < EVENT_LOOP_TURNS; turn++) await nextTurn()
  })
  app.addHook('onRequest', (_, reply, done) => {
    if (!ending) return done()
    sendProblem(reply, 503, 'The portal is restarting. Please try again shortly.', { headers: { 'retry-after': '1' } })
  })
  app.addHook('onSend', (_, reply, __, done) => {
    if (ending) reply.header('connection', 'close')
    done()
  })
}
