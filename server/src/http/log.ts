import { DrizzleQueryError } from 'drizzle-orm'
import { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import pg from 'pg'
import type { Settings } from '../settings.ts'

/** Fastify's own request logs would contain addresses, so `logRequests` replaces them. */
export const logOptions = ({ log_level }: Settings, stream?: { write(line: string): void }) =>
  ({
    logger: {
      level: log_level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (level) => ({ level }) },
      ...(stream && { stream }),
    },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
  }) satisfies FastifyServerOptions

/** One line a request: the route's template, never an address, body or name (T60, T68). A header also has the request id. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      user_id: request.viewer?.id,
    }
    request.log.info(line, 'request')
    done()
  })
}

/** Messages of the database and query parameters can contain personal data (T60). */
export function withoutData(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  const at = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  if (cause instanceof pg.DatabaseError) {
    const { code, constraint, table, column, routine } = cause
    return { type: 'DatabaseError', code, constraint, table, column, routine, at }
  }
  const code = cause && 'code' in cause ? cause.code : undefined
  return { type: error.name, message: cause?.message, code, at }
}
