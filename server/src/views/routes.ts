import { deleteView, listViews, MAX_VIEWS, saveView } from 'contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { refuse, refuseUnknown } from '../http/errors.ts'
import { route } from '../http/route.ts'
import * as queries from './queries.ts'

/** Views are a person's own; those of others are unknown (V2). */
export function viewRoutes(app: FastifyInstance, context: Context): void {
  const { db, now } = context

  route(app, context, listViews, async ({ viewer }) => queries.listViews(db, viewer.id))

  route(app, context, saveView, async ({ body: { list, ...given }, viewer }) =>
    db.transaction(async (tx) => {
      const others = await queries.countOthers(tx, viewer.id, list, given.name)
      if (others >= MAX_VIEWS) refuse(409, `You have ${MAX_VIEWS} views. Delete one first.`)
      return queries.keepView(tx, viewer.id, list, given, now().toISOString())
    }),
  )

  route(app, context, deleteView, async ({ params, viewer }) => {
    if (!(await queries.removeView(db, viewer.id, params.id))) refuseUnknown('view')
  })
}
