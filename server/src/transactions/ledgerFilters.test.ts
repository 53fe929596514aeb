import { addMonths, dubaiDate, listTransactions, reverseTransaction, type Transaction } from 'contract'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { START, startPortal } from '../../../test/portal.ts'
import { findBroken } from './invariants.ts'

const portal = startPortal()
const make = given(portal)
const DAY_MS = 86_400_000
const MONTH = dubaiDate(START).slice(0, 7)

type Asked = { month?: string; type?: Transaction['type']; status?: Transaction['status']; pending?: 'true' | 'false'; q?: string }
interface Asker {
  send: ReturnType<typeof as>['send']
  query: { company_id?: string; companies?: 'all' }
}
const askers: Asker[] = []

/** Each of two companies pays by two top-ups and has one corrected, over three months. */
beforeAll(async () => {
  const companies = [await make.company({ name: 'Falcon Trading' }), await make.company({ name: 'Oryx Services' })]
  for (const [round, name] of ['Sara Khan', 'Omar Falcon', 'سارة'].entries())
    for (const [place, company] of companies.entries()) {
      portal.clock.moment = new Date(START.getTime() + (round * 31 + place) * DAY_MS)
      const topup = await make.topup(company, { aed: 14_000, approved: true })
      await portal.db.execute(
        sql`select charge_visa(gen_random_uuid(), ${company.id}, gen_random_uuid(), ${name}, null, 650000, ${portal.clock.moment})`,
      )
      const admin = as(portal, await make.user('admin'))
      if (round === 1) await admin.send(reverseTransaction, { params: { id: topup.id }, body: { amount: 500, reason: 'Paid twice' } })
    }
  const admin = as(portal, await make.user('admin'))
  const owner = as(portal, await make.user('company_admin', { of: companies }))
  askers.push({ send: admin.send, query: {} }, { send: admin.send, query: { company_id: companies[1]?.id ?? '' } })
  askers.push({ send: owner.send, query: { companies: 'all' } })
})

const KINDS: Asked[] = [
  {},
  { type: 'topup' },
  { type: 'reversal' },
  { status: 'completed' },
  { status: 'pending' },
  { pending: 'true' },
  { pending: 'false', type: 'visa_payment' },
  { type: 'topup', status: 'completed' },
]
const MONTHS: Asked[] = [{}, { month: MONTH }, { month: addMonths(MONTH, 1) }]

const fits = (row: Transaction, { month, type, status, pending, q = '' }: Asked): boolean =>
  (!month || dubaiDate(new Date(row.moved_at ?? '')).startsWith(month)) &&
  (!type || row.type === type) &&
  (!status || row.status === status) &&
  (!pending || (row.status === 'pending') === (pending === 'true')) &&
  [row.company_name, row.employee_name ?? row.reference].some((text) => (text ?? '').toLowerCase().includes(q))

const PAGE = 3
/** Page by page, with the total that each page says. */
async function read({ send, query }: Asker, asked: Asked) {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = { sort: '-moved_at' as const, limit: PAGE, ...query, ...asked, ...(cursor && { cursor }) }
    const { reply, headers } = await send(listTransactions, { query: page })
    ids.push(...reply.map(({ id }) => id), `of ${headers['x-total-count']}`)
    cursor = new URLSearchParams(/\?([^>]*)>/.exec(String(headers.link ?? ''))?.[1]).get('cursor') ?? undefined
  } while (cursor)
  return ids
}

it.each([undefined, 'falcon', 'ra', 'سار'])(
  'answers what the rows of the whole ledger say, page by page, of each month and kind: %s',
  async (q) => {
    expect(await findBroken(portal.db)).toEqual([])
    for (const asker of askers) {
      const all = (await asker.send(listTransactions, { query: { sort: '-moved_at', limit: 100, ...asker.query } })).reply
      expect(all.length).toBeGreaterThan(6)
      for (const asked of KINDS.flatMap((kind) => MONTHS.map((month): Asked => ({ ...kind, ...month, ...(q && { q }) })))) {
        const fitting = all.filter((row) => fits(row, asked)).map(({ id }) => id)
        const pages = Array.from({ length: Math.max(1, Math.ceil(fitting.length / PAGE)) }, (_, page) =>
          fitting.slice(page * PAGE, (page + 1) * PAGE),
        )
        expect([asked, ...(await read(asker, asked))]).toEqual([asked, ...pages.flatMap((page) => [...page, `of ${fitting.length}`])])
      }
    }
  },
)
