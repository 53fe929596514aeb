import { getUnreadNotices, listNotices, readNotices } from 'contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { sendPage } from '../http/list.ts'
import { route } from '../http/route.ts'
import * as queries from './queries.ts'

export function noticeRoutes(app: FastifyInstance, context: Context): void {
  const { db, now } = context

  route(app, context, listNotices, async ({ query, viewer, reply }) => sendPage(reply, await queries.listNotices(db, viewer, query, now())))

  route(app, context, getUnreadNotices, async ({ viewer }) => queries.countUnread(db, viewer, now()))

  route(app, context, readNotices, async ({ body, viewer }) => {
    if (body.id) await queries.markRead(db, viewer, body.id, now())
    if (body.up_to) await queries.markAllRead(db, viewer, body.up_to, now())
    return queries.countUnread(db, viewer, now())
  })
}
