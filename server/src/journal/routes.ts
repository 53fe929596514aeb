import { listJournal } from 'contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { sendPage } from '../http/list.ts'
import { type Asked, readRoute } from '../http/route.ts'
import { writtenList } from '../http/written.ts'
import * as queries from './queries.ts'

export function journalRoutes(app: FastifyInstance, context: Context): void {
  const listed = ({ query }: Asked<typeof listJournal>) => queries.listJournal(context.db, query)
  readRoute(app, context, listJournal, listed, async (page, { reply }) => writtenList(sendPage(reply, page)))
}
