import {
  addMonths,
  dubaiDate,
  type EstablishmentChange,
  getEstablishment,
  getReadiness,
  listReadiness,
  readinessOf,
  setEstablishment,
} from 'contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { lockCompany } from '../companies/queries.ts'
import type { Context } from '../context.ts'
import { writeDeadlinesOfCompany } from '../deadlines/write.ts'
import { changesOf, writeHistory } from '../history/queries.ts'
import { refuseField, refuseUnknown } from '../http/errors.ts'
import { isForThisState, tag } from '../http/etag.ts'
import { sendPage } from '../http/list.ts'
import { route } from '../http/route.ts'
import type { Viewer } from '../http/session.ts'
import { keepReadiness } from './kept.ts'
import * as list from './list.queries.ts'
import * as queries from './queries.ts'

export function establishmentRoutes(app: FastifyInstance, context: Context): void {
  const { db, now } = context

  async function shown(reply: FastifyReply, id: string, viewer: Viewer) {
    const establishment = (await queries.findEstablishment(db, viewer, id)) ?? refuseUnknown('company')
    tag(reply, establishment)
    return establishment
  }

  route(app, context, getEstablishment, async ({ params, viewer, reply }) => shown(reply, params.id, viewer))

  route(app, context, setEstablishment, async ({ params: { id }, body, viewer, request, reply }) => {
    await db.transaction(async (tx) => {
      if (!(await lockCompany(tx, viewer, id))) refuseUnknown('company')
      const before = (await queries.findEstablishment(tx, viewer, id)) ?? refuseUnknown('company')
      isForThisState(request, before)
      const at = now().toISOString()
      const values = valuesOf(before, body)
      refuseUnfit(values, dubaiDate(now()))
      const changes = changesOf(before, values)
      if (changes.length === 0) return
      await queries.putEstablishment(tx, id, values, at)
      await writeHistory(tx, { of: { company: id }, by: viewer, at, action: 'changed', changes })
      if (changes.some(({ field }) => PLACE.has(field))) await writeDeadlinesOfCompany(tx, id, context)
    })
    return shown(reply, id, viewer)
  })

  route(app, context, getReadiness, async ({ params, viewer }) => {
    const facts = (await queries.findReadinessFacts(db, viewer, params.id)) ?? refuseUnknown('company')
    const findings = readinessOf({ ...facts, rules: context.rules.all, today: dubaiDate(now()) })
    return { findings, quota_used: facts.quota_used }
  })

  route(app, context, listReadiness, async ({ query, reply }) => {
    await keepReadiness(context)
    return sendPage(reply, await list.listReadiness(db, query))
  })
}

/** What decides which rules hold for all clocks of the company. */
const PLACE = new Set(['emirate', 'jurisdiction', 'free_zone'])

const NAMES = [
  ...(['emirate', 'jurisdiction', 'free_zone', 'mohre_number', 'immigration_number', 'mohre_category'] as const),
  ...(['trn', 'quota_total', 'quota_as_of', 'wages_paid_through', 'signatory_name'] as const),
]

/** What is absent stays; an empty text is none (P9). */
function valuesOf(before: queries.Fields | Record<keyof queries.Fields, null>, given: EstablishmentChange): queries.Fields {
  const said = NAMES.map((name) => [name, given[name] === undefined ? before[name] : given[name]] as const)
  return Object.fromEntries(said.map(([name, value]) => [name, value === '' ? null : value])) as unknown as queries.Fields
}

/** The sentence for what an establishment cannot be. */
function refuseUnfit({ free_zone, jurisdiction, trn, quota_as_of, wages_paid_through }: queries.Fields, today: string): void {
  if (free_zone && jurisdiction !== 'free_zone')
    refuseField('free_zone', jurisdiction ? 'A mainland company has no free zone' : 'Say first that the company is in a free zone')
  if (trn && !/^\d{15}$/.test(trn)) refuseField('trn', 'TRN must have 15 digits')
  if (quota_as_of && quota_as_of > today) refuseField('quota_as_of', 'The day of the quota lies ahead')
  if (wages_paid_through && wages_paid_through > addMonths(today.slice(0, 7), 1))
    refuseField('wages_paid_through', 'Wages cannot be paid that far ahead')
}
