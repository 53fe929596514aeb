import { Readable } from 'node:stream'
import { type Call, EventStream, FileBody, isRead, type Role } from 'contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { together } from '../db/together.ts'
import type { Settings } from '../settings.ts'
import { answering } from './answering.ts'
import { dropRest } from './bodyParser.ts'
import { refuse } from './errors.ts'
import { leave } from './leaving.ts'
import { openCursor, type Sealing } from './list.ts'
import type { LoadShedder } from './loadShedding.ts'
import { documentBodyLimit, MANY_ROWS_LIMIT, type MemoryBudget } from './memoryBudget.ts'
import type { Note, Noted } from './note.ts'
import type { Guess, Viewer } from './session.ts'
import type { Written } from './written.ts'

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | undefined
    bodyBegun: boolean
    releaseMemory: (() => void) | undefined
    isHandled: boolean
  }
  interface FastifyContextConfig {
    many_rows?: true
  }
}

export interface Gate {
  settings: Pick<Settings, 'max_file_mb'>
  documentMemory: MemoryBudget
  vault: { carried: Sealing }
  loadShedder: LoadShedder
  /** The approved user of the session, read anew (A8). A background request is no use of the session (A9). */
  findViewer(request: FastifyRequest, options: { background?: boolean | undefined; guess?: Guess | undefined }): Promise<Viewer | undefined>
  /** Whom the session had when it was last read; `findViewer` answers that very object where it is the same still. */
  guessSession(request: FastifyRequest): Guess | undefined
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

/** What decides what is read. */
export type Asked<C> = Pick<Given<C>, 'params' | 'query' | 'viewer'>

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

/** Of a body that is longer than others: its bytes are held while it arrives (D3). */
function bodyLimitOf({ settings }: Gate, { carries_documents, many_rows }: Call): number | undefined {
  if (many_rows) return MANY_ROWS_LIMIT
  return carries_documents ? documentBodyLimit(settings.max_file_mb) : undefined
}

const addressOf = (call: Call) => ({
  method: call.method,
  url: call.path.replace(/\{(\w+)\}/g, ':$1'),
  // HEAD on a stream would never end.
  exposeHeadRoute: call.reply !== EventStream,
  schema: schemaOf(call),
})

function enter({ loadShedder }: Gate, call: Call, request: FastifyRequest, reply: FastifyReply): void {
  if (isRead(call) && call.reply !== EventStream) loadShedder.enter(request)
  // Not onResponse, which does not run when the client disconnects.
  reply.raw.once('close', () => {
    request.endRead?.()
    leave(request)
    if (!request.isHandled) request.releaseMemory?.()
  })
}

function admit({ loadShedder }: Gate, call: Call, request: FastifyRequest): void {
  const { viewer } = request
  loadShedder.keepUser(request)
  if (call.access === 'public') return
  if (!viewer) refuse(401, 'Please sign in')
  if (!call.access.includes(viewer.role)) refuse(403, 'Your role does not allow this')
  if (viewer.must_set_up_two_step && !call.before_two_step) refuse(403, SET_UP_FIRST)
  if (viewer.reads_until && !mayReader(call)) refuse(403, READ_ONLY)
}

function open({ vault }: Gate, call: Call, request: FastifyRequest): void {
  if (call.answers === 'list') openCursor(vault.carried, request)
}

function givenOf<C extends Call>({ documentMemory }: Gate, request: FastifyRequest, reply: FastifyReply): Given<C> {
  const { params, query, body, viewer } = request
  return { params, query, body, viewer, hold: (bytes: number) => documentMemory.hold(request, bytes), request, reply } as Given<C>
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

const schemaOf = (call: Call) => ({
  ...(call.params && { params: call.params }),
  ...(call.query && { querystring: call.query }),
  ...(call.body && !takesFile(call) && { body: call.body }),
  ...(call.reply && !answersBytes(call) && { response: { [call.status ?? 200]: call.reply } }),
})

/** What is left of a cancelled record's account: reading, and the account itself (E7). */
const mayReader = (call: Call): boolean => isRead(call) || call.after_cancellation === true

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

const takesFile = (call: Call): boolean => call.body === FileBody
const answersBytes = (call: Call): boolean => call.answers === 'file' || call.reply === EventStream
