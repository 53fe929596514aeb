import { countWaiting, getAnalytics, getCharts, getStats, getToday, listExpiringVisas } from 'contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { sendPage } from '../http/list.ts'
import { type Asked, readRoute, route } from '../http/route.ts'
import { writtenList } from '../http/written.ts'
import * as persons from '../persons/expiring.ts'
import { readerOf } from '../visibility/reader.ts'
import * as charts from './charts.queries.ts'
import * as queries from './queries.ts'
import * as today from './today.queries.ts'

export function dashboardRoutes(app: FastifyInstance, context: Context): void {
  const { db, now, rules } = context

  route(app, context, getStats, async ({ viewer, query }) => await queries.getStats(db, readerOf(viewer, query), now()))

  route(app, context, getAnalytics, async ({ viewer }) => await queries.getAnalytics(db, viewer))

  route(app, context, getCharts, async ({ viewer, query }) => await charts.getCharts(db, viewer, query, now()))

  const expiring = ({ query, viewer }: Asked<typeof listExpiringVisas>) =>
    persons.listExpiringVisas(db, readerOf(viewer, query), query, now())
  readRoute(app, context, listExpiringVisas, expiring, async (page, { reply }) => writtenList(sendPage(reply, page)))

  route(app, context, getToday, async ({ viewer, query }) => await today.getToday(db, readerOf(viewer, query), rules.timing(now())))

  route(app, context, countWaiting, async ({ viewer }) => await today.countWaiting(db, viewer, rules.timing(now())))
}
