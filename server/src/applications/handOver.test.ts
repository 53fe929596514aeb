import { getWork, handOverCases, listApplicationHistory, listNotices } from 'contract'
import { eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { deliverDue } from '../../../test/mailDelivery.ts'
import { startPortal } from '../../../test/portal.ts'
import { startMailServer } from '../../../test/smtp.ts'
import { applications } from '../db/applications.table.ts'
import { companies } from '../db/companies.table.ts'
import type { Viewer } from '../http/session.ts'
import { handOverOpen } from './handOver.ts'

const MANY = 1_200
const portal = startPortal()
const server = startMailServer()
const make = given(portal)
beforeEach(() => portal.db.delete(companies))

async function office() {
  const company = await make.company()
  const huda = await make.user('admin', { full_name: 'Huda Salem' })
  const sami = await make.user('admin', { full_name: 'Sami Haddad' })
  const omar = await make.user('admin', { full_name: 'Omar Nasser' })
  return { company, huda, sami, omar, admin: as(portal, omar) }
}

const ended = () => ({ status: 'completed', completed_at: portal.clock.moment.toISOString(), current_stage: 'Visa Stamping' }) as const
const carriedBy = (id: string) => portal.db.$count(applications, eq(applications.assignee_id, id))

describe('PUT /visa-applications/hand-over', () => {
  it('gives all open cases to another administrator, with a line of history each', async () => {
    const { company, huda, sami, admin } = await office()
    const elsewhere = await make.company({ name: 'Other LLC' })
    const open = await Promise.all([company, elsewhere].map((of) => make.application(of, { assignee_id: huda.id })))
    const closed = await make.application(company, { assignee_id: huda.id, ...ended() })
    const other = await make.application(company, { assignee_id: null })
    const { status, reply } = await admin.send(handOverCases, { body: { from_id: huda.id, to_id: sami.id } })
    expect([status, reply]).toEqual([200, { number: 2 }])
    for (const { id } of open) {
      expect((await admin.send(getWork, { params: { id } })).reply.assignee).toEqual({ id: sami.id, full_name: 'Sami Haddad' })
      const lines = (await admin.send(listApplicationHistory, { params: { id } })).reply
      const changes = [{ field: 'assignee', from: 'Huda Salem', to: 'Sami Haddad' }]
      expect(lines).toMatchObject([{ action: 'assigned', actor_name: 'Omar Nasser', changes }])
    }
    expect((await admin.send(getWork, { params: { id: closed.id } })).reply.assignee?.id).toBe(huda.id)
    expect((await admin.send(getWork, { params: { id: other.id } })).reply.assignee).toBeNull()
  })

  it('tells the receiver once, in portal and mail, and nobody else', async () => {
    const { company, huda, sami, admin } = await office()
    for (let made = 0; made < 2; made++) await make.application(company, { assignee_id: huda.id })
    await admin.send(handOverCases, { body: { from_id: huda.id, to_id: sami.id } })
    const told = async (reader: ReturnType<typeof as>) =>
      (await reader.send(listNotices, { query: {} })).reply.filter(({ kind }) => kind === 'cases_assigned')
    expect(await told(as(portal, sami))).toMatchObject([{ number: 2, application_id: null }])
    for (const other of [admin, as(portal, huda)]) expect(await told(other)).toEqual([])
    await deliverDue(portal, server.url)
    expect(server.to(sami.email).map(({ subject }) => subject)).toEqual(['2 open cases were handed over to you'])
    expect(server.to(huda.email)).toEqual([])
  })

  it('does not tell those who take cases themselves', async () => {
    const { company, huda, omar, admin } = await office()
    await make.application(company, { assignee_id: huda.id })
    await admin.send(handOverCases, { body: { from_id: huda.id, to_id: omar.id } })
    expect((await admin.send(listNotices, { query: {} })).reply.filter(({ kind }) => kind === 'cases_assigned')).toEqual([])
  })

  it('takes approved administrators alone, and another one', async () => {
    const { company, huda, admin } = await office()
    await make.application(company, { assignee_id: huda.id })
    const waiting = await make.user('admin', { approved: false })
    const manager = await make.user('company_admin', { of: [company] })
    const refused = async (to_id: string) => (await admin.send(handOverCases, { body: { from_id: huda.id, to_id } })).problem.errors
    for (const id of [waiting.id, manager.id, v7()])
      expect(await refused(id)).toEqual([{ field: 'to_id', detail: 'Only administrators carry cases' }])
    expect(await refused(huda.id)).toEqual([{ field: 'to_id', detail: 'Choose another administrator' }])
    expect(await carriedBy(huda.id)).toBe(1)
  })

  it('says so where nothing is left', async () => {
    const { huda, sami, admin } = await office()
    for (const from_id of [huda.id, v7()]) {
      const { status, problem } = await admin.send(handOverCases, { body: { from_id, to_id: sami.id } })
      expect([status, problem.detail]).toEqual([409, 'There is no open case to hand over'])
    }
  })

  it('gives each once where it is pressed twice at once', async () => {
    const { company, huda, sami, omar, admin } = await office()
    const params = { id: (await make.application(company, { assignee_id: huda.id })).id }
    const both = [sami, omar].map(({ id }) => admin.send(handOverCases, { body: { from_id: huda.id, to_id: id } }))
    const answers = await Promise.all(both)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect([await carriedBy(huda.id), [await carriedBy(sami.id), await carriedBy(omar.id)].toSorted()]).toEqual([0, [0, 1]])
    expect((await admin.send(listApplicationHistory, { params })).reply).toHaveLength(1)
  })

  it('leaves a case that ends meanwhile', async () => {
    const { company, huda, sami, admin } = await office()
    const { id } = await make.application(company, { assignee_id: huda.id })
    const handOver = await portal.db.transaction(async (tx) => {
      await tx.update(applications).set(ended()).where(eq(applications.id, id))
      const sent = admin.send(handOverCases, { body: { from_id: huda.id, to_id: sami.id } })
      const isWaiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await portal.db.execute(isWaiting)).rowCount).toBeGreaterThan(0)
      return { sent }
    })
    expect([(await handOver.sent).status, await carriedBy(huda.id)]).toEqual([409, 1])
  })

  it('gives no more than end in one request, and the rest when it is sent again', async () => {
    const { company, huda, sami, omar } = await office()
    const elsewhere = await make.company({ name: 'Other LLC' })
    for (const of of [company, elsewhere, company, elsewhere, company]) await make.application(of, { assignee_id: huda.id })
    const viewer = { id: omar.id, full_name: omar.full_name, role: 'admin' } as Viewer
    const send = () => handOverOpen(portal.db, viewer, { from_id: huda.id, to_id: sami.id }, portal.clock.moment.toISOString(), 3)
    expect([await send(), await carriedBy(huda.id), await carriedBy(sami.id)]).toEqual([3, 2, 3])
    expect([await send(), await carriedBy(huda.id), await carriedBy(sami.id)]).toEqual([2, 0, 5])
    await expect(send()).rejects.toThrow('There is no open case to hand over')
    const told = (await as(portal, sami).send(listNotices, { query: {} })).reply.filter(({ kind }) => kind === 'cases_assigned')
    expect(told.map(({ number }) => number).toSorted()).toEqual([2, 3])
  })

  it('gives thousands, 500 in a transaction', async () => {
    const { company, huda, sami, admin } = await office()
    const { id } = await make.application(company, { assignee_id: huda.id })
    await portal.db.execute(sql`insert into visa_applications select made.* from visa_applications one, generate_series(2, ${MANY}) number,
      jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(), 'passport_number', 'P' || number)) made where one.id = ${id}`)
    expect((await admin.send(handOverCases, { body: { from_id: huda.id, to_id: sami.id } })).reply).toEqual({ number: MANY })
    const { rows } = await portal.db.execute<{ most: number }>(
      sql`select max(written)::int as most from (select count(*) as written from history where action = 'assigned' group by xmin::text) one`,
    )
    expect([rows, await carriedBy(sami.id)]).toEqual([[{ most: 500 }], MANY])
  })
})
