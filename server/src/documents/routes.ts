import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import { getDocument, MB, MEDIA_TYPES, tooBig, uploadDocument } from 'contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { freeing } from '../files/freeing.ts'
import { dropRest } from '../http/bodyParser.ts'
import { refuse, refuseUnknown } from '../http/errors.ts'
import { rangeOf } from '../http/range.ts'
import { route } from '../http/route.ts'
import { atPace } from '../http/slowClients.ts'
import { nameToSave } from './archiveNames.ts'
import { storeDocument } from './attach.ts'
import { documentInfo, findDocument } from './queries.ts'

const SERVED = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'self'",
  'cache-control': 'private, no-store',
}

/** A restore did not find its file. */
const LOST = 'This document was lost and has to be uploaded again.'

export function documentRoutes(app: FastifyInstance, context: Context): void {
  app.register(async (uploads) => {
    acceptFilesOnly(uploads)
    route(uploads, context, uploadDocument, async ({ viewer, request }) => {
      const { max_file_mb } = context.settings
      if (Number(request.headers['content-length'] ?? 0) > max_file_mb * MB) refuse(413, tooBig(max_file_mb))
      const file = request.body instanceof Readable ? request.body : Buffer.alloc(0)
      return documentInfo(await storeDocument(context, viewer, file, nameOf(request)))
    })
  })

  route(app, context, getDocument, async ({ params, query, viewer, hold, request, reply }) => {
    const document = (await findDocument(context.db, viewer, params.id)) ?? refuseUnknown('document')
    if (document.missing_at) refuse(410, LOST)
    const asked = rangeOf(request, document.size)
    const { from, to } = asked ?? { from: 0, to: document.size }
    hold(context.files.streamMemory(document))
    const stream = await context.files.stream(document, { from, to })
    if (asked) reply.code(206).header('content-range', `bytes ${from}-${to - 1}/${document.size}`)
    return reply
      .headers(SERVED)
      .header('content-disposition', contentDisposition(nameToSave(document), { type: query.download ? 'attachment' : 'inline' }))
      .header('content-length', to - from)
      .type(document.type)
      .send(request.method === 'HEAD' ? stream.destroy() : atPace(request, reply, freeing(stream), to - from))
  })
}

/** Hands the body on as it arrives, whatever its type claims. */
function acceptFilesOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser([...MEDIA_TYPES], (_, payload, done) => done(null, payload))
  app.addHook('onResponse', async (request) => {
    if (!request.raw.readableEnded) dropRest(request)
  })
}

const MAX_NAME_LENGTH = 200

/** The last part of the sent name, on one line, without control and direction characters (T32). */
function nameOf(request: FastifyRequest): string {
  const given = String(request.headers['x-file-name'] ?? '')
  const shown = decodePercent(given)
    .replace(/[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, '')
    .split(/[/\\]/)
    .at(-1)
  return [...(shown ?? '').trim()].slice(0, MAX_NAME_LENGTH).join('') || 'document'
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
