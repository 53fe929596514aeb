import { PassThrough } from 'node:stream'
import { streamChanges } from 'contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { RowChange } from '../db/changes.ts'
import { refuse } from '../http/errors.ts'
import { route } from '../http/route.ts'
import type { Viewer } from '../http/session.ts'
import { maySee } from '../visibility/changes.ts'

/** Shorter than the idle limits of proxies and `connectionTimeout`. */
const HEARTBEAT_MS = 20_000
const MAX_STREAMS_PER_USER = 50
/** A client that is further behind is disconnected; it reconnects and reloads. */
const MAX_BUFFERED_BYTES = 256 * 1024

interface Stream {
  viewer: Viewer
  request: FastifyRequest
  out: PassThrough
  /** Sends changes in the order of their commits. */
  last: Promise<void>
}

export function liveRoutes(app: FastifyInstance, context: Context): void {
  const streams = new Set<Stream>()
  let stop: (() => void) | undefined

  /** Reads the viewer anew: an ended session ends the stream, and a new company or role counts at once (A8). */
  const refresh = async (stream: Stream): Promise<void> => {
    const viewer = await context.findViewer(stream.request, { background: true })
    if (viewer && !viewer.must_set_up_two_step) stream.viewer = viewer
    else if (!stream.out.writableEnded) stream.out.end('event: ended\ndata:\n\n')
  }
  const deliver = async (stream: Stream, change: RowChange | 'missed'): Promise<void> => {
    if (stream.out.writableEnded || stream.out.destroyed) return
    if (change === 'missed') {
      stream.out.write('event: missed\ndata:\n\n')
      return
    }
    const { noun, id } = change
    if ((noun === 'session' || noun === 'user') && id === stream.viewer.id) await refresh(stream)
    if (stream.out.writableEnded || !(await maySee(context.db, stream.viewer, change))) return
    if (stream.out.writableLength > MAX_BUFFERED_BYTES) stream.out.destroy()
    else stream.out.write(`data: ${JSON.stringify({ noun, id })}\n\n`)
  }
  const inTurn = (stream: Stream, act: () => Promise<void>) => {
    // Nothing is lost: after the stream's end the client reloads.
    stream.last = stream.last.then(act).catch(() => {
      stream.out.destroy()
    })
  }
  const listener = (change: RowChange | 'missed') => {
    for (const stream of streams) inTurn(stream, () => deliver(stream, change))
  }
  const heartbeat = setInterval(() => {
    for (const stream of streams) {
      inTurn(stream, async () => {
        await refresh(stream)
        if (!stream.out.writableEnded) stream.out.write(':\n\n')
      })
    }
  }, HEARTBEAT_MS)
  heartbeat.unref()

  app.addHook('preClose', async () => {
    clearInterval(heartbeat)
    stop?.()
    for (const { out } of streams) out.end()
  })

  route(app, context, streamChanges, async ({ viewer, query, request, reply }) => {
    const own = [...streams].filter((stream) => stream.viewer.id === viewer.id)
    if (own.length >= MAX_STREAMS_PER_USER) refuse(429, 'Too many screens are open. Please close some.')
    stop ??= await context.changes.listen(listener)
    const stream: Stream = { viewer, request, out: new PassThrough(), last: Promise.resolve() }
    streams.add(stream)
    stream.out.once('close', () => streams.delete(stream))
    stream.out.write('retry: 2000\n\n')
    const before = context.changes.since(query.after)
    for (const change of before === 'missed' ? [before] : before) inTurn(stream, () => deliver(stream, change))
    return reply.header('content-type', 'text/event-stream').header('x-accel-buffering', 'no').send(stream.out)
  })
}
