import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { Reader } from '../http/painted.ts'
import { readCookie } from '../http/session.ts'
import { placeNow } from '../live/place.ts'

/** A page comes also while the database does not answer. */
const MAX_WAIT_MS = 500

type Asked = Pick<Context, 'settings' | 'vault' | 'changes' | 'findViewer'>

/** Who asks for a page; undefined without a session, and a reader without members where the database does not say it in time. */
export async function readerOf(context: Asked, request: FastifyRequest): Promise<Reader | undefined> {
  if (!readCookie(request, 'session', context.settings)) return undefined
  const unknown: Reader = {}
  return await Promise.race([find(context, request).catch(() => unknown), sleep(MAX_WAIT_MS, unknown, { ref: false })])
}

async function find(context: Asked, request: FastifyRequest): Promise<Reader | undefined> {
  const viewer = await context.findViewer(request, { background: true })
  return viewer && { viewer, place: await placeNow(context) }
}
