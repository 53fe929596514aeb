import { type Call, listApplications, listCompanies, listEmployees, listTransactions, listUsers, searchable } from 'contract'
import { eq, type SQL, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { fillMany, fillPlain } from '../../../test/manyRows.ts'
import { startPortal } from '../../../test/portal.ts'
import { companies } from './companies.table.ts'
import type { Db } from './open.ts'
import { gramsOf } from './search.ts'

/** `npm run trust` has more. */
const RUNS = Number(process.env.SEARCH_RUNS ?? 8)
const portal = startPortal()
const make = given(portal)

const NAMES = [
  'Sara Khan',
  'سارة خان',
  'مُحَمَّد الأحمد',
  'Élodie Çelik',
  'Omar  Haddad',
  '李娜',
  'Zoë 😀',
  'O’Neil (PRO)',
  '100%_sure\\',
  'aaaa',
  'x',
]
const FIRMS = ['Falcon Trading LLC', 'شركة الصقر للتجارة', 'Aaa & Co']
let people: ReturnType<typeof as>[]
beforeAll(async () => {
  const firms = await Promise.all(FIRMS.map((name) => make.company({ name })))
  for (const [number, employee_name] of NAMES.entries())
    for (const company of firms) {
      const passport_number = `N${number}77`
      await make.application(company, { employee_name, passport_number })
      await make.employee(company, {
        employee_name,
        passport_number,
        search_text: `${searchable(employee_name)}\n${searchable(passport_number)}`,
      })
      const { id } = await make.topup(company)
      await portal.db.execute(sql`update transactions set employee_name = ${employee_name} where id = ${id}`)
    }
  const office = await Promise.all(firms.map((company) => make.user('company_admin', { of: [company], full_name: 'Layla O’Hara' })))
  people = [await make.user('admin'), ...office].map((user) => as(portal, user))
})

/** The searched texts of each list as they were before there was an index. */
const TEXTS: [Call, string][] = [
  [
    listApplications,
    `select t.id, t.search_text || E'\\n' || c.search_text as text from visa_applications t join companies c on c.id = t.company_id`,
  ],
  // By the company for administrators alone.
  [
    listEmployees,
    `select t.id, t.search_text || case when :admin then E'\n' || c.search_text else '' end as text from employees t join companies c on c.id = t.company_id`,
  ],
  [listCompanies, 'select t.id, t.search_text as text from companies t'],
  [
    listTransactions,
    `select t.id, coalesce(c.search_text, '') || E'\\n' || lower(coalesce(t.employee_name, '')) as text from transactions t left join companies c on c.id = t.company_id`,
  ],
]

const WORDS = [
  'sara',
  'SARA K',
  'خان',
  'محمد',
  'ال',
  'l',
  'n577',
  '7',
  'n',
  'falcon',
  'الصقر',
  'nobody',
  'zz',
  '😀',
  '李',
  '%',
  '_',
  '\\',
  '(pro)',
  'aaa',
  'aaaaa',
  'employee',
  ' ',
  'ة',
  'o’n',
  '’',
]

describe('a search', () => {
  it.each(WORDS)('for %j finds what has it as a part of its text, and no more, in each list', async (q) => {
    for (const [call, texts] of TEXTS) await compare(call, texts, q)
  })

  it('finds each part of each text', async () => {
    const all = [...NAMES, ...FIRMS].join(' ')
    const part = fc.tuple(fc.nat(all.length), fc.integer({ min: 1, max: 12 })).map(([from, size]) => all.slice(from, from + size))
    await fc.assert(
      fc.asyncProperty(
        part.filter((text) => text.isWellFormed()),
        async (q) => {
          for (const [call, texts] of TEXTS) await compare(call, texts, q)
        },
      ),
      { numRuns: RUNS, seed: 2026 },
    )
  })

  it('finds users by name, e-mail and company, whatever the case', async () => {
    const [admin] = people
    const total = async (q: string) => (await admin?.list(listUsers, { query: { q } }))?.total
    expect(await Promise.all(['LAYLA o’h', 'شركة', 'people.EXAMPLE', 'nobody'].map(total))).toEqual([3, 1, 4, 0])
  })

  it('shows a company that changed its name at once by the new one, and no longer by the old one', async () => {
    const company = await make.company({ name: 'Old Palm LLC' })
    await make.application(company)
    await portal.db.update(companies).set({ search_text: 'new dune llc' }).where(eq(companies.id, company.id))
    const [admin] = people
    const total = async (q: string) => (await admin?.list(listApplications, { query: { q } }))?.total
    expect([await total('old palm'), await total('new dune')]).toEqual([0, 1])
  })

  it('goes on page by page until each match was shown once', async () => {
    const [admin] = people
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await admin?.list(listApplications, { query: { q: 'falcon', limit: 4, ...(cursor && { cursor }) } })
      expect(page?.total).toBe(NAMES.length)
      seen.push(...(page?.items ?? []).map(({ id }) => id))
      cursor = page?.next
    } while (cursor)
    expect([seen.length, new Set(seen).size]).toEqual([NAMES.length, NAMES.length])
  })

  it('shows the first of more than 10,000 in any order, wherever they stand in it', async () => {
    const company = await make.company({ name: 'Quarry LLC' })
    const { id } = await make.application(company, { employee_name: 'Wyatt Quill', submitted_at: '2020-01-01T00:00:00.000Z' })
    // Over ten years, because it is looked for some months at a time.
    const fill = (count: number, years: number, text: SQL) => async (tx: Db) => {
      await tx.execute(sql`insert into visa_applications select made.* from visa_applications one, generate_series(1, ${count}::int) number,
          jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(), 'submitted_at', one.submitted_at + make_interval(years => ${years}, hours => 9 * number),
            'search_text', ${text})) made where one.id = ${id}`)
    }
    const quarry = fill(10_100, 0, sql`'wyatt quill ' || lpad((number % 500)::text, 3, '0') || E'\\nn' || number || E'\\nemployee'`)
    await fillMany(portal.db, ['visa_applications'], quarry)
    await make.application(company, { employee_name: 'Aa', submitted_at: '2031-01-01T00:00:00.000Z' })
    const [admin] = people
    const first = async (q: string, order: SQL) => {
      const { rows } = await portal.db.execute<{ id: string }>(
        sql`select id from visa_applications where position(${q} in search_text) > 0 order by ${order} limit 80`,
      )
      return rows.map((row) => row.id)
    }
    const name = sql`left(split_part(search_text, E'\\n', 1), 90)`
    const ORDERS = {
      '-submitted_at': sql`submitted_at desc, id desc`,
      submitted_at: sql`submitted_at, id`,
      '-employee_name': sql`${name} desc, id desc`,
      employee_name: sql`${name}, id`,
    }
    const expectFirst = async () => {
      for (const q of ['wyatt quill', 'quill 0', 'wyatt quill 4'])
        for (const [sort, order] of Object.entries(ORDERS)) {
          const query = { q, sort: sort as keyof typeof ORDERS, limit: 40 }
          const page = await admin?.list(listApplications, { query })
          const next = await admin?.list(listApplications, { query: { ...query, cursor: page?.next ?? '' } })
          expect(page?.total, q).toBe({ 'wyatt quill': 10_001, 'quill 0': 2_099, 'wyatt quill 4': 2_000 }[q])
          expect(
            [...(page?.items ?? []), ...(next?.items ?? [])].map((row) => row.id),
            `${q} by ${sort}`,
          ).toEqual(await first(q, order))
        }
    }
    await expectFirst()
    // A few of the newest have it then, and at last none.
    await fillPlain(portal.db, fill(40, 11, sql`'aa'`))
    await expectFirst()
    await fillPlain(portal.db, fill(100, 12, sql`'aa'`))
    await expectFirst()
  })

  async function compare(call: Call, texts: string, q: string): Promise<void> {
    const word = searchable(q)
    for (const [number, person] of people.entries()) {
      const own =
        number === 0
          ? sql`true`
          : sql.raw(`${call === listCompanies ? 't.id' : 't.company_id'} = (select id from companies where name = '${FIRMS[number - 1]}')`)
      const { rows } = await portal.db.execute<{ id: string }>(
        sql`select id from (${sql.raw(texts.replace(':admin', String(number === 0)))} where ${own}) found where position(${word} in text) > 0`,
      )
      const { items, total } = await person.list(call as typeof listApplications, { query: { q } })
      expect([...items.map(({ id }) => id)].toSorted(), `${call.name} ${q}`).toEqual(rows.map(({ id }) => id).toSorted())
      expect(total).toBe(rows.length)
    }
  }
})

describe('grams', () => {
  it('are those of the database, so that no text with the word is missed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
        fc.nat(40),
        fc.integer({ min: 1, max: 40 }),
        async (given, from, size) => {
          const text = searchable(given)
          const word = [...text].slice(from, from + size).join('')
          if (word === '' || text.includes('\u0000')) return
          const { rows } = await portal.db.execute<{ has: boolean }>(
            sql`select grams(${text}) @> ${sql.param(gramsOf(word))}::text[] as has`,
          )
          expect(rows[0]?.has, JSON.stringify({ text, word })).toBe(true)
        },
      ),
      { numRuns: 200, seed: 2026 },
    )
  })
})
