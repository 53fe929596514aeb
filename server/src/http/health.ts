import { access, constants } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/open.ts'
import type { Settings } from '../settings.ts'
import { sendProblem } from './errors.ts'

const CACHE_MS = 1_000
const TIMEOUT_MS = 3_000

/** /healthz tells of the process alone, /readyz of database and file store, checked at most once a second (T67). */
export async function healthRoutes(app: FastifyInstance, { db, settings }: { db: Db; settings: Settings }): Promise<void> {
  let asked = { at: Number.NEGATIVE_INFINITY, ready: Promise.resolve(false) }
  const ask = async () => {
    const checks = Promise.all([db.execute(sql`select 1`), access(settings.files_dir, constants.W_OK)])
    return Promise.race([checks.then(() => true), sleep(TIMEOUT_MS, false, { ref: false })]).catch(() => false)
  }
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true } }, async (_, reply) => {
    if (performance.now() - asked.at > CACHE_MS) asked = { at: performance.now(), ready: ask() }
    if (await asked.ready) return { status: 'ready' }
    return sendProblem(reply, 503, 'The database or the file store does not answer', { headers: { 'retry-after': '1' } })
  })
}
