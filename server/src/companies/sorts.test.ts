import { COMPANY_SORTS, type CompanyCard, listCompanies, searchable } from 'contract'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { fillMany } from '../../../test/manyRows.ts'
import { pagesRead } from '../../../test/pagesRead.ts'
import { startPortal } from '../../../test/portal.ts'
import { openPool } from '../db/open.ts'
import type { Viewer } from '../http/session.ts'
import { listCompanies as listed } from './queries.ts'
import type { Sort } from './sorts.ts'

const portal = startPortal()
const make = given(portal)
const NAMES = ['Zoë Trading', 'omar & sons', 'برج الخليج', 'Élite', 'Omar & Sons', 'a', 'x'.repeat(200)]
const SORTS = COMPANY_SORTS.flatMap((sort) => [sort, `-${sort}`] as const)
/** Of 8 KB, for two pages of 50 rows: each is found by some ten indexes, which are a level deeper. */
const FEW_PAGES = 1_500
const MANY = 100_000
type Sender = ReturnType<typeof as>
let people: Record<'admin' | 'company_admin', Sender>

beforeAll(async () => {
  const own: { id: string }[] = []
  for (const [number, name] of NAMES.entries()) {
    const company = await make.company({
      name,
      category: number % 3 ? 'on_demand' : 'monthly_retainer',
      created_at: `2026-11-1${number % 4}T06:00:00.000Z`,
    })
    if (number % 2) await make.topup(company, { approved: true, aed: 1_000 * number })
    for (let payment = number % 4; payment > 0; payment--)
      await portal.db.execute(sql`select charge_visa(gen_random_uuid(), ${company.id},
      gen_random_uuid(), 'Sara Khan', null, 650000, now())`)
    own.push(company)
  }
  people = {
    admin: as(portal, await make.user('admin')),
    company_admin: as(portal, await make.user('company_admin', { of: own.slice(1) })),
  }
})

async function all(sender: Sender, query: object): Promise<CompanyCard[]> {
  const rows: CompanyCard[] = []
  for (let cursor: string | null | undefined; ; ) {
    const { reply, headers } = await sender.send(listCompanies, { query: { ...query, limit: 2, ...(cursor && { cursor }) } })
    rows.push(...reply)
    cursor = /cursor=([^>&]+)/.exec(String(headers.link ?? ''))?.[1]
    if (!cursor) return rows
  }
}

const KEYS: Record<(typeof COMPANY_SORTS)[number], (company: CompanyCard) => string | number> = {
  name: ({ name }) => searchable(name).slice(0, 90),
  category: ({ category }) => category,
  balance: ({ balance }) => balance ?? 0,
  due: ({ due }) => due ?? 0,
  created_at: () => 0,
}

const inOrder = (one: string | number, other: string | number) =>
  typeof one === 'number' ? one - Number(other) : Buffer.compare(Buffer.from(one), Buffer.from(String(other)))

describe('GET /companies?sort=', () => {
  it.each(COMPANY_SORTS)('%s: sorts both ways over all pages, each row once', async (sort) => {
    const [up, down] = [await all(people.admin, { sort }), await all(people.admin, { sort: `-${sort}` })]
    expect(new Set(up.map(({ id }) => id)).size).toBe(NAMES.length)
    expect(down.map(({ id }) => id)).toEqual(up.map(({ id }) => id).toReversed())
    const keys = up.map(KEYS[sort])
    expect(keys).toEqual(keys.toSorted(inOrder))
    if (sort !== 'created_at') expect(new Set(keys).size).toBeGreaterThan(1)
  })

  it.each(SORTS)('%s: sorts what a search finds, and what a company_admin has, as the others', async (sort) => {
    const ids = (rows: CompanyCard[]) => rows.map(({ id }) => id)
    const every = await all(people.admin, { sort })
    const found = ids(await all(people.admin, { sort, q: 'omar' }))
    expect(found).toEqual(ids(every.filter(({ name }) => searchable(name).includes('omar'))))
    const own = ids(await all(people.company_admin, { sort }))
    expect(own).toEqual(ids(every).filter((id) => own.includes(id)))
    expect(own).toHaveLength(NAMES.length - 1)
  })

  it('is newest first without a sort, and an unknown one is 422', async () => {
    expect(await all(people.admin, {})).toEqual(await all(people.admin, { sort: '-created_at' }))
    expect((await people.admin.send(listCompanies, { query: { sort: 'phone' as never } })).status).toBe(422)
  })
})

/** So many more companies. */
async function fill(count: number): Promise<void> {
  await fillMany(portal.db, ['companies', 'wallets'], async (tx) => {
    await tx.execute(
      sql`create temp table firm on commit drop as select gen_random_uuid() as id, n from generate_series(1, ${sql.raw(String(count))}) n`,
    )
    await tx.execute(sql`insert into companies (id, name, trade_license, contact_person, email, phone, category, search_text, created_at)
      select id, 'Firm ' || n, 'L-' || n, 'Omar', 'office@firm.example', '1', case n % 3 when 0 then 'monthly_retainer' else 'on_demand' end,
        'firm ' || n, timestamptz '2026-01-01' + n * interval '1 minute' from firm`)
    await tx.execute(sql`insert into wallets (company_id, balance_fils, due_fils)
      select id, n % 50 * 10000, case when n % 10 = 0 then n * 100 else 0 end from firm`)
  })
  await portal.db.execute(sql`vacuum analyze`)
}

describe('a page of companies', () => {
  const few = new Map<string, number>()
  let pool: pg.Pool
  const viewer = { role: 'admin', company_ids: [] as string[] } as Viewer
  /** The first page and the one behind its last row. */
  const read = (sort: Sort) =>
    pagesRead(pool, async (db) => {
      const { next } = await listed(db, viewer, { sort, limit: 50 })
      await listed(db, viewer, { sort, limit: 50, cursor: `${next?.id}${next?.key}` })
    })

  beforeAll(async () => {
    pool = openPool({ connectionString: portal.database_url }, () => undefined)
    await fill(500)
    for (const sort of SORTS) few.set(sort, await read(sort))
    await fill(MANY)
  })
  afterAll(() => pool.end())

  it.each(SORTS)('by %s is read from as few pages where there are 100,000 as where there are 500', async (sort) => {
    expect(await read(sort)).toBeLessThan((few.get(sort) ?? 0) + FEW_PAGES)
  })
})
