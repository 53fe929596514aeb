import { addNote, listNotes } from 'contract'
import type { FastifyInstance } from 'fastify'
import { v7 } from 'uuid'
import { findApplication } from '../applications/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { refuseUnknown } from '../http/errors.ts'
import { withIdempotencyKey } from '../http/idempotency.ts'
import { sendPage } from '../http/list.ts'
import { Noted } from '../http/note.ts'
import { route } from '../http/route.ts'
import * as queries from './notes.queries.ts'

export function noteRoutes(app: FastifyInstance, context: Context): void {
  const { db, now } = context

  route(app, context, listNotes, async ({ params, query, viewer, reply }) => {
    if (!(await findApplication(db, viewer, params.id))) refuseUnknown('application')
    return sendPage(reply, await queries.listNotes(db, params.id, query))
  })

  route(app, context, addNote, async ({ params, body, viewer, request }) => {
    if (!(await findApplication(db, viewer, params.id))) refuseUnknown('application')
    const effect = async (tx: Db) => {
      const note = { id: v7(), application_id: params.id, author_id: viewer.id, author_name: viewer.full_name }
      await queries.insertNote(tx, { ...note, text: body.text, created_at: now().toISOString() })
      return note.id
    }
    const id = await withIdempotencyKey(context, { request, viewer, body, effect })
    const note = (await queries.findNote(db, id)) ?? refuseUnknown('application')
    return new Noted(note, { concerns: params.id })
  })
}
