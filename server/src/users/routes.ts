import {
  approveUser,
  deleteUser,
  getUser,
  type Invitation,
  inviteUser,
  listUsers,
  standingOf,
  switchCompany,
  type UserCard,
} from 'contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { countInvitation } from '../auth/limits.ts'
import { insertLink, revokeTokens } from '../auth/oneTimeTokens.ts'
import { findCompany } from '../companies/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { findOwnEmployee } from '../employees/queries.ts'
import { writeDeletions } from '../history/deletions.ts'
import { writeHistory } from '../history/queries.ts'
import { refuse, refuseField, refuseUnknown } from '../http/errors.ts'
import { isForThisState, tag } from '../http/etag.ts'
import { withIdempotencyKey } from '../http/idempotency.ts'
import { sendPage } from '../http/list.ts'
import { type Asked, readRoute, route } from '../http/route.ts'
import type { Viewer } from '../http/session.ts'
import { queueMail } from '../mails/queue.ts'
import * as invitations from './invitations.ts'
import * as queries from './queries.ts'

export function userRoutes(app: FastifyInstance, context: Context): void {
  const { db, now } = context

  const listed = ({ query, viewer }: Asked<typeof listUsers>) => queries.listUsers(db, viewer, query)
  readRoute(app, context, listUsers, listed, async (page, { reply }) => sendPage(reply, page))

  route(app, context, getUser, async ({ params, viewer, reply }) => tagged(reply, await queries.findUser(db, viewer, params.id)))

  route(app, context, inviteUser, async ({ body, viewer, request }) => {
    const id = await withIdempotencyKey(context, {
      request,
      viewer,
      body,
      company_id: invitations.companyOf(viewer, body),
      effect: (tx) => invite(context, tx, viewer, body),
    })
    return (await queries.findUser(db, seeing(viewer, body.company_id), id)) ?? refuseUnknown('user')
  })

  route(app, context, approveUser, async ({ params, viewer, request, reply }) => {
    await db.transaction(async (tx) => {
      const user = (await queries.lockUser(tx, params.id)) ?? refuseUnknown('user')
      if (standingOf(user) === 'ended') refuse(403, 'An administrator’s account that was ended cannot be approved')
      await refuseStale(tx, { viewer, request }, user.id)
      if (!(await queries.approve(tx, user.id))) return
      const of = { user: user.id, ...(user.company_id && { company: user.company_id }) }
      const at = now().toISOString()
      await writeHistory(tx, { of, by: viewer, at, action: 'user_approved' })
      await queueMail(tx, { kind: 'account_approved', user_id: user.id }, at)
    })
    return tagged(reply, await queries.findUser(db, viewer, params.id))
  })

  route(app, context, deleteUser, async ({ params, viewer, request }) => {
    await db.transaction(async (tx) => {
      const user = (await queries.lockUser(tx, params.id)) ?? refuseUnknown('user')
      if (user.role === 'admin') refuse(403, 'Administrators cannot be deleted')
      await refuseStale(tx, { viewer, request }, user.id)
      const companies = await queries.removeUser(tx, user)
      await writeDeletions(tx, viewer, now().toISOString(), { accounts: [user], companies })
    })
  })

  route(app, context, switchCompany, async ({ params, viewer }) => {
    if (!viewer.company_ids.includes(params.company_id)) refuseUnknown('company')
    await queries.setActiveCompany(db, viewer.id, params.company_id)
    return { ...viewer, active_company_id: params.company_id }
  })
}

function tagged(reply: FastifyReply, user: UserCard | undefined): UserCard {
  const found = user ?? refuseUnknown('user')
  tag(reply, found)
  return found
}

/** The user is locked (P5). */
async function refuseStale(tx: Db, { viewer, request }: { viewer: Viewer; request: FastifyRequest }, id: string): Promise<void> {
  if (request.headers['if-match'] === undefined) return
  isForThisState(request, (await queries.findUser(tx, viewer, id)) ?? refuseUnknown('user'))
}

/** Makes or updates the user and mails a new link; the older link ends (A6). */
async function invite({ settings, now }: Context, tx: Db, viewer: Viewer, given: z.output<typeof Invitation>): Promise<string> {
  const at = now().toISOString()
  const company_id = invitations.companyOf(viewer, given) ?? refuseField('company_id', 'Company is required')
  const company = (await findCompany(tx, viewer, company_id)) ?? refuseUnknown('company')
  const invited = { given, company_id, employee_id: await recordOf(tx, company_id, given), approved: viewer.role === 'admin' }
  const made = await invitations.insertInvited(tx, invited, at)
  const id = made ?? (await invitations.inviteAgain(tx, invited)) ?? refuse(409, 'An account with this e-mail already exists')
  await countInvitation(tx, { id, email: given.email }, viewer, now())
  await revokeTokens(tx, id, ['invitation'])
  const link = await insertLink(tx, { user_id: id, purpose: 'invitation', public_url: settings.public_url, moment: now() })
  const by = { invited_by: viewer.full_name, company_name: company.name }
  await queueMail(tx, { kind: 'invitation', user_id: id, link, ...by }, at)
  const of = { user: id, company: company_id }
  await writeHistory(tx, { of, by: viewer, at, action: 'user_invited', subject: given.full_name })
  return id
}

/** The named record, else the company's record with the same e-mail (A6). */
async function recordOf(
  tx: Db,
  company_id: string,
  { role, email, employee_id }: z.output<typeof Invitation>,
): Promise<string | undefined> {
  if (role !== 'employee') return undefined
  if (!employee_id) return invitations.findRecordByEmail(tx, company_id, email)
  const named = (await findOwnEmployee(tx, company_id, employee_id)) ?? refuseUnknown('employee')
  return named.id
}

/** So that the answer also shows a user invited to another own company. */
const seeing = (viewer: Viewer, company_id: string | null | undefined): Viewer =>
  viewer.role === 'company_admin' && company_id ? { ...viewer, active_company_id: company_id } : viewer
