import {
  APPLICATION_SORTS,
  listApplications,
  listCompanies,
  listEmployees,
  listPapers,
  listTransactions,
  listUsers,
  STAGE_NAMES,
  searchable,
} from 'contract'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { startSession } from '../auth/sessions.ts'
import { papers } from '../db/papers.table.ts'

const portal = startPortal()
const make = given(portal)

/** A company with a row in each list. */
async function office() {
  const company = await make.company()
  const manager = await make.user('company_admin', { of: [company] })
  const { id: application } = await make.application(company)
  const { id: record, person_id } = await make.employee(company)
  const [passport] = await portal.db.select({ id: papers.id }).from(papers).where(eq(papers.person_id, person_id))
  const rows = [company.id, manager.id, application, record, passport?.id, (await make.topup(company)).id]
  const cookie = `session=${await startSession(portal.db, manager.id, portal.clock.moment)}`
  return { company, application, rows, cookie }
}
let own: Awaited<ReturnType<typeof office>>
let foreign: typeof own
beforeAll(async () => {
  own = await office()
  foreign = await office()
})

const LISTS = { listApplications, listCompanies, listEmployees, listPapers, listTransactions, listUsers }
const cursorOf = (place: string) => `cursor=${Buffer.from(place).toString('base64url')}`
const ask = (path: string, query: string, cookie = own.cookie) => portal.app.inject({ url: `/api${path}?${query}`, headers: { cookie } })

/** Queries beyond the schema, as written in an address. */
const QUERIES: Record<string, (ids: { company: string; application: string }) => string> = {
  'letters that are eighteen': () => `q=${encodeURIComponent('\uFDFA'.repeat(200))}`,
  'marks alone': () => `q=${encodeURIComponent('\u0301\u064b'.repeat(100))}`,
  'signs of a pattern': () => `q=${encodeURIComponent(`%_\\'"*?[](){}|^$.`)}`,
  'a NUL': () => 'q=%00',
  'half a character': () => 'q=%ed%a0%80&q=%ff',
  'two searches': () => 'q=sara&q=falcon',
  'a list of searches': () => 'q[]=sara&q[0]=a&q[a]=b',
  'a limit in hexadecimal': () => 'limit=0x10',
  'a limit with an exponent': () => 'limit=1e2',
  'two limits': () => 'limit=1&limit=1000',
  'a list of limits': () => 'limit[]=1',
  'no limit': () => 'limit=',
  'half a row': () => 'limit=1.5',
  'less than no row': () => 'limit=-1',
  'endless rows': () => 'limit=Infinity',
  'a place in the year 9999': ({ application }) => cursorOf(`9999-12-31T23:59:59.999Z ${application}`),
  'a place in the year 1': ({ application }) => cursorOf(`0001-01-01T00:00:00Z ${application}`),
  'a place on 29 February': ({ application }) => cursorOf(`2025-02-29T00:00:00Z ${application}`),
  'a place in a leap second': ({ application }) => cursorOf(`2016-12-31T23:59:60Z ${application}`),
  'a place at 24 o’clock': ({ application }) => cursorOf(`2026-11-20T24:00:00Z ${application}`),
  'a place of very small parts': ({ application }) => cursorOf(`2026-11-20T06:00:00.${'1'.repeat(80)}Z ${application}`),
  'the place of a foreign row': ({ application }) => cursorOf(`2026-11-20T06:00:01.000Z ${application}`),
  'two places': ({ application }) => `${cursorOf('x')}&${cursorOf(`2027-01-01T00:00:00Z ${application}`)}`,
  'a foreign company': ({ company }) => `company_id=${company}`,
  'a foreign company in a list': ({ company }) => `company_id[]=${company}&company_id=${company}&company_ids=${company}`,
  'members of every object': () => '__proto__=x&constructor=x&toString=x&hasOwnProperty=x&__proto__[company_id]=x',
}

describe.each(Object.entries(LISTS))('%s', (_, list) => {
  it('shows the own rows', async () => {
    const ids = (await ask(list.path, 'q=')).json().map(({ id }: { id: string }) => id)
    expect(ids).toHaveLength(1)
    expect(own.rows).toContain(ids[0])
  })

  it.each(Object.entries(QUERIES))('shows no foreign row, and does not fail, for %s', async (_name, query) => {
    const { statusCode, body } = await ask(list.path, query({ company: foreign.company.id, application: foreign.application }))
    expect([200, 422], body).toContain(statusCode)
    for (const id of foreign.rows) if (statusCode === 200) expect(body).not.toContain(id)
  })

  it('takes little longer for letters that are eighteen than for as many that are one', async () => {
    const spent = async (letter: string) => {
      const times: number[] = []
      for (let round = 0; round < 5; round++) {
        const from = performance.now()
        expect((await ask(list.path, `q=${encodeURIComponent(letter.repeat(200))}`)).statusCode).toBe(200)
        times.push(performance.now() - from)
      }
      return Math.min(...times)
    }
    expect(await spent('\uFDFA')).toBeLessThan(10 * (await spent('x')) + 50)
  })
})

describe('the pages of a list (P3)', () => {
  const page = async (query: string, list: { path: string } = listApplications, cookie = own.cookie) => {
    const answer = await ask(list.path, query, cookie)
    const link = /<([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1]
    const rows: { id: string; employee_name: string; submitted_at: string }[] = answer.json()
    return { rows, status: answer.statusCode, cursor: link && new URL(link, 'http://portal').searchParams.get('cursor') }
  }
  const all = async (query: string, cookie = own.cookie) => {
    const rows: Awaited<ReturnType<typeof page>>['rows'] = []
    let cursor: string | null | undefined
    do {
      const next = await page(`${query}&limit=2${cursor ? `&cursor=${cursor}` : ''}`, listApplications, cookie)
      rows.push(...next.rows)
      cursor = next.cursor
    } while (cursor)
    return rows
  }
  let asAdmin = ''
  const NAMES = ['Zoë Ali', 'omar haddad', 'سالم', 'Élodie', 'Omar Haddad', 'a', 'x'.repeat(200), '😀'.repeat(100)]
  beforeAll(async () => {
    const { id } = await make.user('admin')
    asAdmin = `session=${await startSession(portal.db, id, portal.clock.moment)}`
    for (const [number, employee_name] of NAMES.entries())
      await make.application(own.company, {
        employee_name,
        passport_number: number === 3 ? null : `P${number}`,
        nationality: ['Omani', 'Indian', 'jordanian', 'Éire'][number % 4] ?? '',
        visa_type: number % 3 ? 'employee' : 'investor',
        priority: number % 4 ? 'normal' : 'fast_track',
        current_stage: STAGE_NAMES[(number * 3) % STAGE_NAMES.length] ?? 'Offer Letter',
        submitted_at: `2026-11-1${number % 5}T06:00:00.123Z`,
      })
  })

  it.each(['submitted_at', '-submitted_at', 'employee_name', '-employee_name'])(
    'come sorted by %s, ties by id, each row once',
    async (sort) => {
      const keyOf = (row: { employee_name: string; submitted_at: string }) =>
        sort.endsWith('name') ? Buffer.from(searchable(row.employee_name)).toString('hex') : row.submitted_at
      const rows = await all(`sort=${sort}`)
      const places = rows.map((row) => `${keyOf(row)} ${row.id}`)
      expect(places).toEqual(sort.startsWith('-') ? places.toSorted().toReversed() : places.toSorted())
      expect(new Set(places).size).toBe(NAMES.length + 1)
      expect((await all(`sort=${sort}&q=o`)).map(({ id }) => id)).toEqual(
        rows.filter(({ employee_name }) => searchable(`${employee_name} employee Falcon`).includes('o')).map(({ id }) => id),
      )
    },
  )

  it.each(APPLICATION_SORTS)('come sorted by %s both ways, empty values last, each row once', async (sort) => {
    const keyOf = (row: Record<string, string | null>): string | number => {
      if (sort === 'current_stage') return STAGE_NAMES.indexOf(row[sort] as never)
      const value = row[sort] ?? ''
      return ['employee_name', 'company_name', 'nationality'].includes(sort) ? searchable(value) : value
    }
    const up = (await all(`sort=${sort}`, asAdmin)) as unknown as Record<string, string | null>[]
    const down = (await all(`sort=-${sort}`, asAdmin)) as unknown as Record<string, string | null>[]
    for (const rows of [up, down]) {
      expect(new Set(rows.map(({ id }) => id)).size).toBe(NAMES.length + 2)
      const isEmpty = rows.map((row) => keyOf(row) === '')
      expect(isEmpty).toEqual(isEmpty.toSorted())
    }
    const filled = up.filter((row) => keyOf(row) !== '')
    for (const [place, row] of filled.entries()) {
      const before = filled[place - 1]
      if (!before) continue
      const [earlier, later] = [keyOf(before), keyOf(row)]
      const inOrder =
        typeof earlier === 'number' ? earlier <= Number(later) : Buffer.compare(Buffer.from(earlier), Buffer.from(String(later))) <= 0
      expect(inOrder, `${earlier} before ${later}`).toBe(true)
      if (earlier === later) expect(String(before.id) < String(row.id)).toBe(true)
    }
    expect(down.filter((row) => keyOf(row) !== '')).toEqual(filled.toReversed())
    expect((await all(`sort=${sort}&q=a`, asAdmin)).length).toBeGreaterThan(0)
  })

  it('come newest first without a sort, and an unknown one is 422', async () => {
    expect(await all('')).toEqual(await all('sort=-submitted_at'))
    for (const sort of ['salary', '--submitted_at', '', 'submitted_at,employee_name']) expect((await page(`sort=${sort}`)).status).toBe(422)
  })

  it('have cursors that stay short, show nothing, and begin anew for another list, sort or filter', async () => {
    const first = await page('sort=-employee_name&limit=1')
    const { cursor } = first
    expect(cursor?.length).toBeLessThanOrEqual(600)
    expect(Buffer.from(cursor ?? '', 'base64url').toString('latin1')).not.toContain(first.rows[0]?.id)
    expect((await page(`sort=-employee_name&limit=1&cursor=${cursor}`)).rows).not.toEqual(first.rows)
    expect((await page(`sort=-employee_name&limit=2&cursor=${cursor}`)).rows).toHaveLength(2)
    const flipped = cursor?.startsWith('A') ? `B${cursor.slice(1)}` : `A${cursor?.slice(1)}`
    for (const query of [
      `sort=-employee_name&cursor=${flipped}`,
      `sort=-employee_name&status=active&cursor=${cursor}`,
      `sort=employee_name&cursor=${cursor}`,
    ])
      expect((await page(query)).rows).toEqual((await page(query.replace(/&cursor=.*/, ''))).rows)
    expect((await page(`cursor=${cursor}`, listEmployees)).rows).toEqual((await page('', listEmployees)).rows)
  })
})
