import type { Readable } from 'node:stream'
import type { Call } from 'contract'
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import { Refusal } from './errors.ts'
import type { Gate } from './gate.ts'
import { withoutData } from './log.ts'
import { type Note, Noted } from './note.ts'
import { inChunks } from './slowClients.ts'
import { Written } from './written.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends what a handler answers, and keeps it in the access journal. */
export function answering(gate: Pick<Gate, 'keepAccess'>, call: Call) {
  const notes = new WeakMap<FastifyRequest, Note>()
  const onSend: onSendHookHandler = (request, reply, payload, done) => {
    request.endRead?.()
    gate.keepAccess(call, request, reply, notes.get(request))
    done(null, holdsMemory(request, payload) ? sendInChunks(request, reply, payload) : payload)
  }
  const answerOf = async (request: FastifyRequest, reply: FastifyReply, handle: () => Promise<unknown>): Promise<unknown> => {
    // From here the handler's end releases the memory, even if the client is gone.
    request.isHandled = true
    try {
      return await handle()
    } catch (error) {
      if (error instanceof Refusal) notes.set(request, error.extra)
      return failLate(request, reply, error)
    } finally {
      request.isHandled = false
      if (reply.raw.closed) request.releaseMemory?.()
    }
  }
  return {
    onSend,
    async send(request: FastifyRequest, reply: FastifyReply, handle: () => Promise<unknown>): Promise<FastifyReply> {
      const answer = await answerOf(request, reply, handle)
      // A stream whose client has left has sent only its head.
      if (reply.sent || reply.raw.headersSent) return reply
      const { body, note } = answer instanceof Noted ? answer : { body: answer, note: {} }
      notes.set(request, { concerns: idIn(body), ...note })
      return send(reply, call, body)
    },
  }
}

function send(reply: FastifyReply, { status, reply: schema }: Call, body: unknown): FastifyReply {
  if (status === 302) return reply.redirect(String(body))
  if (body instanceof Written)
    return reply
      .code(status ?? 200)
      .type(JSON_TYPE)
      .send(body.json)
  return schema ? reply.code(status ?? 200).send(body) : reply.code(204).send()
}

/** The answer's id says more than the path, which may name another record. */
const idIn = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'id' in body && typeof body.id === 'string' ? body.id : undefined

/** The error came after the answer (T51). Fastify would log it with its data. */
function failLate(request: FastifyRequest, reply: FastifyReply, error: unknown): undefined {
  if (!reply.sent) throw error
  request.log.error({ error: withoutData(error) }, 'failed after its answer')
}

const isWhole = (payload: unknown): payload is Buffer | string => typeof payload === 'string' || Buffer.isBuffer(payload)
const MIN_CHUNKED_BYTES = 64 * 1024
/** The system takes smaller answers at once. */
const holdsMemory = (request: FastifyRequest, payload: unknown): payload is Buffer | string =>
  request.releaseMemory !== undefined && request.method !== 'HEAD' && isWhole(payload) && payload.length > MIN_CHUNKED_BYTES

function sendInChunks(request: FastifyRequest, reply: FastifyReply, whole: Buffer | string): Readable {
  reply.header('content-length', Buffer.byteLength(whole))
  return inChunks(request, reply, whole)
}
