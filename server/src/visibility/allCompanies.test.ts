import {
  approveTopup,
  type Call,
  calls,
  getBalance,
  getStats,
  getToday,
  isRead,
  listExpiringVisas,
  listTransactions,
  requestTopup,
  submitApplication,
  switchCompany,
} from 'contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { as } from '../../../test/as.ts'
import { dataString, PDF } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee } from '../../../test/submission.ts'

const portal = startPortal()
const make = given(portal)
const ALL = { companies: 'all' } as const
const receipt_document = dataString(PDF, 'application/pdf')

const day = (days: number) => new Date(portal.clock.moment.getTime() + days * 86_400_000).toISOString().slice(0, 10)
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

type Sender = ReturnType<typeof as>
let customer: Sender
let admin: Sender
let own: { id: string; name: string }[]

/** A wallet that has moved, a payment that is due, a pending top-up, visas that expire. */
async function fill(company: { id: string }, { send }: Sender, passport: string): Promise<void> {
  await make.employee(company, { passport_number: `${passport}1`, visa_expiry_date: day(-1) })
  for (const days of [3, 12, 25]) await make.employee(company, { passport_number: `${passport}${days}`, visa_expiry_date: day(days) })
  const { reply: paid } = await send(requestTopup, { body: { amount: 7_000, receipt_document } })
  await admin.send(approveTopup, { params: { id: paid.id }, body: {} })
  for (const at of ['a', 'b']) await send(submitApplication, { body: newEmployee(company, { passport_number: passport + at }) })
  await send(requestTopup, { body: { amount: 100, receipt_document } })
}

beforeAll(async () => {
  own = [await make.company(), await make.company({ name: 'Oryx Stone LLC' }), await make.company({ name: 'Marina Yachts' })]
  const foreign = await make.company({ name: 'Foreign LLC' })
  admin = as(portal, await make.user('admin'))
  customer = as(portal, await make.user('company_admin', { of: own }))
  for (const [place, company] of own.slice(0, 2).entries()) {
    await customer.send(switchCompany, { params: { company_id: company.id } })
    await fill(company, customer, `P${place}`)
  }
  await fill(foreign, as(portal, await make.user('company_admin', { of: [foreign] })), 'F')
})

/** What each own company's own answer is. */
async function each<T>(ask: () => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  for (const { id } of own) {
    await customer.send(switchCompany, { params: { company_id: id } })
    answers.push(await ask())
  }
  return answers
}

/** All rows, page by page. */
async function rowsOf<C extends typeof listTransactions | typeof listExpiringVisas>(call: C, query: object, limit: number) {
  const ids: string[] = []
  const names: (string | null)[] = []
  let cursor: string | undefined
  do {
    const page = await customer.list(call, { query: { ...query, ...ALL, limit, ...(cursor && { cursor }) } } as never)
    for (const row of page.items as { id: string; company_name: string | null }[]) {
      ids.push(row.id)
      names.push(row.company_name)
    }
    cursor = page.next
  } while (cursor)
  return { ids, names }
}

describe('all own companies', () => {
  it('have the sums of each as their balance, and no other company in them', async () => {
    const balances = await each(async () => (await customer.send(getBalance, {})).reply)
    const { reply } = await customer.send(getBalance, { query: ALL })
    expect(reply).toEqual({
      balance: sum(balances.map(({ balance }) => balance)),
      due: sum(balances.map(({ due }) => due)),
      pending_topups: sum(balances.map(({ pending_topups }) => pending_topups)),
    })
    expect(reply).toEqual({ balance: 1_000, due: 13_000, pending_topups: 200 })
  })

  it('have the sums of each as their numbers', async () => {
    const stats = await each(async () => (await customer.send(getStats, {})).reply)
    const { reply } = await customer.send(getStats, { query: ALL })
    for (const name of ['total_applications', 'pending_applications', 'completed_applications', 'expired_employees'] as const)
      expect(reply[name]).toBe(sum(stats.map((one) => one[name])))
    expect(reply).toMatchObject({ total_companies: 3, total_applications: 4, expired_employees: 2 })
  })

  it('have what waits in each, by name, and what each wallet lacks', async () => {
    const todays = await each(async () => (await customer.send(getToday, {})).reply)
    const { reply } = await customer.send(getToday, { query: ALL })
    const counts = (of: typeof reply) => Object.fromEntries(of.groups.map(({ kind, count }) => [kind, count]))
    for (const [kind, count] of Object.entries(counts(reply))) expect(count).toBe(sum(todays.map((one) => counts(one)[kind] ?? 0)))
    expect(counts(reply)).toMatchObject({ dues: 2, expired: 2, expiring: 6 })
    expect(reply.wallet).toEqual({ balance: 1_000, due: 13_000, missing: 11_800 })
    expect(reply.first_steps).toBeNull()
    expect(reply.expiring_days).toEqual([3, 12, 25].map((days) => ({ date: day(days), people: 2 })))
    const named = [own[0], own[1]].map((company) => ({ company_id: company?.id, company_name: company?.name }))
    for (const kind of ['dues', 'expired'] as const)
      expect(
        reply.groups
          .find((group) => group.kind === kind)
          ?.items.map(({ company_id, company_name }) => ({ company_id, company_name }))
          .toSorted(
            (one, other) =>
              named.findIndex(({ company_id }) => company_id === one.company_id) -
              named.findIndex(({ company_id }) => company_id === other.company_id),
          ),
      ).toEqual(named)
    expect(todays.flatMap(({ groups }) => groups.flatMap(({ items }) => items)).filter((item) => item.company_id)).toEqual([])
  })

  it.each([1, 2, 1_000])('have their transactions and visas in one order, %i a page', async (limit) => {
    const whole = (await customer.list(listTransactions, { query: ALL })).items
    const moved = (await customer.list(listTransactions, { query: { ...ALL, sort: '-moved_at' } })).items
    expect(whole.map(({ id }) => id).toSorted()).toEqual(
      (await each(async () => (await customer.list(listTransactions, {})).items))
        .flat()
        .map(({ id }) => id)
        .toSorted(),
    )
    expect(whole.map(({ created_at }) => created_at)).toEqual(
      whole
        .map(({ created_at }) => created_at)
        .toSorted()
        .toReversed(),
    )
    expect(moved).toHaveLength(4)
    expect((await rowsOf(listTransactions, {}, limit)).ids).toEqual(whole.map(({ id }) => id))
    expect((await rowsOf(listTransactions, { sort: '-moved_at' }, limit)).ids).toEqual(moved.map(({ id }) => id))
    expect((await rowsOf(listTransactions, { status: 'pending', type: 'topup' }, limit)).ids).toHaveLength(2)
    expect((await rowsOf(listTransactions, { q: 'khan' }, limit)).ids).toHaveLength(4)
    const visas = await rowsOf(listExpiringVisas, {}, limit)
    expect(visas.ids).toHaveLength(6)
    expect(new Set(visas.names)).toEqual(new Set([own[0]?.name, own[1]?.name]))
  })

  it('are counted as they are listed', async () => {
    expect(await customer.list(listTransactions, { query: ALL })).toMatchObject({ total: 8, unfiltered: 8 })
    expect(await customer.list(listTransactions, { query: { ...ALL, sort: '-moved_at' } })).toMatchObject({ total: 4, unfiltered: 8 })
    expect(await customer.list(listTransactions, { query: { ...ALL, sort: '-moved_at', type: 'topup' } })).toMatchObject({ total: 2 })
    expect(await customer.list(listTransactions, { query: { ...ALL, company_id: own[1]?.id ?? '' } })).toMatchObject({
      total: 4,
      unfiltered: 8,
    })
    expect(await customer.list(listExpiringVisas, { query: ALL })).toMatchObject({ total: 6 })
  })

  it('are nothing without a company', async () => {
    const { send, list } = as(portal, await make.user('company_admin'))
    expect((await send(getBalance, { query: ALL })).reply).toEqual({ balance: 0, due: 0, pending_topups: 0 })
    expect((await send(getStats, { query: ALL })).reply.total_applications).toBe(0)
    expect((await send(getToday, { query: ALL })).reply.groups).toEqual([])
    for (const call of [listTransactions, listExpiringVisas])
      expect(await list(call, { query: ALL })).toMatchObject({ items: [], total: 0 })
  })

  it('are chosen by a company administrator alone', async () => {
    const employee = as(portal, await make.user('employee', { of: own }))
    for (const call of [getStats, getToday, listExpiringVisas])
      for (const { send } of [employee, admin])
        expect(await send(call, { query: ALL })).toMatchObject({ status: 422, problem: { errors: [{ field: 'companies' }] } })
    for (const call of [getBalance, listTransactions]) expect((await admin.send(call, { query: ALL })).status).toBe(422)
    expect((await customer.send(getStats, { query: { companies: 'none' as 'all' } })).status).toBe(422)
  })

  it('are read: no call that changes something takes them', () => {
    const takes = ({ query, body }: Call) =>
      [query, body].some((schema) => schema instanceof z.ZodObject && 'companies' in schema.shape && schema.shape.companies !== undefined)
    const taking = (Object.values(calls) as Call[]).filter(takes)
    expect(taking.map(({ name }) => name).toSorted()).toEqual([
      'getBalance',
      'getStats',
      'getToday',
      'listExpiringVisas',
      'listTransactions',
    ])
    expect(taking.filter((call) => !isRead(call))).toEqual([])
  })
})
