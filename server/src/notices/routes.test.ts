import {
  addStage,
  approveTopup,
  getUnreadNotices,
  listNotices,
  MAX_UNREAD,
  NOTICE_DAYS,
  type Notice,
  readNotices,
  registerClient,
  renewEmployee,
  requestCancellation,
  requestTopup,
  sendMessage,
  setApplicationDocuments,
  submitApplication,
  updateEmployee,
} from 'contract'
import { eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { dataString, PDF } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee } from '../../../test/submission.ts'
import { noticeMarks, noticeReads, notices } from '../db/notices.table.ts'
import { userCompanies, users } from '../db/people.table.ts'
import { sweepNotices } from './sweeper.ts'

const portal = startPortal({ REGISTRATIONS_PER_ADDRESS: '100' })
const make = given(portal)
beforeEach(() => portal.db.delete(notices))

async function office() {
  const company = await make.company()
  const email = `sara.${v7()}@people.example`
  const [boss, colleague, person, admin] = [
    await make.user('company_admin', { of: [company] }),
    await make.user('company_admin', { of: [company] }),
    await make.user('employee', { of: [company], email, email_verified_at: '2026-11-01T00:00:00.000Z' }),
    await make.user('admin', { full_name: 'Huda Salem' }),
  ]
  const people = { boss, colleague, person, admin }
  return {
    company,
    email,
    people,
    boss: as(portal, boss),
    colleague: as(portal, colleague),
    person: as(portal, person),
    admin: as(portal, admin),
  }
}
type Reader = ReturnType<typeof as>

const kinds = async (reader: Reader) => (await reader.send(listNotices, { query: {} })).reply.map(({ kind }) => kind)
const unread = async (reader: Reader) => (await reader.send(getUnreadNotices, {})).reply.unread
const later = () => {
  portal.clock.moment = new Date(portal.clock.moment.getTime() + 1_000)
}

describe('a notice', () => {
  it('tells the company, and the person of the own case, of a decided stage, but nothing on a Medical Test (V7)', async () => {
    const { company, email, boss, colleague, person, admin } = await office()
    const { id } = await make.application(company, { email })
    await admin.send(addStage, { params: { id }, body: { stage_name: 'Labor Fees', status: 'In Process' } })
    await admin.send(addStage, { params: { id }, body: { stage_name: 'Entry Permit', status: 'Rejected', notes: 'A page is missing' } })
    later()
    await admin.send(addStage, { params: { id }, body: { stage_name: 'Medical Test', status: 'Rejected', notes: 'Ill' } })
    for (const reader of [boss, colleague, person]) {
      const { reply } = await reader.send(listNotices, { query: {} })
      const known = { kind: 'stage_decided', application_id: id, employee_name: 'Sara Khan', company_name: company.name, read: false }
      expect(reply).toMatchObject([
        { ...known, stage_name: null, decision: null },
        { ...known, stage_name: 'Entry Permit', decision: 'Rejected' },
      ])
      expect(JSON.stringify(reply)).not.toMatch(/Ill|missing|Medical/)
    }
    expect(await kinds(admin)).toEqual([])
  })

  it('tells every administrator, by one row, what came in; of what an administrator did nothing', async () => {
    const { company, boss, admin } = await office()
    const { id } = (await boss.send(submitApplication, { body: newEmployee(company) })).reply
    await boss.send(requestTopup, { body: { amount: 250.5, receipt_document: dataString(PDF) } })
    await boss.send(sendMessage, { params: { id }, body: { text: 'Hello' } })
    await boss.send(setApplicationDocuments, { params: { id }, body: { documents: { degree: dataString(PDF) } } })
    const employee = await make.employee(company, { passport_number: v7() })
    await boss.send(renewEmployee, { body: { employee_id: employee.id } })
    const leaver = await make.employee(company, { passport_number: v7(), employee_name: 'Ali Hassan' })
    await boss.send(requestCancellation, { body: { employee_id: leaver.id, reason: 'Leaves' } })
    const all = [
      'application_submitted',
      'topup_requested',
      'message_received',
      'documents_received',
      'renewal_requested',
      'cancellation_requested',
    ]
    expect((await kinds(admin)).toSorted()).toEqual(all.toSorted())
    expect(await kinds(as(portal, await make.user('admin')))).toHaveLength(all.length)
    expect(await portal.db.$count(notices)).toBe(all.length)
    expect(await kinds(boss)).toEqual([])
    const told = (await admin.send(listNotices, { query: {} })).reply
    expect(told.find(({ kind }) => kind === 'topup_requested')).toMatchObject({ amount: 250.5, company_name: company.name })
    expect(told.find(({ kind }) => kind === 'cancellation_requested')).toMatchObject({
      employee_id: leaver.id,
      employee_name: 'Ali Hassan',
    })
    await admin.send(submitApplication, { body: newEmployee(company, { passport_number: 'BYADMIN' }) })
    await admin.send(setApplicationDocuments, { params: { id }, body: { documents: { photo: dataString(PDF) } } })
    expect(await portal.db.$count(notices)).toBe(all.length)
  })

  it('tells the company what was decided on its money, its cancellation, and that there is a message', async () => {
    const { company, boss, admin } = await office()
    const { id } = (await boss.send(requestTopup, { body: { amount: 100, receipt_document: dataString(PDF) } })).reply
    const leaver = await make.employee(company, { passport_number: v7() })
    await boss.send(requestCancellation, { body: { employee_id: leaver.id, reason: 'Leaves' } })
    const params = { id: (await make.application(company)).id }
    await portal.db.delete(notices)
    await admin.send(approveTopup, { params: { id }, body: {} })
    later()
    await admin.send(updateEmployee, { params: { id: leaver.id }, body: { status: 'cancelled' } })
    later()
    await admin.send(sendMessage, { params, body: { text: 'Hello' } })
    expect((await boss.send(listNotices, { query: {} })).reply).toMatchObject([
      { kind: 'message_received', application_id: params.id },
      { kind: 'cancellation_decided', employee_id: leaver.id, decision: 'cancelled' },
      { kind: 'topup_decided', amount: 100, decision: 'approved' },
    ])
    expect(await kinds(admin)).toEqual([])
  })

  it('tells once of documents that came within a minute', async () => {
    const { company, boss, admin } = await office()
    const params = { id: (await make.application(company)).id }
    const send = (slot: string) => boss.send(setApplicationDocuments, { params, body: { documents: { [slot]: dataString(PDF) } } })
    await Promise.all(['photo', 'degree', 'eid'].map(send))
    expect(await kinds(admin)).toEqual(['documents_received'])
    portal.clock.moment = new Date(portal.clock.moment.getTime() + 61_000)
    await send('photo')
    expect(await kinds(admin)).toHaveLength(2)
  })

  it('tells the administrators of a registration', async () => {
    const { admin } = await office()
    const company = {
      company_name: 'New LLC',
      trade_license: 'CN-9',
      contact_person: 'Omar',
      company_email: 'o@new.example',
      company_phone: '04',
    }
    const body = { ...company, user_full_name: 'Omar', user_email: `${v7()}@new.example`, user_password: 'falcon-2026' }
    await as(portal).send(registerClient, { body })
    expect((await admin.send(listNotices, { query: {} })).reply).toMatchObject([{ kind: 'registration_waiting', company_name: 'New LLC' }])
  })

  it('of a colleague is gone once its reader is an employee, who sees the own case alone (V4)', async () => {
    const { company, email, people, boss, admin } = await office()
    const cases = [await make.application(company, { email }), await make.application(company, { passport_number: 'OTHER' })]
    for (const { id } of cases) await admin.send(addStage, { params: { id }, body: { stage_name: 'Labor Fees', status: 'Approved' } })
    expect(await kinds(boss)).toHaveLength(2)
    await portal.db.delete(users).where(eq(users.id, people.person.id))
    const address = { email, email_verified_at: portal.clock.moment.toISOString() }
    await portal.db
      .update(users)
      .set({ role: 'employee', ...address })
      .where(eq(users.id, people.boss.id))
    const { reply } = await boss.send(listNotices, { query: {} })
    expect([reply.map(({ application_id }) => application_id), await unread(boss)]).toEqual([[cases[0]?.id], 1])
  })

  it('is gone at once for who was removed from the company, and with a refused cause', async () => {
    const { company, people, boss, admin } = await office()
    const { id } = await make.application(company)
    await admin.send(addStage, { params: { id }, body: { stage_name: 'Labor Fees', status: 'Approved' } })
    await admin.send(addStage, { params: { id }, body: { stage_name: 'Labor Fees', status: 'Approved' } })
    expect([await kinds(boss), await unread(boss)]).toEqual([['stage_decided'], 1])
    await portal.db.delete(userCompanies).where(eq(userCompanies.user_id, people.boss.id))
    expect([await kinds(boss), await unread(boss)]).toEqual([[], 0])
  })
})

describe('PUT /notices/read', () => {
  async function told(count: number) {
    const here = await office()
    const rows = Array.from({ length: count }, (_, place) => ({
      ...{ id: v7(), kind: 'message_received' as const, reader_id: here.people.boss.id, company_id: here.company.id },
      ...{ facts: { employee_name: `Nr ${place}` }, created_at: new Date(portal.clock.moment.getTime() - count + place).toISOString() },
    }))
    await portal.db.insert(notices).values(rows)
    return { ...here, rows, ids: rows.map(({ id }) => id) }
  }
  const marks = (rows: Notice[]) => rows.map(({ read }) => (read ? 'read' : 'new')).join(' ')

  it('marks one, or all up to one, for this reader alone, and counts what is left', async () => {
    const { boss, ids } = await told(4)
    expect((await boss.send(readNotices, { body: { id: ids[3] ?? '' } })).reply).toEqual({ unread: 3, next_in_seconds: null })
    expect(marks((await boss.send(listNotices, { query: {} })).reply)).toBe('read new new new')
    expect((await boss.send(readNotices, { body: { up_to: ids[1] ?? '' } })).reply).toEqual({ unread: 1, next_in_seconds: null })
    expect(marks((await boss.send(listNotices, { query: {} })).reply)).toBe('read new read read')
    const { items, total } = await boss.list(listNotices, { query: { unread: 'true' } })
    expect([items.map(({ id }) => id), total]).toEqual([[ids[2]], 1])
    expect((await boss.send(readNotices, { body: { up_to: ids[3] ?? '' } })).reply).toEqual({ unread: 0, next_in_seconds: null })
    expect((await boss.send(readNotices, { body: { up_to: ids[0] ?? '' } })).reply).toEqual({ unread: 0, next_in_seconds: null })
    expect(await portal.db.$count(noticeReads)).toBe(0)
  })

  it('changes nothing for a notice of another reader', async () => {
    const { colleague, people, ids } = await told(2)
    for (const body of [{ id: ids[1] ?? '' }, { up_to: ids[1] ?? '' }, { up_to: v7() }, {}]) await colleague.send(readNotices, { body })
    expect(await portal.db.$count(noticeMarks, eq(noticeMarks.user_id, people.colleague.id))).toBe(0)
    expect((await colleague.send(readNotices, { body: { id: 'no id' as string } })).status).toBe(422)
  })

  it('is a mark of each administrator on the one row of all', async () => {
    const { boss, company, admin } = await office()
    await boss.send(submitApplication, { body: newEmployee(company) })
    const other = as(portal, await make.user('admin'))
    const [notice] = (await admin.send(listNotices, { query: {} })).reply
    await admin.send(readNotices, { body: { up_to: notice?.id ?? '' } })
    expect([await unread(admin), await unread(other)]).toEqual([0, 1])
  })

  it('counts to 100 and no further', async () => {
    const { boss } = await told(MAX_UNREAD + 20)
    expect(await unread(boss)).toBe(MAX_UNREAD)
  })
})

describe('GET /notices', () => {
  it('comes in pages that lose and repeat nothing', async () => {
    const { boss, people, company } = await office()
    const at = portal.clock.moment.toISOString()
    const rows = Array.from({ length: 7 }, () => ({
      id: v7(),
      kind: 'topup_decided' as const,
      reader_id: people.boss.id,
      company_id: company.id,
      facts: {},
      created_at: at,
    }))
    await portal.db.insert(notices).values(rows)
    const seen: string[] = []
    for (let cursor: string | undefined, more = true; more; ) {
      const page = await boss.list(listNotices, { query: { limit: 3, cursor } })
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.next
      more = cursor !== undefined
    }
    expect(seen).toEqual(rows.map(({ id }) => id).toReversed())
  })

  it('leaves out kinds that only a newer version knows', async () => {
    const { boss, people } = await office()
    await portal.db.execute(sql`alter table notices drop constraint notices_kind`)
    await portal.db.execute(sql`insert into notices (id, kind, reader_id, facts, created_at)
      values (${v7()}, 'of_tomorrow', ${people.boss.id}, '{}', ${portal.clock.moment.toISOString()})`)
    expect([await kinds(boss), await unread(boss)]).toEqual([[], 0])
  })

  it('forgets what is older than its term', async () => {
    const { boss, people, company } = await office()
    const day = (age: number) => new Date(portal.clock.moment.getTime() - age * 86_400_000).toISOString()
    const old = { kind: 'topup_decided' as const, reader_id: people.boss.id, company_id: company.id, facts: {} }
    await portal.db.insert(notices).values([NOTICE_DAYS - 1, NOTICE_DAYS + 1].map((age) => ({ id: v7(), ...old, created_at: day(age) })))
    expect(await sweepNotices(portal.db, portal.clock.moment)).toBe(1)
    expect(await kinds(boss)).toHaveLength(1)
  })

  it('reads no more of 100,000 than of few, for a page and for the count', async () => {
    const { boss, people, admin } = await office()
    await portal.db.execute(sql`insert into notices (id, kind, reader_id, facts, created_at)
      select gen_random_uuid(), 'topup_decided', case when n % 2 = 0 then ${people.boss.id}::uuid end, '{}', now() - n * interval '1 second' from generate_series(1, 100000) n`)
    await portal.db.execute(sql`analyze notices`)
    const pages = async (act: () => Promise<unknown>) => {
      const touched = async () =>
        Number(
          (
            await portal.db.execute<{ n: string }>(sql`select (heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit) as n
            from pg_statio_user_tables where relname = 'notices'`)
          ).rows[0]?.n,
        )
      const settled = () => portal.db.execute(sql`select pg_stat_force_next_flush(), pg_stat_clear_snapshot()`)
      await settled()
      const before = await touched()
      await act()
      await settled()
      return (await touched()) - before
    }
    for (const reader of [boss, admin]) {
      await unread(reader)
      expect(await pages(() => unread(reader))).toBeLessThan(300)
      const begun = performance.now()
      await reader.send(listNotices, { query: { limit: 20 } })
      expect(performance.now() - begun).toBeLessThan(500)
    }
  })
})
