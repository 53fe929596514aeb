import {
  approveUser,
  type Call,
  calls,
  getAnalytics,
  getApplication,
  getCompany,
  getDocument,
  getStats,
  inviteUser,
  listApplicationHistory,
  listApplications,
  listCompanyHistory,
  listExpiringVisas,
  listStages,
  listUsers,
  login,
  setPassword,
} from 'contract'
import { and, count, desc, eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { JPEG } from '../../../test/files.ts'
import { given, PASSWORD } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { companies } from '../db/companies.table.ts'
import { mails } from '../db/mails.table.ts'
import { users } from '../db/people.table.ts'
import { loginFailures, oneTimeTokens } from '../db/sessions.table.ts'

const portal = startPortal()
const make = given(portal)
const { company, user, employee } = make
const SARA = { email: 'sara.khan@people.example', full_name: 'Sara Khan', role: 'employee' } as const
const TAKEN = 'An account with this e-mail already exists'

beforeEach(async () => {
  await portal.db.delete(users)
  await portal.db.delete(companies)
  await portal.db.delete(loginFailures)
})

/** An admin, a company with its administrator, and how each invites. */
async function world() {
  const falcon = await company()
  const [boss, layla] = [await user('admin', { full_name: 'The Boss' }), await user('company_admin', { of: [falcon] })]
  return { falcon, boss: as(portal, boss), layla: as(portal, layla), laylaAgain: () => as(portal, layla) }
}
const later = (hours: number) => {
  portal.clock.moment = new Date(portal.clock.moment.getTime() + hours * 60 * 60_000)
}
const stored = async (id: string) => (await portal.db.select().from(users).where(eq(users.id, id)))[0]
const countOf = async (table: typeof users | typeof mails | typeof oneTimeTokens) =>
  (await portal.db.select({ rows: count() }).from(table))[0]?.rows

async function mailed(reader: { id: string }) {
  const [mail] = await portal.db
    .select({ facts: mails.facts })
    .from(mails)
    .where(and(eq(mails.user_id, reader.id), eq(mails.kind, 'invitation')))
    .orderBy(desc(mails.id))
  return mail?.facts as { link: string; invited_by: string; company_name: string }
}
const tokenOf = async (reader: { id: string }) => (await mailed(reader)).link.split('#token=')[1] ?? ''
const come = async (reader: { id: string }) => as(portal).send(setPassword, { body: { token: await tokenOf(reader), password: PASSWORD } })

describe('inviteUser (A6)', () => {
  it('by an admin makes an approved user, whom the mailed link lets in', async () => {
    const { falcon, boss } = await world()
    const { status, reply } = await boss.send(inviteUser, { body: { ...SARA, company_id: falcon.id } })
    expect(status).toBe(201)
    expect(reply).toMatchObject({
      ...SARA,
      approved: true,
      invited: true,
      company_id: falcon.id,
      active_company_id: falcon.id,
      company_ids: [falcon.id],
      company_name: 'Falcon Trading LLC',
    })
    expect(await mailed(reply)).toMatchObject({ invited_by: 'The Boss', company_name: 'Falcon Trading LLC' })
    expect((await as(portal).send(login, { body: { email: SARA.email, password: PASSWORD } })).status).toBe(401)
    expect((await come(reply)).status).toBe(204)
    expect((await as(portal).send(login, { body: { email: SARA.email, password: PASSWORD } })).status).toBe(200)
    expect((await boss.send(listUsers, {})).reply.find(({ id }) => id === reply.id)?.invited).toBe(false)
  })

  it('by a company_admin is for the active company and waits for the admin', async () => {
    const { falcon, boss, layla } = await world()
    const { status, reply } = await layla.send(inviteUser, { body: { ...SARA, role: 'company_admin' } })
    expect([status, reply.approved, reply.company_ids]).toEqual([201, false, [falcon.id]])
    await come(reply)
    const early = await as(portal).send(login, { body: { email: SARA.email, password: PASSWORD } })
    expect([early.status, early.problem.detail]).toEqual([403, 'Your account is pending admin approval'])
    await boss.send(approveUser, { params: { id: reply.id } })
    expect((await as(portal).send(login, { body: { email: SARA.email, password: PASSWORD } })).status).toBe(200)
  })

  it('mails the address of the settings, whatever host the request claims (T29)', async () => {
    const { layla } = await world()
    const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
    const { reply } = await layla.send(inviteUser, { body: SARA }, forged)
    const [mail] = await portal.db.select({ facts: mails.facts }).from(mails).where(eq(mails.user_id, reply.id))
    expect(mail?.facts).toMatchObject({ link: expect.stringMatching(/^http:\/\/localhost:3000\/set-password#token=/) })
  })

  it('names another own company, but no foreign one (T15)', async () => {
    const [falcon, eagle, desert] = [await company(), await company({ name: 'Eagle' }), await company({ name: 'Desert' })]
    const layla = as(portal, await user('company_admin', { of: [falcon, eagle] }))
    const own = await layla.send(inviteUser, { body: { ...SARA, company_id: eagle.id } })
    expect([own.status, own.reply.company_name]).toEqual([201, 'Eagle'])
    const foreign = await layla.send(inviteUser, { body: { ...SARA, email: 'x@people.example', company_id: desert.id } })
    expect([foreign.status, foreign.problem.detail]).toEqual([404, 'Company not found'])
  })

  it('writes the history of the company', async () => {
    const { falcon, boss } = await world()
    await boss.send(inviteUser, { body: { ...SARA, company_id: falcon.id } })
    const { reply } = await boss.send(listCompanyHistory, { params: { id: falcon.id } })
    expect(reply).toMatchObject([{ action: 'user_invited', actor_name: 'The Boss', subject: 'Sara Khan' }])
  })

  it.each([
    [{ role: 'admin' }, 'role', 'Role must be one of: company_admin, employee'],
    [{ email: 'sara' }, 'email', 'Email is not a valid e-mail address'],
    [{ full_name: ' ' }, 'full_name', 'Full name is required'],
    [{ company_id: null }, 'company_id', 'Company is required'],
  ])('refuses %j (T20)', async (change, field, detail) => {
    const { falcon, boss } = await world()
    const answer = await boss.send(inviteUser, { body: { ...SARA, company_id: falcon.id, ...change } as never })
    expect([answer.status, answer.problem.errors]).toEqual([422, [{ field, detail }]])
    expect(await countOf(users)).toBe(2)
  })

  it('T14: sets nothing that an invitation does not name', async () => {
    const { layla } = await world()
    const more = { approved: true, company_ids: ['x'], password_hash: 'x', email_verified_at: '2026-01-01T00:00:00Z', id: 'x' }
    const { reply } = await layla.send(inviteUser, { body: { ...SARA, ...more } as never })
    expect(await stored(reply.id)).toMatchObject({ approved: false, password_hash: null, email_verified_at: null })
  })

  it('refuses the e-mail of an account, whoever has it, without case', async () => {
    const { falcon, boss, layla } = await world()
    await user('company_admin', { of: [falcon], email: 'SARA.khan@people.example', approved: false })
    await user('admin', { email: 'boss@portal.example' })
    for (const sender of [boss, layla]) {
      for (const email of [SARA.email, 'boss@portal.example']) {
        const answer = await sender.send(inviteUser, { body: { ...SARA, email, company_id: falcon.id } })
        expect([answer.status, answer.problem.detail]).toEqual([409, TAKEN])
      }
    }
    expect(await countOf(mails)).toBe(0)
  })

  it('refuses the e-mail of who signs in through the provider and so has no password', async () => {
    const { falcon, layla } = await world()
    await user('company_admin', {
      of: [falcon],
      email: SARA.email,
      password_hash: null,
      oidc_issuer: 'https://id.example',
      oidc_subject: '1',
    })
    expect((await layla.send(inviteUser, { body: SARA })).status).toBe(409)
  })
})

describe('inviteUser again', () => {
  it('sends a fresh link to who has not come yet; the older one ends', async () => {
    const { layla } = await world()
    const first = (await layla.send(inviteUser, { body: SARA })).reply
    const old = await tokenOf(first)
    const second = await layla.send(inviteUser, { body: { ...SARA, email: 'SARA.KHAN@people.example', full_name: 'Sara A. Khan' } })
    expect([second.status, second.reply.id, second.reply.full_name]).toEqual([201, first.id, 'Sara A. Khan'])
    expect((await as(portal).send(setPassword, { body: { token: old, password: PASSWORD } })).status).toBe(410)
    expect((await come(first)).status).toBe(204)
    expect((await layla.send(inviteUser, { body: SARA })).status).toBe(409)
  })

  it('works for 72 hours', async () => {
    const { boss, falcon } = await world()
    const { reply } = await boss.send(inviteUser, { body: { ...SARA, company_id: falcon.id } })
    later(71)
    const token = await tokenOf(reply)
    later(1)
    expect((await as(portal).send(setPassword, { body: { token, password: PASSWORD } })).status).toBe(410)
  })

  it("does not touch another company's invitation", async () => {
    const { layla } = await world()
    const eagle = await company({ name: 'Eagle' })
    const theirs = (await as(portal, await user('company_admin', { of: [eagle] })).send(inviteUser, { body: SARA })).reply
    const answer = await layla.send(inviteUser, { body: { ...SARA, role: 'company_admin', full_name: 'Changed' } })
    expect([answer.status, answer.problem.detail]).toEqual([409, TAKEN])
    expect(await stored(theirs.id)).toMatchObject({ full_name: 'Sara Khan', role: 'employee' })
    expect((await come(theirs)).status).toBe(204)
  })

  it('by a company_admin keeps an approval, but not for a role that the admin did not approve', async () => {
    const { falcon, boss, layla } = await world()
    const { reply } = await boss.send(inviteUser, { body: { ...SARA, company_id: falcon.id } })
    expect((await layla.send(inviteUser, { body: SARA })).reply).toMatchObject({ id: reply.id, approved: true })
    const other = await layla.send(inviteUser, { body: { ...SARA, role: 'company_admin' } })
    expect(other.reply).toMatchObject({ id: reply.id, role: 'company_admin', approved: false })
  })

  it('by an admin approves who waited', async () => {
    const { falcon, boss, layla } = await world()
    const { reply } = await layla.send(inviteUser, { body: SARA })
    expect((await boss.send(inviteUser, { body: { ...SARA, company_id: falcon.id } })).reply).toMatchObject({
      id: reply.id,
      approved: true,
    })
  })

  it('at the same moment makes one user, one of whose links works', async () => {
    const { layla } = await world()
    await layla.send(listUsers, {})
    const answers = await Promise.all(Array.from({ length: 3 }, () => layla.send(inviteUser, { body: SARA })))
    expect(answers.map(({ status }) => status)).toEqual(Array(3).fill(201))
    expect(new Set(answers.map(({ reply }) => reply.id)).size).toBe(1)
    expect(await countOf(oneTimeTokens)).toBe(1)
  })

  it('with the same Idempotency-Key sends one mail (W8)', async () => {
    const { layla } = await world()
    await layla.send(listUsers, {})
    const key = { 'idempotency-key': 'invite-sara' }
    const answers = await Promise.all(Array.from({ length: 4 }, () => layla.send(inviteUser, { body: SARA }, key)))
    expect(new Set(answers.map(({ status, reply }) => `${status} ${reply.id}`)).size).toBe(1)
    expect(await countOf(mails)).toBe(1)
  })
})

describe('inviteUser too often', () => {
  const ofMany = (sender: ReturnType<typeof as>, count: number, emailOf: (index: number) => string) =>
    Promise.all(Array.from({ length: count }, (_, index) => sender.send(inviteUser, { body: { ...SARA, email: emailOf(index) } })))
  const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted()

  it('sends one person three links in an hour, whoever asks, and the last one works', async () => {
    const { falcon, boss, layla } = await world()
    const { reply } = await boss.send(inviteUser, { body: { ...SARA, company_id: falcon.id } })
    later(0.5)
    expect(statusesOf(await ofMany(layla, 24, () => SARA.email))).toEqual([201, 201, ...Array(22).fill(429)])
    const refused = await layla.send(inviteUser, { body: { ...SARA, full_name: 'Changed' } })
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1800'])
    expect(refused.problem.detail).toBe('Enough invitations were sent to this e-mail. Please try again in 30 minutes.')
    expect([await countOf(mails), (await stored(reply.id))?.full_name]).toEqual([3, 'Sara Khan'])
    later(0.5)
    expect((await layla.send(inviteUser, { body: SARA })).status).toBe(201)
    expect((await come(reply)).status).toBe(204)
  })

  it('sends ten to one mailbox in an hour, whatever stands behind the plus', async () => {
    const { layla } = await world()
    const answers = await ofMany(layla, 14, (index) => `office+${index}@people.example`)
    expect(statusesOf(answers)).toEqual([...Array(10).fill(201), ...Array(4).fill(429)])
    expect(await countOf(mails)).toBe(10)
    expect((await layla.send(inviteUser, { body: { ...SARA, email: 'desk@people.example' } })).status).toBe(201)
  })

  it('sends fifty of one person in a day; what is refused counts for nothing', async () => {
    const { layla, laylaAgain } = await world()
    for (const _ of [1, 2, 3]) expect((await layla.send(inviteUser, { body: { ...SARA, company_id: v7() } })).status).toBe(404)
    expect(new Set(statusesOf(await ofMany(layla, 50, (index) => `number${index}@people.example`)))).toEqual(new Set([201]))
    later(23)
    const refused = await laylaAgain().send(inviteUser, { body: SARA })
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3600'])
    expect(refused.problem.detail).toBe('You have sent 50 invitations within a day. Please go on tomorrow.')
    expect(await countOf(users)).toBe(52)
    later(1)
    expect((await laylaAgain().send(inviteUser, { body: SARA })).status).toBe(201)
  })
})

describe('the employee record of an invitation (A6)', () => {
  it('is the one that is named', async () => {
    const { falcon, layla } = await world()
    const record = await employee(falcon, { email: null })
    await employee(falcon, { passport_number: 'N2', email: SARA.email })
    const { reply } = await layla.send(inviteUser, { body: { ...SARA, employee_id: record.id } })
    expect((await stored(reply.id))?.employee_id).toBe(record.id)
    await layla.send(inviteUser, { body: { ...SARA, employee_id: record.id } })
    expect((await stored(reply.id))?.employee_id).toBe(record.id)
  })

  it('else is the only one of the company with the same e-mail, without case', async () => {
    const { falcon, layla } = await world()
    await employee(await company({ name: 'Eagle' }), { email: SARA.email })
    const record = await employee(falcon, { email: 'Sara.Khan@People.example' })
    const { reply } = await layla.send(inviteUser, { body: SARA })
    expect((await stored(reply.id))?.employee_id).toBe(record.id)
    await employee(falcon, { passport_number: 'N2', email: 'noor@people.example' })
    await employee(falcon, { passport_number: 'N3', email: 'noor@people.example' })
    const noor = await layla.send(inviteUser, { body: { ...SARA, email: 'noor@people.example' } })
    expect((await stored(noor.reply.id))?.employee_id).toBeNull()
  })

  it('is none of another company, and none of a company_admin', async () => {
    const { falcon, boss } = await world()
    const foreign = await employee(await company({ name: 'Eagle' }))
    const answer = await boss.send(inviteUser, { body: { ...SARA, company_id: falcon.id, employee_id: foreign.id } })
    expect([answer.status, answer.problem.detail]).toEqual([404, 'Employee not found'])
    await employee(falcon, { passport_number: 'N2', email: SARA.email })
    const { reply } = await boss.send(inviteUser, { body: { ...SARA, role: 'company_admin', company_id: falcon.id } })
    expect((await stored(reply.id))?.employee_id).toBeNull()
  })
})

describe('an invited employee (V4)', () => {
  /** An invited person, with own and other records. */
  async function invited(linked: boolean) {
    const { falcon, layla } = await world()
    const record = linked ? await employee(falcon, { email: null, passport_number: 'N1234567' }) : undefined
    const own = await make.application(falcon, { expiry_date: '2026-12-01', ...(linked ? { email: 'another@people.example' } : {}) })
    const done = await make.application(falcon, {
      ...(linked ? { email: null } : { passport_number: 'N7' }),
      status: 'completed',
      completed_at: portal.clock.moment.toISOString(),
      current_stage: 'Visa Stamping',
    })
    const colleague = await make.application(falcon, {
      employee_name: 'Omar Haddad',
      passport_number: 'N9999999',
      email: linked ? SARA.email : 'omar@people.example',
      expiry_date: '2026-12-02',
    })
    const namesake = await make.application(await company({ name: 'Eagle' }), { expiry_date: '2026-12-03' })
    const { reply } = await layla.send(inviteUser, { body: { ...SARA, ...(record && { employee_id: record.id }) } })
    await come(reply)
    await portal.db.update(users).set({ approved: true }).where(eq(users.id, reply.id))
    return { falcon, sara: as(portal, reply), own, done, foreign: [colleague, namesake] }
  }

  it.each([true, false])('sees exactly the own cases in lists, numbers and details (linked by a record: %s)', async (linked) => {
    const { sara, own, done, foreign } = await invited(linked)
    const list = await sara.send(listApplications, {})
    expect(list.reply.map(({ id }) => id).toSorted()).toEqual([own.id, done.id].toSorted())
    expect([list.headers['x-total-count'], list.headers['x-unfiltered-count']]).toEqual(['2', '2'])
    expect((await sara.send(listApplications, { query: { q: 'Omar' } })).reply).toEqual([])
    expect((await sara.send(getStats, {})).reply).toMatchObject({
      total_applications: 2,
      pending_applications: 1,
      completed_applications: 1,
    })
    // The newest of a person's (S9).
    expect((await sara.send(listExpiringVisas, {})).reply.map(({ id }) => id)).toEqual([linked ? done.id : own.id])
    const analytics = (await sara.send(getAnalytics, {})).reply
    expect(analytics.by_stage.reduce((sum, stage) => sum + stage.count, 0)).toBe(2)
    for (const { id } of [own, done]) expect((await sara.send(getApplication, { params: { id } })).status).toBe(200)
    for (const { id } of foreign) expect((await sara.send(getApplication, { params: { id } })).status).toBe(404)
  })

  it('reads stages, documents and history of the own cases alone, a Medical Test included (V7)', async () => {
    const { sara, own, foreign } = await invited(true)
    const papers = async (application: { id: string }) => {
      const stage = await make.stage(application, 'Medical Test', 'Approved')
      return [
        await make.document({ stage_id: stage.id }, JPEG),
        await make.document({ application_id: application.id, slot: 'photo' }, JPEG),
      ]
    }
    const statuses = async (application: { id: string }) => {
      const params = { id: application.id }
      const documents = await papers(application)
      const answers = [
        await sara.send(listStages, { params }),
        await sara.send(listApplicationHistory, { params }),
        ...(await Promise.all(documents.map(({ id }) => sara.send(getDocument, { params: { id } })))),
      ]
      return answers.map(({ status }) => status)
    }
    expect(await statuses(own)).toEqual([200, 200, 200, 200])
    for (const application of foreign) expect(await statuses(application)).toEqual([404, 404, 404, 404])
  })

  it('makes no call that is for administrators', async () => {
    const { sara, falcon } = await invited(true)
    const closed = Object.values(calls).filter(({ access }) => access !== 'public' && !(access as readonly string[]).includes('employee'))
    expect(closed.length).toBeGreaterThan(20)
    const params = { id: falcon.id, company_id: falcon.id, kind: 'new' }
    const statuses = await Promise.all(closed.map(async (call) => (await sara.send<Call>(call, { params, body: {} } as never)).status))
    expect(new Set(statuses)).toEqual(new Set([403]))
    expect((await sara.send(getCompany, { params })).status).toBe(403)
  })
})
