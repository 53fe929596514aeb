import { listJournal } from 'contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { sendPage } from '../http/list.ts'
import { route } from '../http/route.ts'
import { writtenList } from '../http/written.ts'
import * as queries from './queries.ts'

export function journalRoutes(app: FastifyInstance, context: Context): void {
  route(app, context, listJournal, async ({ query, reply }) => writtenList(sendPage(reply, await queries.listJournal(context.db, query))))
}
