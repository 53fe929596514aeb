import { copyMailLink, listWaitingMails } from 'contract'
import type { FastifyInstance } from 'fastify'
import { insertLink, revokeCopies, revokeTokens } from '../auth/oneTimeTokens.ts'
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
      const { kind, ended_at, user, has_link, is_newest } = (await queries.lockWaiting(tx, params.id)) ?? refuseUnknown('mail')
      if (kind !== 'invitation') refuse(409, 'Only the link of an invitation can be copied')
      if (!is_newest) refuse(409, 'A newer invitation replaced this one')
      if (!has_link) refuse(409, 'This invitation was used, or its reader is an administrator')
      // The link of a mail that is still on its way stays.
      if (ended_at === null) await revokeCopies(tx, user.id)
      else await revokeTokens(tx, user.id, ['invitation'])
      const link = { user_id: user.id, purpose: 'invitation' as const, public_url: settings.public_url, moment: now(), copied: true }
      return { user, link: await insertLink(tx, link) }
    })
    return new Noted(answer, { concerns: answer.user.id })
  })
}
