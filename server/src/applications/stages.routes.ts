import { addStage, listStages, type Stage, updateStage } from 'contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { writeDeadlines } from '../deadlines/write.ts'
import { storeDocuments } from '../documents/attach.ts'
import { deliveryOf, withDocument } from '../documents/delivery.ts'
import { refuseUnknown } from '../http/errors.ts'
import { Noted } from '../http/note.ts'
import { type Asked, readRoute, route } from '../http/route.ts'
import { rowsOf, writtenList } from '../http/written.ts'
import { findApplication } from './queries.ts'
import { residenceOf } from './residence.ts'
import * as queries from './stages.queries.ts'
import { changeStage, recordStage } from './stages.ts'
import { lockOpen } from './withdrawal.ts'

export function stageRoutes(app: FastifyInstance, context: Context): void {
  const { db, now } = context

  const recorded = ({ params, viewer }: Asked<typeof listStages>) => queries.listWrittenStages(db, viewer, params.id)
  readRoute(app, context, listStages, recorded, async (written, { query, hold }) => {
    if (!written) refuseUnknown('application')
    if (query.documents === 'link') return writtenList(written)
    return withDocument(context, 'stage_id', rowsOf<Stage>(written), deliveryOf('data', hold))
  })

  route(app, context, addStage, async ({ params, body, viewer }) => {
    if (!(await findApplication(db, viewer, params.id))) refuseUnknown('application')
    const { stage_name, status, notes, passport_number } = body
    const residence = residenceOf(body, { stage_name, status })
    const moment = now().toISOString()
    const stored = await storeDocuments(context, viewer, { document: body.document })
    const id = await db.transaction(async (tx) => {
      const application = (await lockOpen(tx, viewer, params.id)) ?? refuseUnknown('application')
      const given = { stage_name, status, notes, document: stored.get('document'), residence, passport_number }
      const made = await recordStage(tx, application, given, { viewer, moment })
      await writeDeadlines(tx, context)
      return made
    })
    return getStage(context, id)
  })

  route(app, context, updateStage, async ({ params, body, viewer }) => {
    const { application_id, stage_name } = (await queries.findStage(db, params.id)) ?? refuseUnknown('stage')
    const { status, notes, passport_number } = body
    const residence = residenceOf(body, { stage_name, status })
    const moment = now().toISOString()
    const stored = await storeDocuments(context, viewer, { document: body.document })
    await db.transaction(async (tx) => {
      const isGone = () => refuseUnknown('stage', { concerns: application_id })
      const application = (await lockOpen(tx, viewer, application_id)) ?? isGone()
      const stage = (await queries.findStage(tx, params.id)) ?? isGone()
      const given = { status, notes, document: stored.get('document'), residence, passport_number }
      await changeStage(tx, application, stage, given, { viewer, moment })
      await writeDeadlines(tx, context)
    })
    return getStage(context, params.id)
  })
}

/** In the access journal it counts as its application. */
async function getStage(context: Context, id: string) {
  const stage = await queries.findStage(context.db, id)
  const [record = refuseUnknown('stage')] = await withDocument(context, 'stage_id', stage ? [stage] : [], 'link')
  return new Noted(record, { concerns: record.application_id })
}
