import { listMessages, readMessages, sendMessage } from 'contract'
import type { FastifyInstance } from 'fastify'
import { v7 } from 'uuid'
import { findApplication, lockApplication, markAnswered } from '../applications/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { attachBeside, storeDocuments } from '../documents/attach.ts'
import { refuseUnknown } from '../http/errors.ts'
import { withIdempotencyKey } from '../http/idempotency.ts'
import { sendPage } from '../http/list.ts'
import { Noted } from '../http/note.ts'
import { route } from '../http/route.ts'
import type { Viewer } from '../http/session.ts'
import { mailMessage } from '../mails/triggers.ts'
import { markThreadRead } from '../notices/queries.ts'
import * as queries from './queries.ts'

export function messageRoutes(app: FastifyInstance, context: Context): void {
  const { db, now } = context

  route(app, context, listMessages, async ({ params, query, viewer, reply }) => {
    if (!(await findApplication(db, viewer, params.id))) refuseUnknown('application')
    return sendPage(reply, await queries.listMessages(db, viewer, params.id, query))
  })

  route(app, context, sendMessage, async ({ params, body, viewer, request }) => {
    const { text = '', documents = [] } = body
    if (!(await findApplication(db, viewer, params.id))) refuseUnknown('application')
    const id = await withIdempotencyKey(context, {
      request,
      viewer,
      body,
      prepare: () => storeDocuments(context, viewer, Object.fromEntries(documents.map((value, place) => [fieldOf(place), value]))),
      effect: async (tx, stored) => {
        const moment = await queries.refuseMany(tx, viewer, now)
        const application = (await lockApplication(tx, viewer, params.id)) ?? refuseUnknown('application')
        const message = { id: v7(), application_id: application.id, author_id: viewer.id, author_name: viewer.full_name }
        const at = moment.toISOString()
        const side = queries.sideOf(viewer)
        await queries.insertMessage(tx, { ...message, side, text, created_at: at })
        await attachAll(tx, viewer, message.id, stored)
        if (side === 'company' && stored.size > 0) await markAnswered(tx, application.id, at)
        await mailMessage(tx, application, side, at)
        return message.id
      },
    })
    const message = (await queries.findMessage(db, viewer, id)) ?? refuseUnknown('application')
    return new Noted(message, { concerns: params.id })
  })

  route(app, context, readMessages, async ({ params, body, viewer }) => {
    if (!(await findApplication(db, viewer, params.id))) refuseUnknown('application')
    const read_at = (await queries.markRead(db, viewer, params.id, body.up_to)) ?? refuseUnknown('message')
    await markThreadRead(db, viewer, params.id, read_at)
    return { application_id: params.id, read_at }
  })
}

const fieldOf = (place: number): string => `documents.${place}`

/** A file that is named twice is attached once. */
async function attachAll(tx: Db, viewer: Viewer, message_id: string, stored: Map<string, string>): Promise<void> {
  for (const [field, id] of stored) await attachBeside(tx, { id, field, viewer, to: { message_id } })
}
