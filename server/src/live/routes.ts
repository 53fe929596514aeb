import { streamChanges } from 'contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { Heard } from '../db/changes.ts'
import { refuse } from '../http/errors.ts'
import { route } from '../http/route.ts'
import { Audience } from './audience.ts'
import { openPlace } from './place.ts'
import { Stream } from './stream.ts'

const MAX_STREAMS_PER_USER = 50

export function liveRoutes(app: FastifyInstance, context: Context): void {
  const audience = new Audience(context)
  const since = async (after: string): Promise<Heard> => {
    const place = openPlace(context.vault.carried, after)
    return place ? context.changes.since(place) : 'missed'
  }

  app.addHook('preClose', async () => audience.end())

  route(app, context, streamChanges, async ({ viewer, query, request, reply }) => {
    if (audience.countOf(viewer) >= MAX_STREAMS_PER_USER) refuse(429, 'Too many screens are open. Please close some.')
    // A browser that connects again sends the address as before.
    const after = String(request.headers['last-event-id'] ?? query.after ?? '')
    const { out } = await audience.add(() => ({ stream: new Stream(request, viewer), before: since(after) }))
    return reply.header('content-type', 'text/event-stream').header('x-accel-buffering', 'no').send(out)
  })
}
