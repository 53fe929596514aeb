import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Found, isBroken, type Proofs } from '../db/proofs.ts'
import { isBearer } from './bearer.ts'
import { sendProblem } from './errors.ts'

const CACHE_MS = 1_000
const TIMEOUT_MS = 3_000

/** /healthz tells of the process alone, /readyz of database and file store, checked at most once a second (T67), and to operators when what was last proven. */
export async function healthRoutes(
  app: FastifyInstance,
  { proofs, files, settings }: { proofs: Proofs; files: { check(): Promise<void> }; settings: { metrics_token: string | undefined } },
): Promise<void> {
  let asked = { at: Number.NEGATIVE_INFINITY, found: Promise.resolve<Found | undefined>(undefined) }
  const ask = async () => {
    const checks = Promise.all([proofs.read(), files.check()])
    return Promise.race([checks.then(([found]) => found), sleep(TIMEOUT_MS, undefined, { ref: false })]).catch(() => undefined)
  }
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    if (performance.now() - asked.at > CACHE_MS) asked = { at: performance.now(), found: ask() }
    const found = await asked.found
    if (found) return { status: 'ready', ...(isOperator(request, settings) && { proven: provenOf(found) }) }
    return sendProblem(reply, 503, 'The database or the file store does not answer', { headers: { 'retry-after': '1' } })
  })
}

const FORWARDED = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']
const LOOPBACK = /^(::1|(::ffff:)?127\..*)$/

/** A program of this machine that passes on nobody else's request, or who may read the metrics. */
function isOperator({ socket, headers }: FastifyRequest, { metrics_token }: { metrics_token: string | undefined }): boolean {
  const isHere = LOOPBACK.test(socket.remoteAddress ?? '') && !FORWARDED.some((name) => name in headers)
  return isHere || (metrics_token !== undefined && isBearer(metrics_token, headers.authorization))
}

/** Also where a check failed: no other server would have other data. */
const provenOf = (found: Found) =>
  Object.fromEntries(Object.entries(found).map(([name, each]) => [name, { checked_at: each.checked_at ?? null, holds: !isBroken(each) }]))
