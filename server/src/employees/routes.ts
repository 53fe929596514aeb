import {
  countEmployeeFacets,
  createEmployee,
  deleteEmployee,
  type Employee,
  type EmployeeStatus,
  getEmployee,
  getOwnRecord,
  getPerson,
  listEmployeeHistory,
  listEmployees,
  updateEmployee,
} from 'contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { isOwnCompany } from '../companies/queries.ts'
import type { Context } from '../context.ts'
import { withDeadlines, writeDeadlines } from '../deadlines/write.ts'
import { writeDeletions } from '../history/deletions.ts'
import { changesOf, listHistory, writeHistory } from '../history/queries.ts'
import { refuse, refuseField, refuseUnknown } from '../http/errors.ts'
import { isForThisState, tag } from '../http/etag.ts'
import { withIdempotencyKey } from '../http/idempotency.ts'
import { sendPage } from '../http/list.ts'
import { type Asked, readRoute, route } from '../http/route.ts'
import type { Viewer } from '../http/session.ts'
import { writtenList } from '../http/written.ts'
import { tellCancellationDecided } from '../mails/triggers.ts'
import { countEmployeeFacetsOf } from './facets.queries.ts'
import { findOwnRecord } from './ownRecord.ts'
import { findPerson } from './person.ts'
import * as queries from './queries.ts'

export function employeeRoutes(app: FastifyInstance, context: Context): void {
  const { db, now } = context

  const listed = ({ query, viewer }: Asked<typeof listEmployees>) => queries.listEmployees(db, viewer, query, now())
  readRoute(app, context, listEmployees, listed, async (page, { reply }) => writtenList(sendPage(reply, page)))

  const counted = ({ query, viewer }: Asked<typeof countEmployeeFacets>) => countEmployeeFacetsOf(db, viewer, query, now())
  readRoute(app, context, countEmployeeFacets, counted, async (counts) => counts)

  route(app, context, getEmployee, async ({ params, viewer, reply }) =>
    tagged(reply, await queries.findEmployee(db, viewer, params.id, now())),
  )

  route(app, context, getPerson, async ({ params, viewer }) => (await findPerson(db, viewer, params.id)) ?? refuseUnknown('employee'))

  route(app, context, getOwnRecord, async ({ viewer }) => findOwnRecord(db, viewer, now()))

  route(app, context, createEmployee, async ({ body, viewer, request, reply }) => {
    const { company_id, ...fields } = body
    if (!(await isOwnCompany(db, viewer, company_id))) refuseUnknown('company')
    const id = await withIdempotencyKey(context, {
      request,
      viewer,
      body,
      effect: withDeadlines(context, async (tx) => {
        const at = now().toISOString()
        const made = await queries.insertEmployee(tx, company_id, fields, at)
        await writeHistory(tx, { of: { employee: made }, by: viewer, at, action: 'created' })
        return made
      }),
    })
    return tagged(reply, await queries.findEmployee(db, viewer, id, now()))
  })

  route(app, context, updateEmployee, async ({ params, body, viewer, request, reply }) => {
    const { status: given, company_id, ...fields } = body
    await db.transaction(async (tx) => {
      const before = (await queries.lockEmployee(tx, viewer, params.id)) ?? refuseUnknown('employee')
      if (company_id && company_id !== before.company_id)
        refuseField('company_id', 'Company id cannot be changed: an employee stays with the company')
      const status = statusSet(given, before.status, viewer)
      refuseLeaving(fields.leave_by, { held: before, status, viewer })
      isForThisState(request, (await queries.findEmployee(tx, viewer, params.id, now())) ?? refuseUnknown('employee'))
      const by = { of: { employee: before.id }, by: viewer, at: now().toISOString() }
      await queries.changeEmployee(tx, before, fields, { status, at: by.at })
      const changes = changesOf(before, fields)
      if (changes.length > 0) await writeHistory(tx, { ...by, action: 'changed', changes })
      if (status) await writeHistory(tx, { ...by, action: status === 'cancelled' ? 'cancelled' : 'reactivated' })
      if (status && before.status === 'cancellation_requested') await tellCancellationDecided(tx, before, status, by.at)
      await writeDeadlines(tx, context)
    })
    return tagged(reply, await queries.findEmployee(db, viewer, params.id, now()))
  })

  route(app, context, deleteEmployee, async ({ params, viewer, request }) => {
    await db.transaction(async (tx) => {
      const employee = (await queries.lockEmployee(tx, viewer, params.id)) ?? refuseUnknown('employee')
      isForThisState(request, (await queries.findEmployee(tx, viewer, employee.id, now())) ?? refuseUnknown('employee'))
      await queries.removeEmployee(tx, employee.id)
      await writeDeletions(tx, viewer, now().toISOString(), { employees: [employee] })
      await writeDeadlines(tx, context)
    })
  })

  route(app, context, listEmployeeHistory, async ({ params, viewer }) => {
    if (!(await queries.findEmployee(db, viewer, params.id, now()))) refuseUnknown('employee')
    return listHistory(db, viewer, 'employee', params.id)
  })
}

function tagged(reply: FastifyReply, employee: Employee | undefined): Employee {
  const found = employee ?? refuseUnknown('employee')
  tag(reply, found)
  return found
}

/** The status to set, if the given one is another than the record's: an expired record is stored as active (E3, E4, P9). */
function statusSet(given: EmployeeStatus | undefined, held: EmployeeStatus, viewer: Viewer): 'active' | 'cancelled' | undefined {
  if (given === undefined || given === held || (given === 'expired' && held === 'active')) return undefined
  if (viewer.role !== 'admin') return refuse(403, 'Only an administrator sets the status')
  if (given === 'active' || given === 'cancelled') return given
  return refuseField('status', 'Status can be set to active or cancelled alone')
}

interface Leaving {
  held: { status: EmployeeStatus; leave_by: string | null }
  status: EmployeeStatus | undefined
  viewer: Viewer
}

/** The day to leave by is an administrator's, and of a cancelled visa alone; the one that was read changes nothing (E7, P9). */
function refuseLeaving(given: string | null | undefined, { held, status, viewer }: Leaving): void {
  if (given === undefined || given === null || given === (held.leave_by ?? '')) return
  if (viewer.role !== 'admin') refuse(403, 'Only an administrator sets the day to leave by')
  if (given !== '' && (status ?? held.status) !== 'cancelled') refuseField('leave_by', 'Leave by is for cancelled visas alone')
}
