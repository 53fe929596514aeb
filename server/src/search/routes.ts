import { search } from 'contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { together } from '../db/together.ts'
import { route } from '../http/route.ts'
import { find, lookUp } from './queries.ts'

export function searchRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  route(app, context, search, async ({ body, viewer, request }) =>
    together(() => ('ids' in body ? lookUp(db, viewer, body.ids) : find(db, viewer, body.q)), request),
  )
}
