import {
  approveUser,
  getApplication,
  getDocument,
  type JournalEntry,
  listApplications,
  listEmployees,
  listJournal,
  listUsers,
  login,
  me,
  passSecondStep,
  updateEmployee,
  updateStage,
} from 'contract'
import { and, eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { JPEG } from '../../../test/files.ts'
import { given, PASSWORD } from '../../../test/given.ts'
import { START, startPortal } from '../../../test/portal.ts'
import { codeOf, switchOn } from '../../../test/twoStep.ts'
import { startSession } from '../auth/sessions.ts'
import { accesses } from '../db/journal.table.ts'
import { users } from '../db/people.table.ts'

const portal = startPortal({ TRUST_PROXY: '127.0.0.1' })
const make = given(portal)
const VIA = { 'x-forwarded-for': '203.0.113.7' }

let admin: { id: string }
let company: { id: string }
let application: { id: string }
beforeAll(async () => {
  admin = await make.user('admin', { full_name: 'Nadia Rahman' })
  company = await make.company()
  application = await make.application(company)
})

/** The person's new rows. */
async function keptOf(user: { id: string } | null, record?: string) {
  await portal.journal.flush()
  const rows = await portal.db.select().from(accesses).orderBy(accesses.seq)
  return rows.filter((row) => row.actor_id === (user?.id ?? null) && (!record || row.record_id === record))
}

describe('the access journal', () => {
  it('keeps who saw which record, when, from where and by which request, and nothing that it says', async () => {
    const { headers } = await as(portal, admin).send(getApplication, { params: application }, VIA)
    const [kept] = await keptOf(admin, application.id)
    expect(kept).toEqual({
      ...{ id: kept?.id, seq: kept?.seq, happened_at: START.toISOString(), actor_id: admin.id, request_id: headers['x-request-id'] },
      ...{ record_type: 'application', record_id: application.id, call: 'GET /visa-applications/{id}', outcome: 'seen' },
      address: '203.0.113.7',
    })
    expect(JSON.stringify(kept)).not.toMatch(/Sara|N1234567/)
  })

  it('writes within a second, without being asked', async () => {
    const user = await make.user('admin')
    await as(portal, user).send(listUsers, {})
    const rows = () => portal.db.$count(accesses, eq(accesses.actor_id, user.id))
    await expect.poll(rows, { timeout: 3_000, interval: 50 }).toBe(1)
  })

  it('keeps every view and download of a document, but not of the own picture', async () => {
    const user = await make.user('company_admin', { of: [company] })
    const passport = await make.document({ application_id: application.id, slot: 'passport_front' }, JPEG)
    const picture = await make.document({ user_id: user.id }, JPEG)
    const viewer = as(portal, user)
    for (const { id } of [passport, passport, picture]) await viewer.send(getDocument, { params: { id } })
    expect((await keptOf(user)).map(({ record_type, record_id }) => [record_type, record_id])).toEqual([
      ['document', passport.id],
      ['document', passport.id],
    ])
  })

  it('keeps one line for a list, and none for what shows nobody else', async () => {
    const user = await make.user('company_admin', { of: [company] })
    await as(portal, user).send(listEmployees, {})
    await as(portal, user).send(me, {})
    expect(await keptOf(user)).toMatchObject([{ record_type: 'employee', record_id: null, call: 'GET /employees' }])
  })

  it('keeps what a change showed that changed nothing, and leaves a real one to the history', async () => {
    const user = await make.user('company_admin', { of: [company] })
    const { id } = await make.employee(company)
    const put = (body: object) => as(portal, user).send(updateEmployee, { params: { id }, body })
    await put({ mobile: '+971507654321' })
    expect(await keptOf(user)).toEqual([])
    await put({})
    await put({ mobile: '+971507654321' })
    const line = { record_type: 'employee', record_id: id, call: 'PUT /employees/{id}', outcome: 'seen' }
    expect(await keptOf(user)).toMatchObject([line, line])
  })

  it('keeps the stage that was shown as of its application, and one that was refused by what was asked for', async () => {
    const { id } = await make.stage(application, 'Offer Letter')
    const stranger = await make.user('company_admin', { of: [company] })
    const change = { params: { id }, body: {} }
    const user = await make.user('admin')
    await as(portal, stranger).send(updateStage, change)
    await as(portal, user).send(updateStage, change)
    expect(await keptOf(stranger)).toMatchObject([{ record_type: 'other', record_id: id, outcome: 'forbidden' }])
    expect(await keptOf(user)).toMatchObject([{ record_type: 'application', record_id: application.id, outcome: 'seen' }])
  })

  it('keeps a HEAD, which tells that the record is there, as the reading that it is the head of', async () => {
    const user = await make.user('admin')
    const cookie = `session=${await startSession(portal.db, user.id, portal.clock.moment)}`
    const answer = await portal.app.inject({ method: 'HEAD', url: `/api/visa-applications/${application.id}`, headers: { cookie } })
    expect([answer.statusCode, answer.payload]).toEqual([200, ''])
    expect(await keptOf(user)).toMatchObject([{ record_type: 'application', record_id: application.id, outcome: 'seen' }])
  })

  it('keeps what was refused: a foreign record, a call of another role, a session that is not valid', async () => {
    const stranger = await make.user('company_admin', { of: [await make.company({ name: 'Other LLC' })] })
    await as(portal, stranger).send(getApplication, { params: application })
    await as(portal, stranger).send(approveUser, { params: { id: admin.id } })
    expect(await keptOf(stranger)).toMatchObject([
      { record_type: 'application', record_id: application.id, outcome: 'not_found' },
      { record_type: 'user', record_id: admin.id, outcome: 'forbidden', call: 'PUT /users/{id}/approve' },
    ])
    const before = (await keptOf(null)).length
    await as(portal).send(listApplications, {}, { cookie: 'session=not-valid' })
    await as(portal).send(listApplications, {})
    expect((await keptOf(null)).slice(before)).toMatchObject([{ outcome: 'signed_out', call: 'GET /visa-applications' }])
  })

  it('keeps sign-ins and those that failed, with the account that was meant and without what was typed', async () => {
    const user = await make.user('employee', { email: 'sara.khan@people.example' })
    const body = { email: 'sara.khan@people.example', password: 'wrong-password' }
    await as(portal).send(login, { body })
    await as(portal).send(login, { body: { ...body, email: 'nobody.known@people.example' } })
    await as(portal).send(login, { body: { ...body, password: PASSWORD } })
    expect(await keptOf(null, user.id)).toMatchObject([{ record_type: 'sign_in', outcome: 'signed_out', record_id: user.id }])
    expect(await keptOf(user)).toMatchObject([{ record_type: 'sign_in', outcome: 'seen', record_id: user.id }])
    await portal.journal.flush()
    expect(JSON.stringify(await portal.db.select().from(accesses))).not.toMatch(/people\.example|wrong-password/)
  })

  it('keeps of a sign-in with two steps that the code was asked for, the codes that were wrong, and the end', async () => {
    const user = await make.user('employee')
    const { secret } = await switchOn(portal, user)
    const { raw } = await as(portal).send(login, { body: { email: user.email, password: PASSWORD } })
    const cookie = `second_step=${raw.cookies[0]?.value}`
    const give = (code: string) => as(portal).send(passSecondStep, { body: { code } }, { cookie })
    expect([(await give('000000')).status, (await give(codeOf(secret, portal.clock.moment))).status]).toEqual([422, 200])
    const kept = [...(await keptOf(null, user.id)), ...(await keptOf(user, user.id))]
    expect(kept.map(({ record_type, call, outcome }) => [record_type, call, outcome])).toEqual([
      ['sign_in', 'POST /auth/login', 'code_asked'],
      ['sign_in', 'POST /auth/second-step', 'signed_out'],
      ['sign_in', 'POST /auth/second-step', 'seen'],
    ])
    const failed = await as(portal, admin).send(listJournal, { query: { record_id: user.id, outcome: 'failed' } })
    expect(failed.reply.map(({ call }) => call)).toEqual(['POST /auth/second-step'])
    expect((await give('000000')).status).toBe(410)
    expect((await keptOf(null)).at(-1)).toMatchObject({ call: 'POST /auth/second-step', outcome: 'signed_out', record_id: null })
  })

  it.each(['update accesses set address = address', 'delete from accesses', 'truncate accesses', 'delete from seals'])(
    'can only grow: %s is refused',
    async (statement) => {
      await expect(portal.db.execute(statement)).rejects.toMatchObject({ cause: { message: expect.stringContaining('is append-only') } })
    },
  )
})

describe('listJournal', () => {
  const list = async (query: Parameters<typeof ask>[0]) => (await ask(query)).reply
  const ask = (
    query: { [K in 'actor_id' | 'record_type' | 'record_id' | 'outcome' | 'lists' | 'from' | 'to' | 'limit' | 'cursor']?: string },
  ) => as(portal, admin).send(listJournal, { query: query as object })

  it('shows changes and accesses in one order, with the names that they have now', async () => {
    const pending = await make.user('company_admin', { full_name: 'Omar Haddad', of: [company], approved: false })
    portal.clock.moment = new Date('2026-11-20T07:00:00.000Z')
    await as(portal, admin).send(approveUser, { params: { id: pending.id } })
    portal.clock.moment = new Date('2026-11-20T08:00:00.000Z')
    const stranger = await make.user('employee', { full_name: 'Ali Raza' })
    await as(portal, stranger).send(approveUser, { params: { id: pending.id } })
    await portal.journal.flush()
    const shown = await list({ record_type: 'user', record_id: pending.id })
    expect(shown).toMatchObject([
      { outcome: 'forbidden', actor_name: 'Ali Raza', record_name: 'Omar Haddad', action: null, call: 'PUT /users/{id}/approve' },
      { outcome: 'changed', actor_name: 'Nadia Rahman', record_name: 'Omar Haddad', action: 'user_approved', call: null },
    ])
  })

  it('filters by person, kind, outcome and Dubai days', async () => {
    const person = await make.user('company_admin', { of: [company] })
    for (const moment of ['2026-11-24T19:59:59.999Z', '2026-11-24T20:00:00.000Z', '2026-11-25T20:00:00.000Z']) {
      portal.clock.moment = new Date(moment)
      await as(portal, person).send(getApplication, { params: application })
      await as(portal, person).send(getApplication, { params: { id: v7() } })
    }
    await portal.journal.flush()
    const of = { actor_id: person.id }
    const outcomes = (entries: JournalEntry[]) => entries.map(({ outcome }) => outcome)
    expect(await list(of)).toHaveLength(6)
    const day = await list({ ...of, from: '2026-11-25', to: '2026-11-25' })
    expect(await list({ ...of, from: '0001-01-01', to: '9999-12-31' })).toHaveLength(6)
    expect(day.map(({ happened_at }) => happened_at)).toEqual(['2026-11-24T20:00:00.000Z', '2026-11-24T20:00:00.000Z'])
    expect(outcomes(await list({ ...of, outcome: 'failed' }))).toEqual(['not_found', 'not_found', 'not_found'])
    expect(outcomes(await list({ ...of, outcome: 'seen' }))).toEqual(['seen', 'seen', 'seen'])
    expect(await list({ ...of, outcome: 'changed' })).toEqual([])
    expect(await list({ ...of, record_type: 'employee' })).toEqual([])
  })

  it('leaves the readings of lists out where they are hidden, but not the refused ones', async () => {
    const person = await make.user('admin')
    for (const call of [listUsers, listEmployees]) await as(portal, person).send(call, {})
    await as(portal, person).send(getApplication, { params: application })
    const stranger = await make.user('employee')
    await as(portal, stranger).send(listUsers, {})
    await portal.journal.flush()
    const callsOf = async (actor_id: string, lists?: string) => (await list({ actor_id, ...(lists && { lists }) })).map(({ call }) => call)
    expect(await callsOf(person.id, 'hidden')).toEqual(['GET /visa-applications/{id}'])
    for (const lists of [undefined, 'shown']) expect(await callsOf(person.id, lists)).toHaveLength(3)
    expect(await callsOf(stranger.id, 'hidden')).toEqual(['GET /users'])
    const { headers } = await ask({ actor_id: person.id, lists: 'hidden' })
    expect(headers['x-total-count']).toBe('1')
  })

  it('names who is gone as far as the history knows them', async () => {
    const gone = await make.user('admin', { full_name: 'Gone Person' })
    const pending = await make.user('company_admin', { of: [company], approved: false })
    await as(portal, gone).send(approveUser, { params: { id: pending.id } })
    await as(portal, gone).send(getApplication, { params: application })
    await portal.journal.flush()
    await portal.db.delete(users).where(and(eq(users.id, gone.id)))
    const shown = await list({ actor_id: gone.id })
    expect(new Set(shown.map(({ outcome }) => outcome))).toEqual(new Set(['changed', 'seen']))
    expect(new Set(shown.map(({ actor_name }) => actor_name))).toEqual(new Set(['Gone Person']))
  })

  it('goes on by its cursor until everything was shown once', async () => {
    await portal.journal.flush()
    const { reply: all, headers } = await ask({ to: '2026-11-21' })
    expect(headers['x-total-count']).toBe(String(all.length))
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const page = await ask({ to: '2026-11-21', limit: '3', ...(cursor && { cursor }) })
      ids.push(...page.reply.map(({ id }) => id))
      cursor = /cursor=([^&>]+)/.exec(String(page.headers.link ?? ''))?.[1]
    } while (cursor)
    // Reading the journal writes a row too, newer than these.
    expect(ids.filter((id) => all.some((entry) => entry.id === id))).toEqual(all.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it.each([{ actor_id: 'nobody' }, { outcome: 'perhaps' }, { from: 'yesterday' }])('refuses %o', async (query) => {
    expect((await ask(query)).status).toBe(422)
  })
})
