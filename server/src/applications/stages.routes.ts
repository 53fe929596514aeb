import { addStage, listStages, type Stage, updateStage } from 'contract'
import type { FastifyInstance } from 'fastify'
import { v7 } from 'uuid'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { attachDocument, storeDocuments } from '../documents/attach.ts'
import { deliveryOf, withDocument } from '../documents/delivery.ts'
import { changesOf, writeHistory } from '../history/queries.ts'
import { refuseUnknown } from '../http/errors.ts'
import { Noted } from '../http/note.ts'
import { route } from '../http/route.ts'
import type { Viewer } from '../http/session.ts'
import { Written } from '../http/written.ts'
import { mailStage } from '../mails/triggers.ts'
import { followStages, type Given, type LockedApplication } from './completion.ts'
import { findApplication } from './queries.ts'
import { keepExpiryDate, keepNumbers, residenceOf } from './residence.ts'
import * as queries from './stages.queries.ts'
import { lockOpen } from './withdrawal.ts'

export function stageRoutes(app: FastifyInstance, context: Context): void {
  const { db, now } = context

  route(app, context, listStages, async ({ params, query, viewer, hold }) => {
    const json = (await queries.findWrittenStages(db, viewer, params.id)) ?? refuseUnknown('application')
    if (query.documents === 'link') return new Written(json)
    const stages: Stage[] = JSON.parse(json)
    return withDocument(context, 'stage_id', stages, deliveryOf('data', hold))
  })

  route(app, context, addStage, async ({ params, body, viewer }) => {
    if (!(await findApplication(db, viewer, params.id))) refuseUnknown('application')
    const { stage_name, status, notes, document, passport_number } = body
    const residence = residenceOf(body, { stage_name, status })
    const id = v7()
    const moment = now().toISOString()
    const stored = await storeDocuments(context, viewer, { document })
    await db.transaction(async (tx) => {
      const application = (await lockOpen(tx, viewer, params.id)) ?? refuseUnknown('application')
      await queries.insertStage(tx, { id, application_id: application.id, stage_name, status, notes: notes || null }, viewer.id, moment)
      await attach(tx, viewer, id, stored.get('document'))
      const by = { of: { application: application.id }, by: viewer, at: moment, subject: stage_name }
      await writeHistory(tx, { ...by, action: 'stage_added', changes: changesOf({}, { status, notes }) })
      if (stored.has('document')) await writeHistory(tx, { ...by, action: 'stage_document_added' })
      await followResidence(tx, application, residence, { viewer, passport_number, moment })
      await mailStage(tx, application, { stage_name, status, notes: notes || null }, moment)
    })
    return getStage(context, id)
  })

  route(app, context, updateStage, async ({ params, body, viewer }) => {
    const { application_id, stage_name } = (await queries.findStage(db, params.id)) ?? refuseUnknown('stage')
    const { status, notes, document, passport_number } = body
    const residence = residenceOf(body, { stage_name, status })
    const moment = now().toISOString()
    const stored = await storeDocuments(context, viewer, { document })
    await db.transaction(async (tx) => {
      const isGone = () => refuseUnknown('stage', { concerns: application_id })
      const application = (await lockOpen(tx, viewer, application_id)) ?? isGone()
      const stage = (await queries.findStage(tx, params.id)) ?? isGone()
      await queries.updateStage(tx, stage.id, { status, notes: notes === undefined ? undefined : notes || null }, viewer.id, moment)
      await attach(tx, viewer, stage.id, stored.get('document'))
      const by = { of: { application: application.id }, by: viewer, at: moment, subject: stage.stage_name }
      const changes = changesOf(stage, { status, notes })
      if (changes.length > 0) await writeHistory(tx, { ...by, action: 'stage_changed', changes })
      if (stored.has('document')) await writeHistory(tx, { ...by, action: 'stage_document_added' })
      await followResidence(tx, application, residence, { viewer, passport_number, moment })
      const said = notes === undefined ? stage.notes : notes || null
      await mailStage(tx, application, { stage_name: stage.stage_name, before: stage.status, status, notes: said }, moment)
    })
    return getStage(context, params.id)
  })
}

async function followResidence(
  tx: Db,
  application: LockedApplication,
  residence: ReturnType<typeof residenceOf>,
  given: Given,
): Promise<void> {
  const dated = await keepExpiryDate(tx, application, residence, given)
  await followStages(tx, dated, given)
  await keepNumbers(tx, dated, residence, given)
}

async function attach(tx: Db, viewer: Viewer, stage_id: string, document: string | undefined): Promise<void> {
  if (document) await attachDocument(tx, { id: document, field: 'document', viewer, to: { stage_id } })
}

/** In the access journal it counts as its application. */
async function getStage(context: Context, id: string) {
  const stage = await queries.findStage(context.db, id)
  const [record = refuseUnknown('stage')] = await withDocument(context, 'stage_id', stage ? [stage] : [], 'link')
  return new Noted(record, { concerns: record.application_id })
}
