import {
  approveTopup,
  fromAed,
  getApplication,
  getBalance,
  getStatement,
  listTransactions,
  minus,
  plus,
  submitApplication,
  type Transaction,
} from 'contract'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { START, startPortal } from '../../../test/portal.ts'
import { newEmployee } from '../../../test/submission.ts'
import { findBroken } from './invariants.ts'

const portal = startPortal()
const make = given(portal)

const customer = async () => {
  const company = await make.company()
  const user = await make.user('company_admin', { of: [company] })
  const submit = async (changes = {}) => (await as(portal, user).send(submitApplication, { body: newEmployee(company, changes) })).reply
  const approve = async (id: string) => {
    const { status } = await as(portal, await make.user('admin')).send(approveTopup, { params: { id }, body: {} })
    expect(status).toBe(200)
  }
  const topUp = async (aed: number) => approve((await make.topup(company, { aed })).id)
  return { company, send: () => as(portal, user).send, submit, approve, topUp }
}

const at = (hours: number) => {
  portal.clock.moment = new Date(START.getTime() + hours * 3_600_000)
}

afterEach(async () => {
  expect(await findBroken(portal.db)).toEqual([])
})

/** Adds each row's amount to the balance of the row before. */
function expectRunning(ledger: Pick<Transaction, 'amount' | 'direction' | 'balance_after' | 'moved_at' | 'seq'>[]): void {
  let balance = fromAed(0)
  let before = { moved_at: '', seq: 0 }
  for (const { amount, direction, balance_after, moved_at, seq } of ledger) {
    balance = (direction === 'credit' ? plus : minus)(balance, fromAed(amount))
    expect(fromAed(balance_after ?? Number.NaN)).toBe(balance)
    expect(moved_at && moved_at >= before.moved_at).toBe(true)
    expect(seq).toBe(before.seq + 1)
    before = { moved_at: moved_at ?? '', seq: seq ?? 0 }
  }
}

describe('GET /transactions?sort=-moved_at', () => {
  it('is the ledger: the balance runs from row to row, and the statement has the same rows', async () => {
    const { company, send, submit, approve, topUp } = await customer()
    const early = await make.topup(company, { aed: 20_000 })
    at(1)
    await submit()
    at(2)
    await submit({ employee_location: 'inside_uae', passport_number: 'P2' })
    at(3)
    await topUp(7_000)
    at(4)
    await make.topup(company, { aed: 5_000 })
    await approve(early.id)
    const rows = (await send()(listTransactions, { query: { sort: '-moved_at' } })).reply
    expect(rows.map(({ type, amount }) => [type, amount])).toEqual([
      ['visa_payment', 7_500],
      ['topup', 20_000],
      ['visa_payment', 6_500],
      ['topup', 7_000],
    ])
    expectRunning(rows.toReversed())
    expect((await send()(listTransactions, { query: { sort: 'moved_at' } })).reply).toEqual(rows.toReversed())
    const statement = (await send()(getStatement, {})).reply
    expect(statement.rows.map(({ id, balance }) => [id, balance])).toEqual(rows.toReversed().map((row) => [row.id, row.balance_after]))
    const byRequest = (await send()(listTransactions, {})).reply
    expect(byRequest.map(({ created_at }) => created_at)).toEqual(
      byRequest
        .map(({ created_at }) => created_at)
        .toSorted()
        .toReversed(),
    )
    expect(byRequest.filter(({ status }) => status === 'pending')).toMatchObject([{ moved_at: null, seq: null, balance_after: null }])
  })

  it('runs from row to row of one moment, also over the pages and in the statement', async () => {
    const { send, submit, topUp } = await customer()
    at(1)
    for (const passport_number of ['P1', 'P2', 'P3', 'P4']) await submit({ passport_number })
    at(2)
    await topUp(20_000)
    const rows: Transaction[] = []
    let cursor: string | undefined
    do {
      const query = { sort: 'moved_at' as const, limit: 2, ...(cursor && { cursor }) }
      const { reply, headers } = await send()(listTransactions, { query })
      rows.push(...reply)
      cursor = new URLSearchParams(/\?([^>]*)>/.exec(String(headers.link ?? ''))?.[1]).get('cursor') ?? undefined
    } while (cursor)
    expect(rows.map(({ type }) => type)).toEqual(['topup', 'visa_payment', 'visa_payment', 'visa_payment'])
    expect(new Set(rows.map(({ moved_at }) => moved_at)).size).toBe(1)
    expectRunning(rows)
    expect((await send()(listTransactions, { query: { sort: '-moved_at' } })).reply).toEqual(rows.toReversed())
    const statement = (await send()(getStatement, {})).reply
    expect(statement.rows.map(({ id, balance }) => [id, balance])).toEqual(rows.map((row) => [row.id, row.balance_after]))
    let balance = fromAed(statement.opening)
    for (const row of statement.rows) {
      balance = (row.direction === 'credit' ? plus : minus)(balance, fromAed(row.amount))
      expect(fromAed(row.balance)).toBe(balance)
    }
    expect(fromAed(statement.closing)).toBe(balance)
  })

  it('runs although a clock was set back (T54)', async () => {
    const { send, submit, topUp } = await customer()
    at(24)
    await topUp(30_000)
    at(1)
    await submit()
    await topUp(10)
    const rows = (await send()(listTransactions, { query: { sort: 'moved_at' } })).reply
    expect(rows).toHaveLength(3)
    expectRunning(rows)
    const statement = (await send()(getStatement, {})).reply
    expect(statement.rows.map(({ balance }) => balance)).toEqual([30_000, 23_500, 23_510])
  })

  it('comes page by page, filtered, with its own count, and of all companies for an administrator', async () => {
    const { company, send, submit, topUp } = await customer()
    await make.topup(company)
    await topUp(40_000)
    for (const passport_number of ['P1', 'P2', 'P3', 'P4']) await submit({ passport_number })
    const admin = as(portal, await make.user('admin'))
    for (const asker of [send(), admin.send]) {
      const seen: Transaction[] = []
      let cursor: string | undefined
      do {
        const query = { sort: '-moved_at' as const, company_id: company.id, limit: 2, ...(cursor && { cursor }) }
        const { reply, headers } = await asker(listTransactions, { query })
        expect(headers['x-total-count']).toBe('5')
        seen.push(...reply)
        cursor = new URLSearchParams(/\?([^>]*)>/.exec(String(headers.link ?? ''))?.[1]).get('cursor') ?? undefined
      } while (cursor)
      expect(seen).toHaveLength(5)
      expectRunning(seen.toReversed())
    }
    const topups = await send()(listTransactions, { query: { sort: '-moved_at', type: 'topup' } })
    expect([topups.reply.length, topups.headers['x-total-count'], topups.headers['x-unfiltered-count']]).toEqual([1, '1', '6'])
    expect((await send()(listTransactions, { query: { sort: 'created_at' } as never })).status).toBe(422)
    const other = await customer()
    expect((await other.send()(listTransactions, { query: { sort: '-moved_at' } })).reply).toEqual([])
  })
})

describe('what a payment lacks (W2)', () => {
  it('is the sum of what waits up to it without the balance, after any top-ups and submissions', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('submit' as const), inside: fc.boolean() }),
      fc.record({ kind: fc.constant('topup' as const), aed: fc.integer({ min: 1, max: 30_000 }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
        const { company, send, submit, topUp } = await customer()
        const made: { id: string; cost: number }[] = []
        for (const each of steps) {
          if (each.kind === 'topup') await topUp(each.aed)
          else {
            const { id, cost, payment } = await submit({
              employee_location: each.inside ? 'inside_uae' : 'outside_uae',
              passport_number: `P${made.length}`,
            })
            made.push({ id, cost })
            expect((await send()(getApplication, { params: { id } })).reply.payment).toEqual(payment)
          }
        }
        const { balance, due } = (await send()(getBalance, {})).reply
        let owed = 0
        for (const { id, cost } of made) {
          const { payment } = (await send()(getApplication, { params: { id } })).reply
          const waits = payment?.status === 'pending'
          if (waits) owed += cost
          expect(payment?.missing).toBe(waits ? Math.max(0, owed * 100 - balance * 100) / 100 : 0)
        }
        expect(due).toBe(owed)
        const kept = await portal.db.execute(
          sql`select coalesce(sum(due_fils), 0) as due from visa_applications where company_id = ${company.id}`,
        )
        expect(Number(kept.rows[0]?.due)).toBe(owed * 100)
      }),
      { numRuns: 15 },
    )
  })

  it('leaves out what was rejected in between', async () => {
    const { send, submit } = await customer()
    const [, second, third] = [
      await submit({ passport_number: 'P1' }),
      await submit({ passport_number: 'P2' }),
      await submit({ passport_number: 'P3' }),
    ]
    await portal.db.execute(sql`update transactions set status = 'rejected', decided_at = now() where application_id = ${second.id}`)
    expect((await send()(getApplication, { params: { id: third.id } })).reply.payment).toMatchObject({ status: 'pending', missing: 13_000 })
    expect((await send()(getBalance, {})).reply.due).toBe(13_000)
    const last = await submit({ passport_number: 'P4' })
    expect(last.payment?.missing).toBe(19_500)
  })
})

describe('GET /transactions?month=', () => {
  it('pages through what moved at one moment in several wallets, each row once and each wallet in its order', async () => {
    portal.clock.moment = new Date('2031-03-05T08:00:00.000Z')
    const companies = [await make.company(), await make.company()]
    for (let round = 0; round < 4; round++) for (const company of companies) await make.topup(company, { approved: true })
    const admin = as(portal, await make.user('admin'))
    const owner = as(portal, await make.user('company_admin', { of: companies }))
    const moved = async (who: typeof admin, query: { sort: 'moved_at' | '-moved_at'; company_id?: string; companies?: 'all' }) => {
      const rows: Transaction[] = []
      for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
        const page = await who.list(listTransactions, { query: { month: '2031-03', limit: 3, ...query, ...(cursor && { cursor }) } })
        expect(page.total).toBe(query.company_id ? 4 : 8)
        rows.push(...page.items)
        cursor = page.next
      }
      return rows.map(({ company_id, seq }) => [company_id, seq])
    }
    for (const sort of ['moved_at', '-moved_at'] as const) {
      const rounds = sort === 'moved_at' ? [1, 2, 3, 4] : [4, 3, 2, 1]
      const inTurn = sort === 'moved_at' ? companies : companies.toReversed()
      const all = rounds.flatMap((seq) => inTurn.map(({ id }) => [id, seq]))
      expect(await moved(admin, { sort })).toEqual(all)
      expect(await moved(owner, { sort, companies: 'all' })).toEqual(all)
      for (const { id } of companies) expect(await moved(admin, { sort, company_id: id })).toEqual(rounds.map((seq) => [id, seq]))
    }
  })
})
