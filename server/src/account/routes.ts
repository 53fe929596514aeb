import {
  endOtherSessions,
  endSession,
  getPreferences,
  listSessions,
  MutableMailKind,
  NOT_A_PICTURE,
  setPicture,
  setPreferences,
} from 'contract'
import type { FastifyInstance } from 'fastify'
import { lockAccount } from '../auth/queries.ts'
import * as sessions from '../auth/sessions.ts'
import { parseUserAgent } from '../auth/userAgent.ts'
import type { Context } from '../context.ts'
import { attachDocument, storeDocuments } from '../documents/attach.ts'
import { clearPlace } from '../documents/queries.ts'
import { refuse, refuseField, refuseUnknown } from '../http/errors.ts'
import { route } from '../http/route.ts'
import { readCookie } from '../http/session.ts'
import * as queries from './queries.ts'

export function accountRoutes(app: FastifyInstance, context: Context): void {
  const { db, settings, now } = context

  route(app, context, listSessions, async ({ viewer, request }) => {
    const own = await sessions.listOwnSessions(db, viewer.id, readCookie(request, 'session', settings) ?? '', settings, now())
    return own.map(({ device, ...session }) => ({ ...session, ...parseUserAgent(device) }))
  })

  route(app, context, endSession, async ({ params, viewer }) => {
    if (!(await sessions.endOwnSession(db, viewer.id, params.id))) refuseUnknown('session')
  })

  route(app, context, endOtherSessions, async ({ viewer, request }) => {
    await sessions.endSessions(db, viewer.id, readCookie(request, 'session', settings))
  })

  route(app, context, getPreferences, async ({ viewer }) => preferencesOf(viewer.id))

  route(app, context, setPreferences, async ({ body, viewer }) => {
    await queries.changePreferences(db, viewer.id, body)
    return preferencesOf(viewer.id)
  })

  route(app, context, setPicture, async ({ body, viewer }) => {
    const picture = (await storeDocuments(context, viewer, body)).get('picture')
    await db.transaction(async (tx) => {
      await lockAccount(tx, viewer.id)
      if (!picture) return clearPlace(tx, { user_id: viewer.id })
      await attachDocument(tx, { id: picture, field: 'picture', viewer, to: { user_id: viewer.id } })
      if (!(await queries.hasImage(tx, viewer.id))) refuseField('picture', NOT_A_PICTURE)
    })
    return (await queries.findOwn(db, viewer.id)) ?? refuse(401, 'Please sign in')
  })

  async function preferencesOf(userId: string) {
    const found = (await queries.findPreferences(db, userId)) ?? refuse(401, 'Please sign in')
    // A later version may have stored other kinds of mail.
    return { ...found, muted_mails: MutableMailKind.options.filter((kind) => found.muted_mails.includes(kind)) }
  }
}
