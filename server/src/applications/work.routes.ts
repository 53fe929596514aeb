import {
  advanceApplication,
  advanceApplications,
  assignApplications,
  type CaseOutcome,
  getCaseDates,
  getWork,
  handOverCases,
  listCarriers,
  setCaseDates,
  setWork,
  undoAdvance,
} from 'contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { withDeadlines } from '../deadlines/write.ts'
import { storeDocuments } from '../documents/attach.ts'
import { Refusal, refuseUnknown } from '../http/errors.ts'
import { type Claim, claimOf, onceForAll, onceForOne, withIdempotencyKey } from '../http/idempotency.ts'
import { route } from '../http/route.ts'
import { advance, undo } from './advance.ts'
import * as work from './assignee.ts'
import { changeCaseDates, findCaseDates } from './caseDates.ts'
import { handOverOpen } from './handOver.ts'
import { getRecord } from './record.ts'

export function workRoutes(app: FastifyInstance, context: Context): void {
  const { db, now } = context

  route(app, context, advanceApplication, async ({ params, body, viewer, request }) => {
    const { stage_name, status, document, ...rest } = body
    const id = await withIdempotencyKey(context, {
      request,
      viewer,
      body,
      prepare: () => storeDocuments(context, viewer, { document }),
      effect: withDeadlines(context, async (tx, stored: Map<string, string>) => {
        const given = { ...rest, pressed_on: { stage_name, status }, document: stored.get('document') }
        await advance(tx, viewer, params.id, given, now())
        return params.id
      }),
    })
    return getRecord(context, viewer, id)
  })

  route(app, context, undoAdvance, async ({ params, viewer }) => {
    await db.transaction(withDeadlines(context, (tx) => undo(tx, viewer, params.id, now)))
    return getRecord(context, viewer, params.id)
  })

  route(app, context, advanceApplications, async ({ body, viewer, request }) => {
    const claim = await claimOf({ request, viewer, body }, now())
    return forEachCase(db, claim, body.application_ids, (tx, id) =>
      advance(tx, viewer, id, { pressed_on: body.pressed_on?.[id], isOneOfMany: true }, now()),
    )
  })

  route(app, context, listCarriers, async () => work.listCarriers(db))

  route(app, context, getWork, async ({ params }) => (await work.findWork(db, params.id)) ?? refuseUnknown('application'))

  route(app, context, setWork, async ({ params, body, viewer }) => {
    await db.transaction((tx) => work.assign(tx, viewer, params.id, body.assignee_id, now().toISOString()))
    return (await work.findWork(db, params.id)) ?? refuseUnknown('application')
  })

  route(app, context, getCaseDates, async ({ params, viewer }) => findCaseDates(db, viewer, params.id))

  route(app, context, setCaseDates, async ({ params, body, viewer }) => {
    await db.transaction(withDeadlines(context, (tx) => changeCaseDates(tx, viewer, params.id, body, now())))
    return findCaseDates(db, viewer, params.id)
  })

  route(app, context, assignApplications, async ({ body, viewer, request }) => {
    const claim = await claimOf({ request, viewer, body }, now())
    await work.findCarrier(db, body.assignee_id)
    return forEachCase(db, claim, body.application_ids, (tx, id) => work.assign(tx, viewer, id, body.assignee_id, now().toISOString()))
  })

  route(app, context, handOverCases, async ({ body, viewer }) => ({
    number: await handOverOpen(db, viewer, body, now().toISOString()),
  }))
}

/** Each case in its own transaction, so that one that is refused leaves the others as they are. */
async function forEachCase(
  db: Db,
  claim: Claim | undefined,
  ids: string[],
  act: (tx: Db, id: string) => Promise<void>,
): Promise<CaseOutcome[]> {
  await onceForAll(db, claim, ids[0] ?? '')
  const outcomes: CaseOutcome[] = []
  for (const application_id of new Set(ids)) {
    const refusal = await onceForOne(db, claim, application_id, (tx) => act(tx, application_id)).then(() => undefined, refusalOf)
    outcomes.push({ application_id, status: refusal?.status ?? 200, detail: refusal?.detail ?? null })
  }
  return outcomes
}

function refusalOf(error: unknown): { status: CaseOutcome['status']; detail: string } {
  if (error instanceof Refusal && (error.status === 404 || error.status === 409 || error.status === 422))
    return { status: error.status, detail: error.message }
  throw error
}
