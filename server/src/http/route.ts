import { Readable } from 'node:stream'
import { type Call, EventStream, FileBody, type Role } from 'contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Settings } from '../settings.ts'
import { dropRest } from './bodyParser.ts'
import { Refusal, refuse } from './errors.ts'
import { openCursor, type Sealing } from './list.ts'
import type { LoadShedder } from './loadShedding.ts'
import { withoutData } from './log.ts'
import { documentBodyLimit, type MemoryBudget } from './memoryBudget.ts'
import { type Note, Noted } from './note.ts'
import type { Viewer } from './session.ts'
import { inChunks } from './slowClients.ts'
import { Written } from './written.ts'

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | undefined
    bodyBegun: boolean
    releaseMemory: (() => void) | undefined
    isHandled: boolean
    endRead: (() => void) | undefined
  }
}

export interface Gate {
  settings: Pick<Settings, 'max_file_mb'>
  documentMemory: MemoryBudget
  vault: { carried: Sealing }
  loadShedder: LoadShedder
  /** The approved user of the session, read anew (A8). A background request is no use of the session (A9). */
  findViewer(request: FastifyRequest, options: { background?: boolean | undefined }): Promise<Viewer | undefined>
  keepAccess(call: Call, request: FastifyRequest, reply: FastifyReply, note?: Note): void
}

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

const JSON_TYPE = 'application/json; charset=utf-8'
const SET_UP_FIRST = 'Please set up two-step sign-in first'
const READ_ONLY = 'Your employer has ended this record. You can still read it, but change nothing.'

interface Further {
  /** Refuses before the body is read, where the role alone does not decide. */
  admit?: (request: FastifyRequest) => void
  /** Whether the body of this request stays unread. */
  leavesBody?: (request: FastifyRequest) => boolean
  /** Refuses an absent body, which would otherwise read as an empty object and mean something here. */
  needsBody?: true
}

/** Connects a call of the contract to its handler. Session and role are checked before the body is read, then the schemas (P7). */
export function route<const C extends Call>(
  app: FastifyInstance,
  gate: Gate,
  call: C,
  handler: (given: Given<C>) => Promise<Answer<C>>,
  further: Further = {},
): void {
  const bodyLimit = call.carries_documents ? documentBodyLimit(gate.settings.max_file_mb) : undefined
  const notes = new WeakMap<FastifyRequest, Note>()
  app.route({
    method: call.method,
    url: call.path.replace(/\{(\w+)\}/g, ':$1'),
    // HEAD on a stream would never end.
    exposeHeadRoute: call.reply !== EventStream,
    ...(bodyLimit && { bodyLimit }),
    schema: schemaOf(call),
    onRequest: async (request, reply) => {
      if (call.method === 'GET' && call.reply !== EventStream) gate.loadShedder.enter(request)
      // Not onResponse, which does not run when the client disconnects.
      reply.raw.once('close', () => {
        request.endRead?.()
        if (!request.isHandled) request.releaseMemory?.()
      })
      request.viewer = await gate.findViewer(request, call)
      gate.loadShedder.keepUser(request)
      if (call.access !== 'public') admit(request.viewer, call.access)
      if (request.viewer?.must_set_up_two_step && !call.before_two_step && call.access !== 'public') refuse(403, SET_UP_FIRST)
      if (request.viewer?.reads_until && !mayReader(call)) refuse(403, READ_ONLY)
      further.admit?.(request)
      // Only a check: memory is held as the body arrives. A body announced as too large is refused unread.
      if (bodyLimit && announcedLength(request) <= bodyLimit) gate.documentMemory.check(request, announcedLength(request))
    },
    ...ofBody(gate, bodyLimit, further),
    onSend: (request, reply, payload, done) => {
      request.endRead?.()
      gate.keepAccess(call, request, reply, notes.get(request))
      done(null, holdsMemory(request, payload) ? sendInChunks(request, reply, payload) : payload)
    },
    handler: async (request, reply) => {
      if (call.answers === 'list') openCursor(gate.vault.carried, request)
      const { params, query, body, viewer } = request
      const hold = (bytes: number) => gate.documentMemory.hold(request, bytes)
      const given = { params, query, body, viewer, hold, request, reply }
      // From here the handler's end releases the memory, even if the client is gone.
      request.isHandled = true
      const answer = await handler(given as Given<C>)
        .catch((error: Error) => {
          if (error instanceof Refusal) notes.set(request, error.extra)
          return failLate(request, reply, error)
        })
        .finally(() => {
          request.isHandled = false
          if (reply.raw.closed) request.releaseMemory?.()
        })
      // A stream whose client has left has sent only its head.
      if (reply.sent || reply.raw.headersSent) return reply
      const { body: sent, note } = answer instanceof Noted ? answer : { body: answer, note: {} }
      notes.set(request, { concerns: idIn(sent), ...note })
      return send(reply, call, sent)
    },
  })
}

/** Only where the call asks for them: each hook of a route costs every one of its requests. */
const ofBody = (gate: Gate, bodyLimit: number | undefined, { leavesBody, needsBody }: Further) => ({
  ...((bodyLimit || leavesBody) && {
    preParsing: async (request: FastifyRequest, reply: FastifyReply, body: Readable) => {
      if (leavesBody?.(request)) return Readable.from([])
      if (!bodyLimit || announcedLength(request) > bodyLimit) return body
      // Nobody listens to the stream of a refused body; an unhandled error would end the process.
      return Readable.from(held(gate, request, reply, body), { objectMode: false }).on('error', () => undefined)
    },
  }),
  ...(needsBody && {
    preValidation: async (request: FastifyRequest) => {
      if (request.body === undefined || request.body === null) refuse(422, 'A body is required here')
    },
  }),
  ...(bodyLimit && {
    onError: async (request: FastifyRequest, reply: FastifyReply) => {
      // Fastify would close the connection at once, and a sender of a large body would not read the refusal.
      if (isBegun(request)) reply.removeHeader('connection')
    },
    onResponse: async (request: FastifyRequest) => {
      if (isBegun(request) && !request.raw.readableEnded) dropRest(request)
    },
  }),
})

function send(reply: FastifyReply, { status, reply: schema }: Call, body: unknown): FastifyReply {
  if (status === 302) return reply.redirect(String(body))
  if (body instanceof Written)
    return reply
      .code(status ?? 200)
      .type(JSON_TYPE)
      .send(body.json)
  return schema ? reply.code(status ?? 200).send(body) : reply.code(204).send()
}

const schemaOf = (call: Call) => ({
  ...(call.params && { params: call.params }),
  ...(call.query && { querystring: call.query }),
  ...(call.body && !takesFile(call) && { body: call.body }),
  ...(call.reply && !answersBytes(call) && { response: { [call.status ?? 200]: call.reply } }),
})

/** The answer's id says more than the path, which may name another record. */
const idIn = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'id' in body && typeof body.id === 'string' ? body.id : undefined

/** The error came after the answer (T51). Fastify would log it with its data. */
function failLate(request: FastifyRequest, reply: FastifyReply, error: Error): undefined {
  if (!reply.sent) throw error
  request.log.error({ error: withoutData(error) }, 'failed after its answer')
}

function admit(viewer: Viewer | undefined, roles: readonly Role[]): void {
  if (!viewer) refuse(401, 'Please sign in')
  if (!roles.includes(viewer.role)) refuse(403, 'Your role does not allow this')
}

/** What is left of a cancelled record's account: reading, and the account itself (E7). */
const mayReader = ({ method, access, after_cancellation }: Call): boolean =>
  method === 'GET' || access === 'public' || after_cancellation === true

const announcedLength = (request: FastifyRequest): number => Number(request.headers['content-length'] ?? 0)
/** Without a Content-Length the body counts as begun. */
const isBegun = (request: FastifyRequest): boolean => request.bodyBegun || request.headers['content-length'] === undefined

/** Holds memory for each chunk of the body (D3). */
async function* held({ documentMemory }: Gate, request: FastifyRequest, reply: FastifyReply, body: Readable): AsyncGenerator<Buffer> {
  request.bodyBegun = true
  // Destroying the request would close its connection before the refusal is sent.
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    documentMemory.hold(request, chunk.length)
    if (reply.raw.closed) request.releaseMemory?.()
    yield chunk
  }
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

const takesFile = (call: Call): boolean => call.body === FileBody
const answersBytes = (call: Call): boolean => call.answers === 'file' || call.reply === EventStream
