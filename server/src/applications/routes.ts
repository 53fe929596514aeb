import {
  countFacets,
  findDuplicate,
  getApplication,
  listApplicationHistory,
  listApplications,
  listPeople,
  setExpiryDate,
  type VisaApplication,
} from 'contract'
import type { FastifyInstance } from 'fastify'
import { isOwnCompany } from '../companies/queries.ts'
import type { Context } from '../context.ts'
import { writeDeadlines } from '../deadlines/write.ts'
import { deliveryOf, withSlots } from '../documents/delivery.ts'
import { changesOf, listHistory, writeHistory } from '../history/queries.ts'
import { refuseUnknown } from '../http/errors.ts'
import { isForThisState } from '../http/etag.ts'
import { sendPage } from '../http/list.ts'
import { type Asked, readRoute, route } from '../http/route.ts'
import { rowsOf, writtenList } from '../http/written.ts'
import { followExpiryDate } from './completion.ts'
import { countFacetsOf } from './facets.queries.ts'
import * as list from './list.queries.ts'
import * as people from './people.ts'
import * as queries from './queries.ts'
import { getState, OF_APPLICATION, sendRecord, sendWritten } from './record.ts'
import { lockOpen } from './withdrawal.ts'

export function applicationRoutes(app: FastifyInstance, context: Context): void {
  const { db, now, rules } = context

  const listed = ({ query, viewer }: Asked<typeof listApplications>) => list.listApplications(db, viewer, query, rules.timing(now()))
  readRoute(app, context, listApplications, listed, async (page, { query, hold, reply }) => {
    const written = sendPage(reply, page)
    if (query.documents !== 'data') return writtenList(written)
    return withSlots(context, OF_APPLICATION, rowsOf<VisaApplication>(written), deliveryOf('data', hold))
  })

  const counted = ({ query, viewer }: Asked<typeof countFacets>) => countFacetsOf(db, viewer, query, rules.timing(now()))
  readRoute(app, context, countFacets, counted, async (counts) => counts)

  route(app, context, listPeople, async ({ params, query, viewer, reply }) => {
    if (!(await isOwnCompany(db, viewer, params.id))) refuseUnknown('company')
    return sendPage(reply, await people.listPeople(db, params.id, query))
  })

  route(app, context, findDuplicate, async ({ body, viewer }) => (await queries.findActive(db, viewer, body)) ?? null)

  const found = ({ params, viewer }: Asked<typeof getApplication>) => queries.findWritten(db, viewer, params.id)
  readRoute(app, context, getApplication, found, async (record, { params, query, hold, reply }) =>
    sendWritten(context, record, params.id, deliveryOf(query.documents ?? 'data', hold), reply),
  )

  route(app, context, setExpiryDate, async ({ params, query, viewer, request, reply }) => {
    const expiry_date = query.expiry_date || null
    await db.transaction(async (tx) => {
      const application = (await lockOpen(tx, viewer, params.id)) ?? refuseUnknown('application')
      isForThisState(request, await getState({ ...context, db: tx }, viewer, params.id))
      await queries.updateExpiryDate(tx, application.id, expiry_date)
      const at = now().toISOString()
      await followExpiryDate(tx, application, expiry_date, at)
      const changes = changesOf(application, { expiry_date: expiry_date ?? '' })
      if (changes.length > 0)
        await writeHistory(tx, { of: { application: application.id }, by: viewer, at, action: 'expiry_date_set', changes })
      await writeDeadlines(tx, context)
    })
    return sendRecord(context, viewer, params.id, 'link', reply)
  })

  route(app, context, listApplicationHistory, async ({ params, viewer }) => {
    if (!(await queries.findApplication(db, viewer, params.id))) refuseUnknown('application')
    return listHistory(db, viewer, 'application', params.id)
  })
}
