import { getAnalytics, getStats, listExpiringVisas } from 'contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import * as employees from '../employees/queries.ts'
import { route } from '../http/route.ts'
import * as queries from './queries.ts'

export function dashboardRoutes(app: FastifyInstance, context: Context): void {
  const { db, now } = context

  route(app, context, getStats, async ({ viewer }) => ({
    ...(await queries.countApplications(db, viewer)),
    total_companies: await queries.countCompanies(db, viewer),
    expired_employees: await employees.countExpired(db, viewer, now()),
  }))

  route(app, context, getAnalytics, async ({ viewer }) => ({
    by_nationality: await queries.countByNationality(db, viewer),
    by_stage: await queries.countByStage(db, viewer),
  }))

  route(app, context, listExpiringVisas, async ({ viewer }) => await queries.listExpiringVisas(db, viewer, now()))
}
