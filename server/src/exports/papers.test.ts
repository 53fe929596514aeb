import {
  addPaper,
  COMPANY_COLUMNS,
  cellText,
  checkImport,
  columnsOf,
  createEmployee,
  exportEmployees,
  exportPapers,
  headingRow,
  type ImportColumn,
  importLabel,
  type Language,
  PERSON_COLUMNS,
  rowsOfFile,
  runImport,
} from 'contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { readCsv } from '../../../test/readCsv.ts'
import { sheetOf } from '../../../test/sheets.ts'
import { readSpreadsheet, savedAgain } from '../../../test/spreadsheets.ts'

const portal = startPortal()
const make = given(portal)
let company: { id: string }
let trade_license: string
let omar: ReturnType<typeof as>

/** A cell for each column of these. */
const full = (columns: readonly ImportColumn[]): Partial<Record<ImportColumn, string>> =>
  Object.fromEntries(
    columns.map((column) => [column, /issued_on$/.test(column) ? '2025-01-16' : /_on$|date$/.test(column) ? '2027-03-04' : `${column} ١`]),
  )
const SARA = {
  ...full(PERSON_COLUMNS),
  employee_name: 'سارة خان',
  passport_number: 'N111',
  skill_level: '3',
  outside_since: '2026-02-01',
  mobile: '+97150',
  email: 's@k.example',
}
const ALI = {
  employee_name: 'Ali =Hassan',
  passport_number: '=1+1',
  nationality: 'Egyptian',
  designation: 'Cook; "2nd"',
  'passport.expires_on': '1899-01-01',
}

beforeEach(async () => {
  trade_license = `CN-${Math.random()}`
  company = await make.company({ name: 'Falcon Trading LLC', trade_license })
  omar = as(portal, await make.user('company_admin', { of: [company] }))
  const sheet = sheetOf(company.id, [SARA, ALI, { ...full(COMPANY_COLUMNS), 'trade_license.number': trade_license }])
  const { fingerprint } = (await omar.send(checkImport, { body: sheet })).reply
  expect((await omar.send(runImport, { body: { ...sheet, file_name: 'staff.xlsx', fingerprint } })).status).toBe(201)
})

type Exporting = typeof exportPapers | typeof exportEmployees

/** Opened and saved by another program, then read by another reader than the screen has. */
async function cellsOf(call: Exporting, language: Language, { by = omar, query = {} } = {}): Promise<string[][]> {
  const { raw } = await by.send(call, { query: { ...query, format: 'xlsx', language } })
  return (await readSpreadsheet(await savedAgain(raw.rawPayload))).map((row) => row.map(cellText))
}

/** What the import of such a file would do, as the screen sends it. */
async function outcomeOf(cells: string[][]) {
  const head = headingRow(cells)
  const sheet = rowsOfFile(cells, { head, columns: columnsOf(cells[head] ?? []), order: 'day' })
  const { rows } = (await omar.send(checkImport, { body: { company_id: company.id, ...sheet } })).reply
  return rows.filter(({ outcome }) => outcome !== 'same').map(({ line, outcome, changes }) => ({ line, outcome, changes }))
}

describe.each([
  ['people with their papers', exportPapers],
  ['employees', exportEmployees],
] as const)('a file of %s, imported as it was exported', (_, call) => {
  it.each(['en', 'ar'] as const)('changes nobody (%s)', async (language) => {
    const cells = await cellsOf(call, language)
    expect(cells).toHaveLength(call === exportPapers ? 4 : 3)
    expect(await outcomeOf(cells)).toEqual([])
  })

  it('and edited in one cell changes that one alone', async () => {
    const cells = await cellsOf(call, 'ar')
    const [at, line] = [columnsOf(cells[0] ?? []).indexOf('visa_expiry_date'), cells.findIndex((row) => row.includes('N111'))]
    cells[line]?.splice(at, 1, '٠٥/٠٣/٢٠٢٧')
    expect(await outcomeOf(cells)).toEqual([
      { line: line + 1, outcome: 'changed', changes: [{ field: 'visa_expiry_date', from: '2027-03-04', to: '2027-03-05' }] },
    ])
  })
})

describe('the table of people with their papers', () => {
  it('has the headings of the import, Arabic whole, skill level and absence', async () => {
    const [heads = [], ...rows] = await cellsOf(exportPapers, 'ar', { query: { owner: 'people' } })
    expect(heads).toEqual(PERSON_COLUMNS.map((column) => importLabel(column, 'ar')))
    expect(rows).toHaveLength(2)
    const [sara = []] = rows.filter((row) => row.includes('N111'))
    expect(Object.fromEntries(sara.map((cell, at) => [PERSON_COLUMNS[at], cell]))).toEqual(SARA)
  })

  it('has those alone who hold such a paper', async () => {
    const of = async (query: object) => {
      const { raw } = await omar.send(exportPapers, { query: { ...query, owner: 'people' } })
      return readCsv(raw.payload)
        .slice(1)
        .map(([name]) => name)
    }
    expect(await of({ kind: 'work_permit' })).toEqual(['سارة خان'])
    expect(await of({ kind: 'passport', standing: 'expired' })).toEqual(['Ali =Hassan'])
    expect(await of({ expires: '30' })).toEqual([])
    expect(await of({ q: 'work_permit.number' })).toEqual(['سارة خان'])
    expect(await of({ q: 'nobody' })).toEqual([])
  })

  it('has neither people nor papers of another company, and for an administrator names each company', async () => {
    const other = await make.company({ name: 'Other LLC' })
    const them = as(portal, await make.user('company_admin', { of: [other] }))
    const { reply } = await them.send(createEmployee, { body: { ...ALI, company_id: other.id, passport_number: 'N999' } })
    await them.send(addPaper, { body: { kind: 'work_permit', employee_id: reply.id, number: 'foreign' } })
    await them.send(addPaper, { body: { kind: 'tenancy', company_id: other.id, number: 'foreign lease' } })
    expect(JSON.stringify(await cellsOf(exportPapers, 'en'))).not.toMatch(/N999|foreign/)
    expect(await cellsOf(exportPapers, 'en', { by: them })).toHaveLength(3)
    const all = await cellsOf(exportPapers, 'en', { by: as(portal, await make.user('admin')) })
    expect(all[0]?.at(-1)).toBe('Company')
    expect(all.find((row) => row.includes('N999'))?.at(-1)).toBe('Other LLC')
    expect(all.find((row) => row.includes('N111'))?.at(-1)).toBe('Falcon Trading LLC')
    expect(all.find((row) => row.includes('foreign lease'))?.at(-1)).toBe('Other LLC')
  })

  it('has the paper on record, not the one before', async () => {
    const { raw } = await omar.send(exportPapers, { query: {} })
    expect(raw.payload).toContain('work_permit.number')
    await portal.db.execute(`update papers set state = 'withdrawn', withdrawn_reason = 'Lost' where kind = 'work_permit'`)
    expect((await omar.send(exportPapers, { query: {} })).raw.payload).not.toContain('work_permit.number')
  })
})

describe('the table of papers of companies', () => {
  it('names the company first, then what it holds under the headings of the import', async () => {
    const [heads = [], ...rows] = await cellsOf(exportPapers, 'ar', { query: { owner: 'company' } })
    expect(heads).toEqual(['الشركة', ...COMPANY_COLUMNS.map((column) => importLabel(column, 'ar'))])
    expect(rows.map(([name, ...cells]) => [name, Object.fromEntries(cells.map((cell, at) => [COMPANY_COLUMNS[at], cell]))])).toEqual([
      ['Falcon Trading LLC', { ...full(COMPANY_COLUMNS), 'trade_license.number': trade_license }],
    ])
  })

  it('imported again changes nothing, and edited in one cell that one alone', async () => {
    const cells = await cellsOf(exportPapers, 'en', { query: { owner: 'company' } })
    expect(await outcomeOf(cells)).toEqual([])
    cells[1]?.splice(cells[0]?.indexOf('Tenancy contract expiry') ?? -1, 1, '05/03/2027')
    expect(await outcomeOf(cells)).toEqual([
      { line: 2, outcome: 'changed', changes: [{ field: 'tenancy.expires_on', from: '2027-03-04', to: '2027-03-05' }] },
    ])
  })

  it('has those companies alone that hold such a paper', async () => {
    const rows = async (query: object) => (await cellsOf(exportPapers, 'en', { query: { ...query, owner: 'company' } })).length - 1
    expect(await rows({ kind: 'tenancy' })).toBe(1)
    expect(await rows({ kind: 'tenancy', standing: 'expired' })).toBe(0)
    expect(await rows({ kind: 'work_permit' })).toBe(0)
    expect(await rows({ q: 'tenancy.number' })).toBe(1)
  })
})
