import { isEmployed, renewEmployee, requestCancellation } from 'contract'
import type { FastifyInstance } from 'fastify'
import { getRecord } from '../applications/record.ts'
import { copyHeldDocuments, insertRenewal } from '../applications/renewal.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { writeDeadlines } from '../deadlines/write.ts'
import { saidOf } from '../establishments/said.ts'
import { writeHistory } from '../history/queries.ts'
import { refuse, refuseUnknown } from '../http/errors.ts'
import { withIdempotencyKey } from '../http/idempotency.ts'
import { route } from '../http/route.ts'
import { tellCancellationAsked } from '../mails/triggers.ts'
import { lockPerson } from '../persons/queries.ts'
import * as queries from './queries.ts'

export function requestRoutes(app: FastifyInstance, context: Context): void {
  const { db, now } = context

  route(app, context, renewEmployee, async ({ body, viewer, request }) => {
    const id = await withIdempotencyKey(context, {
      request,
      viewer,
      body,
      prepare: async () => {
        const held = (await queries.findEmployee(db, viewer, body.employee_id, now())) ?? refuseUnknown('employee')
        refuseUnlessRenewable(held)
        return copyHeldDocuments(context, viewer, held)
      },
      effect: async (tx, copies) => {
        const { person_id } = (await queries.lockEmployee(tx, viewer, body.employee_id)) ?? refuseUnknown('employee')
        await lockPerson(tx, person_id)
        const employee = (await queries.findEmployee(tx, viewer, body.employee_id, now())) ?? refuseUnknown('employee')
        refuseUnlessRenewable(employee)
        const submitted_at = now().toISOString()
        return insertRenewal(tx, viewer, employee, { copies, submitted_at, said: (facts) => saidOf(context, facts, 'renewal') })
      },
    })
    return getRecord(context, viewer, id)
  })

  route(app, context, requestCancellation, async ({ body, viewer, request }) => {
    const effect = async (tx: Db) => {
      const at = now().toISOString()
      const employee = (await queries.lockEmployee(tx, viewer, body.employee_id)) ?? refuseUnknown('employee')
      const notes = body.notes || null
      const asked = await queries.setCancellation(tx, employee.id, { reason: body.reason, notes, by: viewer.id, at })
      if (!asked)
        refuse(409, employee.status === 'cancelled' ? 'This visa is already cancelled' : 'Cancellation has already been requested')
      const changes = [{ field: 'reason', from: null, to: body.reason }]
      await writeHistory(tx, { of: { employee: employee.id }, by: viewer, at, action: 'cancellation_requested', changes })
      if (viewer.role !== 'admin') await tellCancellationAsked(tx, employee, at)
      await writeDeadlines(tx, context)
      return employee.id
    }
    await withIdempotencyKey(context, { request, viewer, body, effect })
    return (await queries.findEmployee(db, viewer, body.employee_id, now())) ?? refuseUnknown('employee')
  })

  /** The person's renewal under way is named (E2, E6, S12). */
  function refuseUnlessRenewable(employee: NonNullable<Awaited<ReturnType<typeof queries.findEmployee>>>): void {
    if (!isEmployed(employee.status)) refuse(409, 'Only an active employee can be renewed')
    const { renewal_application_id } = employee
    if (renewal_application_id) refuse(409, 'A renewal of this employee is already under way', { application_id: renewal_application_id })
  }
}
