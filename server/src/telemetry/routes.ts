import { type Span, SpanKind } from '@opentelemetry/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail, type Spans } from './spans.ts'

/** A span for each answer, named by the template of its route (T60). Streams are left out: they last as long as a screen is open. */
export function traceRoutes(app: FastifyInstance, spans: Spans): void {
  const begun = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const span = spans.begin(`${request.method} ${route}`, {
      kind: SpanKind.SERVER,
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'portal.noun': nounOf(route),
        'portal.request_id': request.id,
      },
    })
    begun.set(request, span)
    // Not onResponse, which does not run when the client disconnects.
    reply.raw.once('close', () => end(span, reply))
    spans.within(span, done)
  })
  // A body is read in the course of its connection.
  app.addHook('preValidation', (request, _, done) => {
    const span = begun.get(request)
    if (span) spans.within(span, done)
    else done()
  })
}

const nounOf = (route: string): string => /^\/api\/([\w-]+)/.exec(route)?.[1] ?? 'pages'

function end(span: Span, reply: FastifyReply): void {
  if (reply.getHeader('content-type') === 'text/event-stream') return
  const { statusCode } = reply
  span.setAttribute('http.response.status_code', statusCode)
  const size = Number(reply.getHeader('content-length'))
  if (Number.isInteger(size)) span.setAttribute('http.response.body.size', size)
  if (statusCode >= 500) fail(span)
  span.end()
}
