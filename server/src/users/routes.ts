import { approveUser, deleteUser, listUsers, switchCompany } from 'contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { writeHistory } from '../history/queries.ts'
import { refuse } from '../http/errors.ts'
import { sendPage } from '../http/list.ts'
import { route } from '../http/route.ts'
import { queueMail } from '../mails/queue.ts'
import * as queries from './queries.ts'

export function userRoutes(app: FastifyInstance, context: Context): void {
  const { db, now } = context

  route(app, context, listUsers, async ({ query, viewer, reply }) => sendPage(reply, await queries.listUsers(db, viewer, query)))

  route(app, context, approveUser, async ({ params, viewer }) => {
    await db.transaction(async (tx) => {
      const user = (await queries.lockUser(tx, params.id)) ?? refuse(404, 'User not found')
      if (!(await queries.approve(tx, user.id))) return
      const of = { user: user.id, ...(user.company_id && { company: user.company_id }) }
      const at = now().toISOString()
      await writeHistory(tx, { of, by: viewer, at, action: 'user_approved' })
      await queueMail(tx, { kind: 'account_approved', user_id: user.id }, at)
    })
    return (await queries.findUser(db, viewer, params.id)) ?? refuse(404, 'User not found')
  })

  route(app, context, deleteUser, async ({ params }) => {
    await db.transaction(async (tx) => {
      const user = (await queries.lockUser(tx, params.id)) ?? refuse(404, 'User not found')
      if (user.role === 'admin') refuse(403, 'Administrators cannot be deleted')
      await queries.removeUser(tx, user)
    })
  })

  route(app, context, switchCompany, async ({ params, viewer }) => {
    if (!viewer.company_ids.includes(params.company_id)) refuse(404, 'Company not found')
    await queries.setActiveCompany(db, viewer.id, params.company_id)
    return { ...viewer, active_company_id: params.company_id }
  })
}
