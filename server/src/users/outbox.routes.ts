import { copyMailLink, listWaitingMails } from 'contract'
import type { FastifyInstance } from 'fastify'
import { insertLink, revokeTokens } from '../auth/oneTimeTokens.ts'
import type { Context } from '../context.ts'
import { refuse, refuseUnknown } from '../http/errors.ts'
import { sendPage } from '../http/list.ts'
import { Noted } from '../http/note.ts'
import { route } from '../http/route.ts'
import * as queries from './outbox.queries.ts'

export function outboxRoutes(app: FastifyInstance, context: Context): void {
  const { db, now, settings } = context

  route(app, context, listWaitingMails, async ({ query, reply }) => sendPage(reply, await queries.listWaiting(db, query)))

  route(app, context, copyMailLink, async ({ params }) => {
    const answer = await db.transaction(async (tx) => {
      const { kind, facts, user, has_link } = (await queries.lockWaiting(tx, params.id)) ?? refuseUnknown('mail')
      if (kind !== 'invitation') refuse(409, 'Only the link of an invitation can be copied')
      if (!has_link) refuse(409, 'This invitation was used, or its reader is an administrator')
      // What still waits for the mail server has its link; what was kept in the outbox has forgotten it.
      if (typeof facts?.link === 'string') return { user, link: facts.link }
      await revokeTokens(tx, user.id, ['invitation'])
      const link = await insertLink(tx, { user_id: user.id, purpose: 'invitation', public_url: settings.public_url, moment: now() })
      return { user, link }
    })
    return new Noted(answer, { concerns: answer.user.id })
  })
}
