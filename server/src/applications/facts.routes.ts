import { correctFacts } from 'contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { writeDeadlines } from '../deadlines/write.ts'
import { refuse, refuseUnknown } from '../http/errors.ts'
import { isForThisState } from '../http/etag.ts'
import { route } from '../http/route.ts'
import { correct } from './facts.ts'
import { getState, sendRecord } from './record.ts'
import { lockOpen } from './withdrawal.ts'

export function factsRoutes(app: FastifyInstance, context: Context): void {
  route(app, context, correctFacts, async ({ params, body, viewer, request, reply }) => {
    await context.db.transaction(async (tx) => {
      const application = (await lockOpen(tx, viewer, params.id)) ?? refuseUnknown('application')
      if (application.status !== 'active') refuse(409, 'This application is completed: its facts stay as they are')
      isForThisState(request, await getState({ ...context, db: tx }, viewer, params.id))
      await correct(tx, viewer, application, body, context.now().toISOString())
      await writeDeadlines(tx, context)
    })
    return sendRecord(context, viewer, params.id, 'link', reply)
  })
}
