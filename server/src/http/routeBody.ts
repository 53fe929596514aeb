import { Readable } from 'node:stream'
import type { Call } from 'contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { dropRest } from './bodyParser.ts'
import { refuse } from './errors.ts'
import type { Gate } from './gate.ts'
import { documentBodyLimit, MANY_ROWS_LIMIT } from './memoryBudget.ts'

export interface Further {
  /** Refuses before the body is read, where the role alone does not decide. */
  admit?: (request: FastifyRequest) => void
  /** Whether the body of this request stays unread. */
  leavesBody?: (request: FastifyRequest) => boolean
  /** Refuses an absent body, which would otherwise read as an empty object and mean something here. */
  needsBody?: true
}

/** Of a body that is longer than others: its bytes are held while it arrives (D3). */
export function bodyLimitOf({ settings }: Gate, { carries_documents, many_rows }: Call): number | undefined {
  if (many_rows) return MANY_ROWS_LIMIT
  return carries_documents ? documentBodyLimit(settings.max_file_mb) : undefined
}

/** Only where the call asks for them: each hook of a route costs every one of its requests. */
export const ofBody = (gate: Gate, bodyLimit: number | undefined, { leavesBody, needsBody }: Further) => ({
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

export const announcedLength = (request: FastifyRequest): number => Number(request.headers['content-length'] ?? 0)
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
