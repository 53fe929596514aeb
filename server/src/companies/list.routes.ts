import { type CompanyCard, countCompanyFacets, listCompanies } from 'contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { deliveryOf, withSlots } from '../documents/delivery.ts'
import { readReckoned } from '../establishments/kept.ts'
import { sendPage } from '../http/list.ts'
import { type Asked, readRoute } from '../http/route.ts'
import { rowsOf, writtenList } from '../http/written.ts'
import { countCompanyFacetsOf } from './facets.queries.ts'
import * as queries from './queries.ts'
import { OF_COMPANY } from './record.ts'

export function companyListRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context

  const listed = ({ query, viewer }: Asked<typeof listCompanies>) => {
    const read = () => queries.listCompanies(db, viewer, query)
    return viewer.role === 'admin' || query.readiness ? readReckoned(context, read) : read()
  }
  readRoute(app, context, listCompanies, listed, async (page, { query, hold, reply }) => {
    const written = sendPage(reply, page)
    if (query.documents !== 'data') return writtenList(written)
    return withSlots(context, OF_COMPANY, rowsOf<CompanyCard>(written), deliveryOf('data', hold))
  })

  const counted = ({ query, viewer }: Asked<typeof countCompanyFacets>) =>
    readReckoned(context, () => countCompanyFacetsOf(db, viewer, query))
  readRoute(app, context, countCompanyFacets, counted, async (counts) => counts)
}
