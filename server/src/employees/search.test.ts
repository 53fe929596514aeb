import { countEmployeeFacets, listEmployees, searchable } from 'contract'
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
import { listEmployees as listed } from './queries.ts'

const portal = startPortal()
const make = given(portal)
const MANY = 100_000
const COMPANIES = 500
/** Of 8 KB, for a page of 50 rows of a company that is found by its name. */
const FEW_PAGES = 1_500

const person = (of: { id: string }, employee_name: string, passport_number: string) =>
  make.employee(of, { employee_name, passport_number, search_text: [employee_name, passport_number].map(searchable).join('\n') })

describe('a search for employees', () => {
  it('finds those of a company by its name, for an administrator alone', async () => {
    const dune = await make.company({ name: 'شركة الكثبان' })
    const oryx = await make.company({ name: 'Oryx Trading' })
    await person(dune, 'Sara Oryx', 'S1')
    await person(oryx, 'Omar Ali', 'O1')
    const admin = as(portal, await make.user('admin'))
    const names = async ({ send }: typeof admin, q: string) =>
      (await send(listEmployees, { query: { q } })).reply.map(({ employee_name }) => employee_name).toSorted()
    expect([await names(admin, 'ORYX'), await names(admin, 'الكثبان'), await names(admin, 'nobody')]).toEqual([
      ['Omar Ali', 'Sara Oryx'],
      ['Sara Oryx'],
      [],
    ])
    const { reply } = await admin.send(countEmployeeFacets, { query: { q: 'oryx' } })
    expect(reply.status.find(({ value }) => value === 'active')?.count).toBe(2)
    expect(await names(as(portal, await make.user('company_admin', { of: [oryx] })), 'oryx')).toEqual([])
  })
})

describe('100,000 employee records', () => {
  let pool: pg.Pool
  beforeAll(async () => {
    pool = openPool({ connectionString: portal.database_url }, () => undefined)
    const { id } = await person(await make.company(), 'Lina Aziz', 'L1')
    await fillMany(portal.db, ['companies', 'employees'], async (tx) => {
      await tx.execute(sql`insert into companies select made.* from companies one, generate_series(1, ${COMPANIES}) n,
        jsonb_populate_record(one, jsonb_build_object('id', md5('company ' || n)::uuid, 'search_text', 'quarry works ' || n)) made
        where one.id = (select company_id from employees where id = ${id})`)
      await tx.execute(sql`insert into employees select made.* from employees one, generate_series(1, ${MANY}) n,
        jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(), 'company_id', md5('company ' || n % ${COMPANIES} + 1)::uuid,
          'passport_number', 'P' || n, 'search_text', 'lina aziz' || E'\\np' || n, 'created_at', one.created_at + n * interval '1 second')) made
        where one.id = ${id}`)
    })
    await portal.db.execute(sql`vacuum analyze`)
  })
  afterAll(() => pool.end())

  it.each(['works 77', 'quarry works 499', 'quarry', 'no such company'])('are searched for %j by an index', async (q) => {
    const viewer = { role: 'admin', company_ids: [] as string[] } as Viewer
    const read = (sort: '-created_at' | 'employee_name') =>
      pagesRead(pool, (db) => listed(db, viewer, { q, sort, limit: 50 }, portal.clock.moment))
    expect(await read('-created_at')).toBeLessThan(FEW_PAGES)
    expect(await read('employee_name')).toBeLessThan(FEW_PAGES)
  })
})
