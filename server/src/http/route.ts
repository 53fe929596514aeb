import type { Readable } from 'node:stream'
import { type Call, EventStream, FileBody, type Role } from 'contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { together } from '../db/together.ts'
import { answering } from './answering.ts'
import { admit, enter, type Gate } from './gate.ts'
import { openCursor } from './list.ts'
import type { Noted } from './note.ts'
import { announcedLength, bodyLimitOf, type Further, ofBody } from './routeBody.ts'
import type { Viewer } from './session.ts'
import type { Written } from './written.ts'

type Parsed<C, K extends string> = C extends Record<K, infer S extends z.ZodType> ? z.output<S> : undefined
/** A file is a stream. */
type Body<C> = C extends { answers: 'file' }
  ? Readable
  : C extends { reply: infer S extends z.ZodType }
    ? z.input<S>
    : C extends { status: 302 }
      ? string
      : undefined | void
type Answer<C> = Body<C> | Noted<Body<C>> | Written | Noted<Written> | FastifyReply

interface Given<C> {
  params: Parsed<C, 'params'>
  query: Parsed<C, 'query'>
  body: Parsed<C, 'body'>
  viewer: C extends { access: 'public' } ? Viewer | undefined : Viewer
  /** Holds bytes of memory for the answer until it is sent (D3); refuses 503 where they are not free. */
  hold: (bytes: number) => void
  request: FastifyRequest
  reply: FastifyReply
}

/** What decides what is read. */
export type Asked<C> = Pick<Given<C>, 'params' | 'query' | 'viewer'>

/** Connects a call of the contract to its handler. Session and role are checked before the body is read, then the schemas (P7). */
export function route<const C extends Call>(
  app: FastifyInstance,
  gate: Gate,
  call: C,
  handler: (given: Given<C>) => Promise<Answer<C>>,
  further: Further = {},
): void {
  const bodyLimit = bodyLimitOf(gate, call)
  const answer = answering(gate, call)
  app.route({
    ...addressOf(call),
    ...(bodyLimit && { bodyLimit }),
    ...(call.many_rows && { config: { many_rows: true } }),
    onRequest: async (request, reply) => {
      enter(gate, call, request, reply)
      request.viewer = await gate.findViewer(request, call)
      admit(gate, call, request)
      further.admit?.(request)
      // Only a check: memory is held as the body arrives. A body announced as too large is refused unread.
      if (bodyLimit && announcedLength(request) <= bodyLimit) gate.documentMemory.check(request, announcedLength(request))
    },
    ...ofBody(gate, bodyLimit, further),
    onSend: answer.onSend,
    handler: async (request, reply) => {
      open(gate, call, request)
      return await answer.send(request, reply, () => handler(givenOf<C>(gate, request, reply)))
    },
  })
}

/** As `route`, for a call whose answer is read before it is made, together with the session. */
export function readRoute<const C extends Call & { access: readonly Role[] }, Rows>(
  app: FastifyInstance,
  gate: Gate,
  call: C,
  read: (asked: Asked<C>) => Promise<Rows>,
  handler: (rows: Rows, given: Given<C>) => Promise<Answer<C>>,
): void {
  const answer = answering(gate, call)
  app.route({
    ...addressOf(call),
    // The session is looked at first.
    attachValidation: true,
    onRequest: (request, reply, done) => {
      enter(gate, call, request, reply)
      done()
    },
    onSend: answer.onSend,
    handler: async (request, reply) => {
      if (!request.validationError) open(gate, call, request)
      const readFor = (viewer: Viewer) => read({ params: request.params, query: request.query, viewer } as Asked<C>)
      return await answer.send(request, reply, async () => {
        const rows = await readBehindSession(gate, call, request, readFor)
        return handler(rows, givenOf<C>(gate, request, reply))
      })
    },
  })
}

/**
 * Reads what is answered behind the session and over the same connection, for the viewer whom the session had the last time. It counts only
 * where the session still has the very same; else it is read again. Refuses as `route` does: session and role, then the schemas.
 */
async function readBehindSession<Rows>(
  gate: Gate,
  call: Call,
  request: FastifyRequest,
  read: (viewer: Viewer) => Promise<Rows>,
): Promise<Rows> {
  const guess = request.validationError ? undefined : gate.guessSession(request)
  let ahead: Promise<Rows> | undefined
  const finding = together(() => {
    const found = gate.findViewer(request, { background: call.background, guess })
    if (guess && call.access.includes(guess.viewer.role)) ahead = read(guess.viewer)
    return found
  }, request)
  // Where it does not count, nobody else hears of its failure.
  ahead?.catch(() => undefined)
  const viewer = await finding
  request.viewer = viewer
  admit(gate, call, request)
  if (request.validationError) throw request.validationError
  return await ((viewer === guess?.viewer && ahead) || together(() => read(viewer as Viewer), request))
}

const addressOf = (call: Call) => ({
  method: call.method,
  url: call.path.replace(/\{(\w+)\}/g, ':$1'),
  // HEAD on a stream would never end.
  exposeHeadRoute: call.reply !== EventStream,
  schema: schemaOf(call),
})

function open({ vault }: Gate, call: Call, request: FastifyRequest): void {
  if (call.answers === 'list') openCursor(vault.carried, request)
}

function givenOf<C extends Call>({ documentMemory }: Gate, request: FastifyRequest, reply: FastifyReply): Given<C> {
  const { params, query, body, viewer } = request
  return { params, query, body, viewer, hold: (bytes: number) => documentMemory.hold(request, bytes), request, reply } as Given<C>
}

const schemaOf = (call: Call) => ({
  ...(call.params && { params: call.params }),
  ...(call.query && { querystring: call.query }),
  ...(call.body && !takesFile(call) && { body: call.body }),
  ...(call.reply && !answersBytes(call) && { response: { [call.status ?? 200]: call.reply } }),
})

const takesFile = (call: Call): boolean => call.body === FileBody
const answersBytes = (call: Call): boolean => call.answers === 'file' || call.reply === EventStream
