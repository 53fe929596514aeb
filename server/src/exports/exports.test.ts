import {
  type Call,
  exportApplications,
  exportCompanies,
  exportEmployees,
  exportJournal,
  exportTransactions,
  exportUsers,
  HIDEABLE_COLUMNS,
  type Input,
  listApplications,
  listCompanies,
  listEmployees,
  listJournal,
  listTransactions,
  listUsers,
  submitApplication,
} from 'contract'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { listenTo } from '../../../test/rawConnection.ts'
import { readCsv } from '../../../test/readCsv.ts'
import { readZip } from '../../../test/readZip.ts'
import { recordedBy } from '../../../test/recordedLines.ts'
import { readSpreadsheet } from '../../../test/spreadsheets.ts'
import { newEmployee } from '../../../test/submission.ts'
import { startSession } from '../auth/sessions.ts'
import { accesses } from '../db/journal.table.ts'

const portal = startPortal()
const connect = listenTo(portal)
const make = given(portal)
const NAMES = ['Sara Khan', 'Omar Ali', 'فاطمة الزهراء', '=cmd|calc', 'Zoë, "Z" Lim', '<b>&amp;_x0041_', 'line\u000bbreak']

async function makeWorld() {
  const [own, foreign] = [await make.company({ name: 'Own; LLC' }), await make.company({ name: 'Other LLC' })]
  const admin = await make.user('admin')
  const company_admin = await make.user('company_admin', { of: [own] })
  await make.topup(own, { approved: true, aed: 20_000 })
  for (const [index, employee_name] of NAMES.entries())
    for (const company of [own, foreign]) {
      const row = { employee_name, passport_number: `P${index}`, visa_expiry_date: index % 2 === 0 ? '2026-12-01' : null }
      await make.application(company, { ...row, priority: index % 3 === 0 ? 'fast_track' : 'normal' })
      await make.employee(company, row)
      await make.user('employee', { of: [company], full_name: employee_name })
    }
  const send = as(portal, company_admin).send
  for (const passport_number of ['PAID1', 'PAID2', 'PAID3', 'PAID4'])
    await send(submitApplication, { body: newEmployee(own, { passport_number }) })
  for (const aed of [5, 6]) await make.topup(own, { aed })
  return { own, foreign, admin, company_admin }
}
let world: Awaited<ReturnType<typeof makeWorld>>
beforeAll(async () => {
  world = await makeWorld()
})

type Query = Record<string, string | undefined>

/** The rows of a CSV, and its ids. */
async function csvOf<C extends Call>(person: { id: string }, call: C, query: Query) {
  const { status, raw } = await as(portal, person).send(call, { query } as unknown as Input<C>)
  expect(status).toBe(200)
  const [heads = [], ...rows] = readCsv(raw.payload)
  const place = heads.indexOf('Id')
  return { heads, rows, ids: rows.map((row) => row[place]) }
}

/** All ids of a list, read in pages of five. */
async function idsOf<C extends Call>(person: { id: string }, call: C, query: Query): Promise<string[]> {
  const { list } = as(portal, person)
  const ids: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await list(call, { query: { ...query, limit: 5, cursor } } as unknown as Input<C>)
    ids.push(...(page.items as { id: string }[]).map(({ id }) => id))
    if (!page.next) return ids
    cursor = page.next
  }
}

const word = fc.constantFrom(undefined, 'a', 'sara', 'ن', 'nobody', 'p1')
const oneOf = (...values: string[]) => fc.constantFrom(undefined, ...values)
const asked = fc.oneof(
  fc.record({
    list: fc.constant([exportApplications, listApplications] as const),
    query: fc.record({
      q: word,
      status: oneOf('active', 'completed'),
      priority: oneOf('fast_track'),
      expires: oneOf('60'),
      sort: oneOf('employee_name', '-passport_number', 'company_name'),
    }),
  }),
  fc.record({
    list: fc.constant([exportEmployees, listEmployees] as const),
    query: fc.record({
      q: word,
      status: oneOf('active', 'expired'),
      expires: oneOf('60'),
      renewal: oneOf('none'),
      sort: oneOf('-visa_expiry_date', 'nationality'),
    }),
  }),
  fc.record({ list: fc.constant([exportCompanies, listCompanies] as const), query: fc.record({ q: word, sort: oneOf('name', '-due') }) }),
  fc.record({
    list: fc.constant([exportUsers, listUsers] as const),
    query: fc.record({ q: word, role: oneOf('employee'), approved: oneOf('true'), sort: oneOf('email') }),
  }),
)
const presentOf = (query: Query): Query => Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))

describe('a table', () => {
  it('has the rows of the list that is asked for the same, in its order, as each viewer sees it', async () => {
    await fc.assert(
      fc.asyncProperty(asked, fc.boolean(), async ({ list: [exporting, listing], query }, isAdmin) => {
        const person = isAdmin ? world.admin : world.company_admin
        const { ids } = await csvOf(person, exporting, presentOf(query))
        expect(ids).toEqual(await idsOf(person, listing, presentOf(query)))
      }),
      { numRuns: 40 },
    )
  })

  it('of transactions has what waits, the ledger and what was rejected, each row once', async () => {
    const { ids, rows, heads } = await csvOf(world.company_admin, exportTransactions, {})
    expect(ids.toSorted()).toEqual((await idsOf(world.company_admin, listTransactions, {})).toSorted())
    expect(heads).not.toContain('Company')
    const [status, balance, credit, debit] = ['Status', 'Balance (AED)', 'Credit (AED)', 'Debit (AED)'].map((name) => heads.indexOf(name))
    const cell = (row: string[], place = -1) => row[place] ?? ''
    const moved = rows.filter((row) => cell(row, balance) !== '').toReversed()
    let before = 0
    for (const row of moved) {
      before += Number(cell(row, credit)) - Number(cell(row, debit))
      expect(Number(cell(row, balance))).toBe(before)
    }
    expect(rows.slice(0, 2).map((row) => cell(row, status))).toEqual(['Pending', 'Pending'])
    const { ids: completed } = await csvOf(world.company_admin, exportTransactions, { status: 'completed' })
    expect(completed).toEqual(await idsOf(world.company_admin, listTransactions, { status: 'completed', sort: '-moved_at' }))
  })

  it('of the transactions of a month has its ledger over all companies, newest first, with the balance after each', async () => {
    const [one, other] = [await make.company({ name: 'First' }), await make.company({ name: 'Second' })]
    for (const [day, company, aed] of [
      ['2033-01-31T19:59:59.999Z', one, 10],
      ['2033-01-31T20:00:00.000Z', one, 20.29],
      ['2033-02-10T08:00:00.000Z', other, 30],
      ['2033-02-28T19:59:59.999Z', one, 40],
      ['2033-02-28T20:00:00.000Z', other, 50],
    ] as const) {
      portal.clock.moment = new Date(day)
      await make.topup(company, { approved: true, aed })
    }
    const { ids, rows, heads } = await csvOf(world.admin, exportTransactions, { month: '2033-02' })
    const cells = (row: string[]) => ['Company', 'Credit (AED)', 'Balance (AED)'].map((name) => row[heads.indexOf(name)])
    expect(rows.map(cells)).toEqual([
      ['First', '40.00', '70.29'],
      ['Second', '30.00', '30.00'],
      ['First', '20.29', '30.29'],
    ])
    expect(ids).toEqual(await idsOf(world.admin, listTransactions, { month: '2033-02' }))
  })

  it('of applications guards what a spreadsheet would take for a formula, has days of Dubai and no salary (U33)', async () => {
    const { rows, heads } = await csvOf(world.company_admin, exportApplications, { q: 'cmd' })
    expect(heads.slice(0, 4)).toEqual(['Employee name', 'Company', 'Passport', 'Nationality'])
    expect(rows[0]?.slice(0, 12)).toEqual([
      ...["'=cmd|calc", 'Own; LLC', 'P3', 'Indian', '', 'Employee', 'Fast Track', 'Outside the UAE', 'Offer Letter', 'Active'],
      ...['2026-11-20', ''],
    ])
    const { raw } = await as(portal, world.admin).send(exportApplications, { query: {} })
    expect(raw.payload).not.toContain('4,000')
    expect(raw.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="applications-2026-11-20.csv"',
      'cache-control': 'private, no-store',
    })
  })

  it.each([
    ['application_ids', exportApplications, listApplications],
    ['employee_ids', exportEmployees, listEmployees],
    ['company_ids', exportCompanies, listCompanies],
  ] as const)('of chosen rows (%s) has those alone that the viewer sees, in the order of the list', async (member, exporting, listing) => {
    const [all, own] = [await idsOf(world.admin, listing, {}), await idsOf(world.company_admin, listing, {})]
    expect((await csvOf(world.company_admin, exporting, { [member]: all.join() })).ids).toEqual(own)
    const chosen = all.filter((_, place) => place % 2 === 0)
    expect((await csvOf(world.admin, exporting, { [member]: chosen.toReversed().join() })).ids).toEqual(chosen)
  })

  it.each([
    [exportApplications, 'applications'],
    [exportEmployees, 'employees'],
    [exportCompanies, 'companies'],
    [exportTransactions, 'transactions'],
  ] as const)('leaves out each column that the screen hides (%o, %s), and nothing else', async (exporting, list) => {
    const { heads, rows, ids } = await csvOf(world.admin, exporting, {})
    const asked = async (hidden: readonly string[]) => csvOf(world.admin, exporting, { without: hidden.join() })
    for (const column of HIDEABLE_COLUMNS[list]) {
      const left = await asked([column])
      const has = !['receipt', 'activity'].includes(column)
      expect(left.heads.length < heads.length, column).toBe(has)
      expect(left.rows.map((row) => Object.fromEntries(row.map((cell, place) => [left.heads[place], cell])))).toEqual(
        rows.map((row) =>
          Object.fromEntries(row.flatMap((cell, place) => (left.heads.includes(heads[place] ?? '') ? [[heads[place], cell]] : []))),
        ),
      )
    }
    const none = await asked(HIDEABLE_COLUMNS[list])
    expect(none.ids).toEqual(ids)
    expect((await as(portal, world.admin).send(exporting, { query: { without: 'salary' as never } })).status).toBe(422)
  })

  it('leaves out all that a column of the screen shows', async () => {
    const left = async (exporting: Call, without: string) => {
      const [all, some] = [await csvOf(world.admin, exporting, {}), await csvOf(world.admin, exporting, { without })]
      return all.heads.filter((head) => !some.heads.includes(head))
    }
    expect(await left(exportEmployees, 'status,eidNumber')).toEqual(['Visa expiry', 'Emirates ID number', 'Status'])
    expect(await left(exportCompanies, 'contact,applications')).toEqual(['Contact person', 'Email', 'Phone', 'Pending applications'])
    expect(await left(exportTransactions, 'amount')).toEqual(['Credit (AED)', 'Debit (AED)'])
  })

  it('speaks the language of the screen', async () => {
    const { heads, rows } = await csvOf(world.company_admin, exportApplications, { language: 'ar', q: 'cmd' })
    expect([heads[0], rows[0]?.[9]]).toEqual(['اسم الموظف', 'نشط'])
  })

  it('shows wallets to administrators alone', async () => {
    expect((await csvOf(world.admin, exportCompanies, {})).heads).toContain('Balance (AED)')
    expect((await csvOf(world.company_admin, exportCompanies, {})).heads).not.toContain('Balance (AED)')
  })
})

describe('an XLSX', () => {
  async function sheetOf(call: Call, query: Query): Promise<string> {
    const { raw, status } = await as(portal, world.company_admin).send(call, { query: { ...query, format: 'xlsx' } } as never)
    expect(status).toBe(200)
    const files = await readZip(raw.rawPayload)
    expect(files.map(({ name }) => name)).toEqual([
      ...[
        '[Content_Types].xml',
        '_rels/.rels',
        'xl/workbook.xml',
        'xl/_rels/workbook.xml.rels',
        'xl/styles.xml',
        'xl/worksheets/sheet1.xml',
      ],
    ])
    return files.at(-1)?.bytes.toString() ?? ''
  }
  /** By a reader of spreadsheets, which gives dates as such. */
  async function cellsOf(call: Call, query: Query): Promise<string[][]> {
    const { raw } = await as(portal, world.company_admin).send(call, { query: { ...query, format: 'xlsx' } } as never)
    const rows = await readSpreadsheet(raw.rawPayload)
    return rows.map((row) => row.map((cell) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? ''))))
  }

  it('has the cells of the CSV as texts and dates, without its guards, and no formula', async () => {
    const sheet = await sheetOf(exportApplications, {})
    expect(sheet).not.toMatch(/<f\b|\v/)
    const { heads, rows } = await csvOf(world.company_admin, exportApplications, {})
    const plain = (cell: string) => cell.replace(/^'/, '').replaceAll("'=", '=').replaceAll('\u000b', '')
    expect(await cellsOf(exportApplications, {})).toEqual([heads, ...rows].map((row) => row.map(plain)))
  })

  it('is read from right to left in Arabic', async () => {
    expect(await sheetOf(exportEmployees, { language: 'ar' })).toContain('rightToLeft="1"')
    expect(await sheetOf(exportUsers, {})).not.toContain('rightToLeft')
  })
})

describe('the journal', () => {
  it('says how many rows of what were exported, also while views of lists are hidden', async () => {
    const { answer, recorded } = await recordedBy(portal, () => csvOf(world.company_admin, exportEmployees, {}))
    const call = `GET /employees/export ${answer.rows.length} rows`
    expect(recorded.accesses).toMatchObject([
      { record_type: 'employee', record_id: null, outcome: 'seen', call, actor_id: world.company_admin.id },
    ])
    await as(portal, world.company_admin).send(listEmployees, { query: {} })
    await portal.journal.flush()
    const { items } = await as(portal, world.admin).list(listJournal, { query: { record_type: 'employee', lists: 'hidden' } })
    expect(items.map((line) => line.call)).toContain(call)
    expect(items.map((line) => line.call)).not.toContain('GET /employees')
  })

  it('is a table too, refused over 100,000 lines', async () => {
    const { heads, rows } = await csvOf(world.admin, exportJournal, { record_type: 'employee' })
    expect(heads.slice(0, 4)).toEqual(['Time (UTC)', 'Person', 'Outcome', 'What'])
    expect(rows.length).toBeGreaterThan(0)
    await fillJournal()
    const { status, problem } = await as(portal, world.admin).send(exportJournal, { query: { to: '2020-01-31' } })
    expect([status, problem.detail]).toEqual([413, 'A table takes at most 100,000 rows. Please narrow the list down.'])
  })
})

/** 100,001 long lines of January 2020, 70,001 of them about nothing. */
async function fillJournal(): Promise<void> {
  await portal.db.execute(sql`insert into ${accesses} (id, happened_at, record_type, call, outcome, request_id, address)
    select gen_random_uuid(), '2020-01-02', case when n <= 30000 then 'document' else 'other' end, 'GET /made', 'seen', gen_random_uuid(), repeat('x', 300)
    from generate_series(1, 100001) n`)
}

describe('tables at a time', () => {
  it('are one a person, read no faster than by their reader, and a place is free once the client has hung up', async () => {
    const cookie = `session=${await startSession(portal.db, world.admin.id, portal.clock.moment)}`
    const connection = await connect()
    connection.socket.pause()
    const asked = 'record_type=other&to=2020-01-31&lists=shown'
    await connection.send(`GET /api/journal/export?${asked} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`)
    await expect.poll(() => connection.peer.writableLength, { timeout: 9_000 }).toBeGreaterThan(0)
    const { send } = as(portal, world.admin)
    const { status, headers, problem } = await send(exportUsers, { query: {} })
    expect([status, headers['retry-after'], problem.detail]).toEqual([
      ...[429, '10', 'Another table of yours is still being downloaded. Please wait until it has arrived.'],
    ])
    connection.socket.destroy()
    await expect.poll(async () => (await send(exportUsers, { query: {} })).status, { timeout: 9_000 }).toBe(200)
  })

  it('refuse a format that is none', async () => {
    const { status, problem } = await as(portal, world.admin).send(exportUsers, { query: { format: 'pdf' as never } })
    expect([status, problem.errors?.[0]?.field]).toEqual([422, 'format'])
  })
})
