import { approveTopup, getStatement, listApplications, listEmployees, listTransactions, rejectTopup, submitApplication } from 'contract'
import { describe, expect, it } from 'vitest'
import { as } from '../../test/as.ts'
import { given } from '../../test/given.ts'
import { startPortal } from '../../test/portal.ts'
import { sentStatements } from '../../test/sentStatements.ts'
import { newEmployee } from '../../test/submission.ts'

const portal = startPortal()
const make = given(portal)
const KEY = () => ({ 'idempotency-key': crypto.randomUUID() })

async function customer() {
  const company = await make.company()
  const { send } = as(portal, await make.user('company_admin', { of: [company] }))
  await send(listTransactions, {})
  return { company, send }
}

async function admin() {
  const { send } = as(portal, await make.user('admin'))
  await send(listTransactions, {})
  return send
}

describe('the statements of the money, the look-up of the session included', () => {
  it.each([0, 20])('a submission sends five, with %d unpaid cases before it', async (unpaid) => {
    const { company, send } = await customer()
    for (let made = 0; made < unpaid; made++) await send(submitApplication, { body: newEmployee(company, { passport_number: `P${made}` }) })
    const sent = await sentStatements(() => send(submitApplication, { body: newEmployee(company) }, KEY()))
    expect(sent.map((text) => text.split(' ')[0])).toEqual(['select', 'select', 'begin', 'with', 'commit'])
  })

  it('an approval and a rejection send eight, however many payments it settles', async () => {
    const { company, send } = await customer()
    for (const passport_number of ['P1', 'P2', 'P3']) await send(submitApplication, { body: newEmployee(company, { passport_number }) })
    const [first, second] = [await make.topup(company, { aed: 30_000 }), await make.topup(company)]
    const asAdmin = await admin()
    expect(await sentStatements(() => asAdmin(approveTopup, { params: { id: first.id }, body: {} }))).toHaveLength(8)
    expect(await sentStatements(() => asAdmin(rejectTopup, { params: { id: second.id }, body: {} }))).toHaveLength(8)
  })

  it('a page of transactions sends two, as a statement does', async () => {
    const { company, send } = await customer()
    await make.topup(company, { approved: true })
    await make.topup(company)
    expect(await sentStatements(() => send(listTransactions, { query: { limit: 50 } }))).toHaveLength(2)
    expect(await sentStatements(() => send(listTransactions, { query: { limit: 50, sort: '-moved_at' } }))).toHaveLength(2)
    expect(await sentStatements(() => send(getStatement, {}))).toHaveLength(2)
  })
})

describe('a search', () => {
  it('sends two statements, the look-up of the session included, also where it finds none, and knows what is there without it', async () => {
    const { company, send } = await customer()
    await send(submitApplication, { body: newEmployee(company) })
    for (const [call, found] of [
      [listApplications, '1'],
      [listTransactions, '1'],
      [listEmployees, '0'],
    ] as const)
      for (const [q, total] of [
        ['sara', found],
        ['nobody has this', '0'],
      ] as const) {
        let headers: Record<string, unknown> = {}
        const sent = await sentStatements(async () => {
          const answer = await send(call, { query: { q } })
          headers = answer.headers
          expect(answer.reply).toHaveLength(Number(total))
        })
        expect(sent, `${call.path}?q=${q}`).toHaveLength(2)
        expect(headers, `${call.path}?q=${q}`).toMatchObject({ 'x-total-count': total, 'x-unfiltered-count': found })
      }
  })
})
