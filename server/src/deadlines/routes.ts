import { activeCompanyId, getRisk, listDeadlines, resumeDeadline, stopDeadline } from 'contract'
import type { FastifyInstance } from 'fastify'
import { isOwnCompany } from '../companies/queries.ts'
import type { Context } from '../context.ts'
import { refuseUnknown } from '../http/errors.ts'
import { sendPage } from '../http/list.ts'
import { Noted } from '../http/note.ts'
import { readRoute, route } from '../http/route.ts'
import type { Viewer } from '../http/session.ts'
import { writtenList } from '../http/written.ts'
import { listDeadlines as listed } from './list.queries.ts'
import { findRisk, type Scope } from './risk.ts'
import { findDeadline } from './shown.ts'
import { resume, stop } from './stops.ts'

export function deadlineRoutes(app: FastifyInstance, context: Context): void {
  const { db, now } = context

  /** In the journal it is the person whom it is about. */
  async function shown(viewer: Viewer, id: string) {
    const deadline = (await findDeadline(db, viewer, id, now())) ?? refuseUnknown('deadline')
    return new Noted(deadline, { concerns: deadline.employee_id ?? undefined })
  }

  /** Of one company where it is named, else of the active one; an admin's of all. */
  async function scopeOf(viewer: Viewer, company_id: string | undefined): Promise<Scope> {
    if (company_id) return (await isOwnCompany(db, viewer, company_id)) ? { company_id } : refuseUnknown('company')
    if (viewer.role === 'admin') return 'all'
    const active = activeCompanyId(viewer)
    return active ? { company_id: active } : 'none'
  }

  readRoute(
    app,
    context,
    listDeadlines,
    ({ query, viewer }) => listed(db, viewer, query, now()),
    async (page, { reply }) => writtenList(sendPage(reply, page)),
  )

  route(app, context, getRisk, async ({ query: { company_id, by }, viewer }) => {
    const grouped = by === 'company' && viewer.role !== 'admin' ? undefined : by
    return findRisk(db, await scopeOf(viewer, company_id), grouped, now())
  })

  route(app, context, stopDeadline, async ({ params: { id }, body, viewer }) => {
    const { reason, from, until, note } = body
    const values = { stop_reason: reason, stopped_from: from, stopped_until: until || null, stop_note: note || null }
    await db.transaction((tx) => stop(tx, id, values, { by: viewer, at: now().toISOString() }))
    return shown(viewer, id)
  })

  route(app, context, resumeDeadline, async ({ params: { id }, viewer }) => {
    await db.transaction((tx) => resume(tx, id, { by: viewer, at: now().toISOString() }))
  })
}
