import { setTimeout as sleep } from 'node:timers/promises'
import { SpanKind } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import program from '../../../package.json' with { type: 'json' }
import { tracePool } from './pool.ts'
import { traceRoutes } from './routes.ts'
import { fail, Spans } from './spans.ts'
import { resultOf, type Watch } from './store.ts'

/** For what is left to send when the portal stops. */
const END_MS = 3_000
const SENT = 0

export interface Traces {
  ofRoutes(app: FastifyInstance): void
  ofStore: Watch
  end(): Promise<void>
}

/** Our own spans, sent to a collector: no library of others looks at what passes (T60). */
export async function startTraces(endpoint: string, pool: pg.Pool, onAway: () => void): Promise<Traces> {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const named = resourceFromAttributes({ 'service.name': 'visa-portal', 'service.version': program.version })
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(named)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(tellingWhenAway(exporter, onAway))],
  })
  const spans = new Spans(provider.getTracer('visa-portal'))
  await tracePool(pool, spans)
  return {
    ofRoutes: (app) => traceRoutes(app, spans),
    ofStore: storeSpans(spans),
    end: () => Promise.race([provider.shutdown(), sleep(END_MS, undefined, { ref: false })]),
  }
}

/** Once each time that the collector goes away. */
function tellingWhenAway(exporter: SpanExporter, onAway: () => void): SpanExporter {
  let away = false
  return {
    export: (batch, done) =>
      exporter.export(batch, (result) => {
        if (result.code !== SENT && !away) onAway()
        away = result.code !== SENT
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}

const storeSpans =
  (spans: Spans): Watch =>
  async (operation, act, sizeOf) => {
    const span = spans.beginBelow(`store ${operation}`, {
      kind: SpanKind.CLIENT,
      attributes: { 'portal.noun': 'documents', 'portal.operation': operation },
    })
    if (!span) return act()
    try {
      const done = await spans.within(span, act)
      span.setAttribute('portal.bytes', sizeOf(done))
      return done
    } catch (error) {
      if (resultOf(error) === 'failed') fail(span)
      throw error
    } finally {
      span.end()
    }
  }
