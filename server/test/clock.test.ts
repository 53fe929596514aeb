import {
  addStage,
  approveTopup,
  getApplication,
  HOUR_MS,
  listApplications,
  listTransactions,
  login,
  me,
  requestTopup,
  submitApplication,
} from 'contract'
import { describe, expect, it } from 'vitest'
import { as } from '../../test/as.ts'
import { dataString, PDF } from '../../test/files.ts'
import { given, PASSWORD } from '../../test/given.ts'
import { START, startPortal } from '../../test/portal.ts'
import { newEmployee } from '../../test/submission.ts'
import { findBroken } from '../src/transactions/invariants.ts'

const portal = startPortal()
const make = given(portal)
const at = (hours: number) => {
  portal.clock.moment = new Date(START.getTime() + hours * HOUR_MS)
}

describe('a session (T54)', () => {
  const session = async () => {
    const { send } = as(portal, await make.user('admin'))
    return async () => (await send(me, {})).status
  }

  it('survives a clock that is set back a day, and its times count on from there (A9)', async () => {
    const visit = await session()
    expect(await visit()).toBe(200)
    at(-24)
    expect(await visit()).toBe(200)
    at(-22.5)
    expect(await visit()).toBe(200)
    at(-20.4)
    expect(await visit()).toBe(401)
  })

  it('that began while the clock was a day ahead lives no longer than its longest time', async () => {
    at(24)
    const visit = await session()
    expect(await visit()).toBe(200)
    for (let hour = 0; hour < 12; hour++) {
      at(hour)
      expect(await visit()).toBe(200)
    }
    at(12)
    expect(await visit()).toBe(401)
  })

  it('rests while the clock is a day ahead, since nobody can tell that from a day, and goes on when it is right again', async () => {
    const visit = await session()
    expect(await visit()).toBe(200)
    at(24)
    expect(await visit()).toBe(401)
    expect(await (await session())()).toBe(200)
    at(1)
    expect(await visit()).toBe(200)
  })

  it('can be begun after the clock was set back behind failed logins (A10)', async () => {
    const { email } = await make.user('admin')
    const signIn = async (password: string) => (await as(portal).send(login, { body: { email, password } })).status
    at(24)
    for (let tries = 0; tries < 10; tries++) await signIn('wrong')
    expect(await signIn(PASSWORD)).toBe(429)
    at(0)
    expect(await signIn(PASSWORD)).toBe(200)
  })
})

describe.each([
  ['forwards', 24],
  ['back', -24],
])('when the clock jumps a day %s (T54)', (_, hours) => {
  const customer = async () => {
    const company = await make.company()
    const user = await make.user('company_admin', { of: [company] })
    // Signed in again where the jump ended the session.
    const send: ReturnType<typeof as>['send'] = (...input) => as(portal, user).send(...input)
    const admin = await make.user('admin')
    return { company, send, asAdmin: ((...input) => as(portal, admin).send(...input)) as typeof send }
  }

  it('payments settle in the order in which they were submitted (W2)', async () => {
    const { company, send, asAdmin } = await customer()
    const submit = async () => (await send(submitApplication, { body: newEmployee(company) })).reply.id
    const first = await submit()
    at(hours)
    const second = await submit()
    const topup = (await send(requestTopup, { body: { amount: 6_500, receipt_document: dataString(PDF) } })).reply
    expect((await asAdmin(approveTopup, { params: { id: topup.id }, body: {} })).status).toBe(200)
    const payments = (await send(listTransactions, { query: { type: 'visa_payment' } })).reply
    const statusOf = (id: string) => payments.find(({ application_id }) => application_id === id)?.status
    expect([statusOf(first), statusOf(second)]).toEqual(['completed', 'pending'])
    expect(await findBroken(portal.db)).toEqual([])
  })

  it('the stages go on, and the pages of a list leave nothing out and repeat nothing (S1, P3)', async () => {
    const { company, send, asAdmin } = await customer()
    const ids = new Set<string>()
    const submit = async () => ids.add((await send(submitApplication, { body: newEmployee(company) })).reply.id)
    for (const moment of [0, hours, hours, 0]) {
      at(moment)
      await submit()
    }
    const [id = ''] = ids
    for (const stage_name of ['Offer Letter', 'Entry Permit'] as const) {
      expect((await asAdmin(addStage, { params: { id }, body: { stage_name, status: 'Approved' } })).status).toBe(201)
      at(hours)
    }
    expect((await send(getApplication, { params: { id } })).reply.current_stage).toBe('Change Status')
    const seen: string[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const { reply, headers }: Awaited<ReturnType<typeof send<typeof listApplications>>> = await send(listApplications, {
        query: { limit: 1, ...(cursor && { cursor }) },
      })
      seen.push(...reply.map((row) => row.id))
      cursor = /cursor=([^&>]+)/.exec(String(headers.link ?? ''))?.[1]
    }
    expect(seen.toSorted()).toEqual([...ids].toSorted())
  })
})
