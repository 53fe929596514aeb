import {
  approveTopup,
  dubaiDate,
  type Fils,
  fils,
  getStatement,
  listTransactions,
  plus,
  type Role,
  rejectTopup,
  reverseTransaction,
  Statement,
  Transaction,
  toAed,
} from 'contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { anyFils, anyMoment, anyText, sample, textOrNull } from '../../../test/anyText.ts'
import { as } from '../../../test/as.ts'
import { JPEG } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { companies } from '../db/companies.table.ts'
import { documents } from '../db/documents.table.ts'
import { users } from '../db/people.table.ts'
import { ledger, transactions, wallets } from '../db/wallet.table.ts'
import { documentInfo } from '../documents/queries.ts'

const portal = startPortal()
const make = given(portal)
const DAY_MS = 86_400_000

type Row = typeof transactions.$inferSelect

const topup = fc.record({
  ...{ amount_fils: anyFils.map(fils), created_at: anyMoment, notes: textOrNull, employee_name: textOrNull },
  ...{ receipt: fc.option(fc.record({ name: anyText, sha256: fc.constantFrom('one', 'two', 'three') })), isByUser: fc.boolean() },
  decision: fc.constantFrom('approved', 'rejected', undefined),
})

/** Top-ups of each state, payments that wait or are settled, and corrections in part and in full. */
async function fillWallet(company: { id: string }, people: { id: string }[]) {
  const admin = as(portal, await make.user('admin', { full_name: 'نادية "Rahman"' }))
  const plain = { company_id: company.id, status: 'pending' } as const
  for (const [at, { receipt, isByUser, decision, ...row }] of sample(topup, 24).entries()) {
    const [id, payment] = [crypto.randomUUID(), crypto.randomUUID()]
    const user_id = isByUser ? (people[at % people.length]?.id ?? null) : null
    await portal.db.insert(transactions).values({ ...row, ...plain, id, user_id, type: 'topup', direction: 'credit' })
    const visa = {
      amount_fils: fils(650_005),
      employee_name: row.employee_name,
      created_at: row.created_at,
      application_id: crypto.randomUUID(),
    }
    await portal.db.insert(transactions).values({ ...visa, ...plain, id: payment, type: 'visa_payment', direction: 'debit' })
    if (receipt) await make.document({ ...receipt, transaction_id: id, created_at: row.created_at }, JPEG)
    const body = { notes: row.notes }
    if (decision === 'approved') await admin.send(approveTopup, { params: { id }, body })
    if (decision === 'rejected') await admin.send(rejectTopup, { params: { id }, body })
    if (decision === 'approved' && at % 3 === 0)
      await admin.send(reverseTransaction, { params: { id }, body: { reason: 'خطأ', amount: 0.5 } })
  }
}

const total = (rows: Row[]): Fils => rows.reduce((sum, { amount_fils }) => plus(sum, amount_fils), fils(0))

/** What the schema writes of rows that are read one by one. */
async function writtenBySchema(role: Role): Promise<Map<string, string>> {
  const all = await portal.db.select().from(transactions)
  const [entries, files, held] = [
    await portal.db.select().from(ledger),
    await portal.db.select().from(documents),
    await portal.db.select().from(wallets),
  ]
  const names = new Map(
    [...(await portal.db.select().from(users)), ...(await portal.db.select().from(companies))].map((each) => [
      each.id,
      'name' in each ? each.name : each.full_name,
    ]),
  )
  const receiptOf = ({ id }: Row) => files.find(({ transaction_id }) => transaction_id === id)
  const before = (row: Row) =>
    all.filter((each) => each.type === 'topup' && `${each.created_at} ${each.id}` < `${row.created_at} ${row.id}`)
  const outlookOf = (row: Row) => {
    const waiting = all
      .filter(({ company_id, type, status }) => company_id === row.company_id && type === 'visa_payment' && status === 'pending')
      .toSorted((one, other) => one.seq - other.seq)
    const credited = plus(held.find(({ company_id }) => company_id === row.company_id)?.balance_fils ?? fils(0), row.amount_fils)
    const uncovered = waiting.findIndex((_, at) => total(waiting.slice(0, at + 1)) > credited)
    const paid = uncovered < 0 ? waiting : waiting.slice(0, uncovered)
    const settles = paid.map((each) => ({ transaction_id: each.id, employee_name: each.employee_name, amount: toAed(each.amount_fils) }))
    return { balance: toAed(fils(credited - total(paid))), due: toAed(fils(total(waiting) - total(paid))), settles }
  }
  const asWritten = (row: Row): Transaction => {
    const entry = entries.find(({ transaction_id, account }) => transaction_id === row.id && account === 'wallet')
    const receipt = receiptOf(row)
    const isFlagged = role === 'admin' && row.type === 'topup'
    const since = Date.parse(row.created_at) - 7 * DAY_MS
    const alike = before(row).filter(({ company_id, amount_fils }) => company_id === row.company_id && amount_fils === row.amount_fils)
    return {
      ...row,
      company_name: names.get(row.company_id) ?? 'Deleted company',
      user_name: row.user_id && (names.get(row.user_id) ?? 'Deleted user'),
      amount: toAed(row.amount_fils),
      receipt_document: receipt ? documentInfo(receipt).url : null,
      receipt_details: receipt ? documentInfo(receipt) : null,
      moved_at: entry?.created_at ?? null,
      seq: entry?.number ?? null,
      balance_after: entry ? toAed(entry.balance_fils ?? fils(0)) : null,
      reversed: toAed(total(all.filter(({ reverses_id }) => reverses_id === row.id))),
      receipt_seen_before: isFlagged && receipt !== undefined && before(row).some((each) => receiptOf(each)?.sha256 === receipt.sha256),
      amount_seen_before: isFlagged && alike.some(({ created_at }) => Date.parse(created_at) > since),
      if_approved: isFlagged && row.status === 'pending' ? outlookOf(row) : null,
    }
  }
  return new Map(all.map((row) => [row.id, JSON.stringify(Transaction.parse(asWritten(row)))]))
}

it.each<Role>(['admin', 'company_admin'])('transactions are written as the schema would write them, for: %s', async (role) => {
  const [company, gone] = [await make.company({ name: 'شركة "Falcon" \\ LLC' }), await make.company()]
  const reader = await make.user(role, { of: [company], full_name: 'ليلى \u2028 Nasser' })
  await fillWallet(company, [reader, { id: crypto.randomUUID() }])
  await make.topup({ id: crypto.randomUUID() })
  for (const aed of [10, 10.5, 10]) await make.topup(gone, { aed })
  const expected = await writtenBySchema(role)
  for (const sort of [undefined, '-moved_at', 'moved_at'] as const) {
    const { raw, reply } = await as(portal, reader).send(listTransactions, { query: { limit: 200, ...(sort && { sort }) } })
    expect(reply.length).toBeGreaterThan(sort ? 10 : 40)
    expect(raw.payload).toBe(`[${reply.map(({ id }) => expected.get(id)).join(',')}]`)
    expect(raw.payload).toBe(JSON.stringify(z.array(Transaction).parse(reply)))
  }
})

it('a statement is written as the schema would write it', async () => {
  const company = await make.company()
  const reader = await make.user('company_admin', { of: [company] })
  await fillWallet(company, [reader])
  const month = (await portal.db.select().from(ledger)).find(({ company_id }) => company_id === company.id)?.created_at.slice(0, 7)
  const { raw, reply } = await as(portal, reader).send(getStatement, { query: { month: month ?? '' } })
  expect(reply.rows.length).toBeGreaterThan(5)
  const wallet = new Map(
    (await portal.db.select().from(ledger)).filter(({ account }) => account === 'wallet').map((entry) => [entry.transaction_id, entry]),
  )
  const stored = new Map((await portal.db.select().from(transactions)).map((row) => [row.id, row]))
  const rows = reply.rows.map(({ id }) => {
    const [row, entry] = [stored.get(id), wallet.get(id)]
    const moved_on = dubaiDate(new Date(entry?.created_at ?? 0))
    return { ...row, amount: toAed(row?.amount_fils ?? fils(0)), balance: toAed(entry?.balance_fils ?? fils(0)), moved_on }
  })
  expect(raw.payload).toBe(JSON.stringify(Statement.parse({ ...reply, rows })))
})
