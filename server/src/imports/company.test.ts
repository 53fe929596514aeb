import {
  addPaper,
  type CheckedRow,
  COMPANY_PAPERS,
  checkImport,
  createEmployee,
  type ImportColumn,
  listCompanyHistory,
  listEmployees,
  listImports,
  listPapers,
  runImport,
  undoImport,
  updatePaper,
} from 'contract'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { sheetOf } from '../../../test/sheets.ts'
import { importPapers, imports } from '../db/imports.table.ts'

const portal = startPortal()
const make = given(portal)
let company: { id: string }
let omar: ReturnType<typeof as>

beforeEach(async () => {
  company = await make.company({ name: 'Falcon Trading LLC', trade_license: `CN-${Math.random()}` })
  omar = as(portal, await make.user('company_admin', { of: [company] }))
})

const KINDS = COMPANY_PAPERS.filter((kind) => kind !== 'other_paper')
type Row = Partial<Record<ImportColumn, string>>
const SARA = { employee_name: 'Sara Khan', passport_number: 'N111', nationality: 'Indian', designation: 'Clerk' }
const CARD = {
  'establishment_card.number': '2/1/1',
  'establishment_card.issued_on': '2025-01-16',
  'establishment_card.expires_on': '2028-01-15',
}
const check = async (rows: Row[]) => (await omar.send(checkImport, { body: sheetOf(company.id, rows) })).reply
async function bring(rows: Row[]) {
  const sheet = sheetOf(company.id, rows)
  const { fingerprint } = (await omar.send(checkImport, { body: sheet })).reply
  return omar.send(runImport, { body: { ...sheet, file_name: 'papers.xlsx', fingerprint } })
}
const problems = (rows: CheckedRow[]) => rows.flatMap(({ line, errors }) => errors.map(({ detail }) => `Line ${line}: ${detail}`))
const own = async () => (await omar.send(listPapers, { query: { owner: 'company' } })).reply
const kept = async () =>
  (await portal.db.execute(sql`select to_jsonb(p) as paper from papers p where p.company_id = ${company.id} order by p.id`)).rows

describe('a row of the company', () => {
  it('says what it would change of its papers, and writes nothing', async () => {
    await omar.send(addPaper, { body: { kind: 'establishment_card', company_id: company.id, number: '2/1/٧', expires_on: '2026-03-01' } })
    const before = await kept()
    const { rows } = await check([SARA, { ...CARD, 'establishment_card.number': '2/1/7', 'tenancy.expires_on': '2020-05-03' }])
    expect(rows.map(({ line, outcome }) => [line, outcome])).toEqual([
      [2, 'created'],
      [3, 'changed'],
    ])
    expect(rows[1]).toMatchObject({
      changes: [
        { field: 'establishment_card.issued_on', from: null, to: '2025-01-16' },
        { field: 'establishment_card.expires_on', from: '2026-03-01', to: '2028-01-15' },
        { field: 'tenancy.expires_on', from: null, to: '2020-05-03' },
      ],
      remarks: [{ detail: 'Tenancy contract expiry: 3 May 2020 is in the past' }],
    })
    expect(await kept()).toEqual(before)
  })

  it('stands apart from people, once, and is of this company', async () => {
    const { rows } = await check([
      { ...SARA, 'tenancy.number': 'E-1' },
      { 'trade_license.number': 'another' },
      { 'tenancy.issued_on': '2026-05-01', 'tenancy.expires_on': '2026-05-01' },
      { 'mohre_card.expires_on': '31/11/2026' },
    ])
    expect(problems(rows)).toEqual([
      'Line 2: Papers of the company have a row of their own, in which no person stands',
      'Line 3: Line 4, 5 has papers of the company too',
      'Line 3: The company has another license number, which is changed in its profile',
      'Line 4: Line 3, 5 has papers of the company too',
      'Line 4: Tenancy contract issue date: the expiry date must be after the issue date',
      'Line 5: MOHRE card expiry ‘31/11/2026’ is no date',
      'Line 5: Line 3, 4 has papers of the company too',
    ])
  })
})

describe('an import of papers of the company', () => {
  it('corrects what is held and adds the rest, only by cells that are not empty', async () => {
    const held = { kind: 'trade_license', company_id: company.id, issuer: 'DET', expires_on: '2026-12-31' } as const
    await omar.send(addPaper, { body: held })
    const { status, reply } = await bring([SARA, { ...CARD, 'trade_license.expires_on': '2027-12-31' }])
    expect(status).toBe(201)
    expect(reply).toMatchObject({ row_count: 2, created_count: 1, changed_count: 0, company_paper_count: 2 })
    expect((await own()).map(({ kind, number, issuer, expires_on }) => [kind, issuer ?? number, expires_on])).toEqual([
      ['trade_license', 'DET', '2027-12-31'],
      ['establishment_card', '2/1/1', '2028-01-15'],
    ])
    expect((await omar.send(listImports, { query: {} })).reply).toEqual([reply])
    const { rows } = await check([{ ...CARD, 'trade_license.expires_on': '2027-12-31' }])
    expect(rows).toMatchObject([{ outcome: 'same', changes: [] }])
  })

  it('takes every kind with every part, and is a line in the history of the company', async () => {
    const row = Object.fromEntries(
      KINDS.flatMap((kind) => [
        ...(kind === 'trade_license' ? [] : [[`${kind}.number`, `${kind} 1`]]),
        [`${kind}.issued_on`, '2025-01-16'],
        [`${kind}.expires_on`, '2027-03-04'],
        [`${kind}.issuer`, 'جهة'],
      ]),
    ) as Row
    expect((await bring([row])).reply).toMatchObject({ changed_count: 0, company_paper_count: KINDS.length })
    const [line] = (await omar.send(listCompanyHistory, { params: company })).reply
    expect(line?.action).toBe('imported')
    expect(line?.changes).toEqual([
      { field: 'created', from: null, to: '0' },
      { field: 'changed', from: null, to: '0' },
      ...Object.entries(row).map(([field, to]) => ({ field, from: null, to })),
    ])
    expect((await own()).map(({ kind, issuer }) => [kind, issuer]).toSorted()).toEqual(KINDS.map((kind) => [kind, 'جهة']).toSorted())
  })

  it('writes none of it where a person’s row is refused, or a paper was changed since the check', async () => {
    const before = await kept()
    expect((await bring([{ passport_number: 'N9' }, CARD])).status).toBe(409)
    const sheet = sheetOf(company.id, [CARD])
    const { fingerprint } = (await omar.send(checkImport, { body: sheet })).reply
    expect(await kept()).toEqual(before)
    await omar.send(addPaper, { body: { kind: 'establishment_card', company_id: company.id, number: '9' } })
    const { problem } = await omar.send(runImport, { body: { ...sheet, file_name: 'papers.xlsx', fingerprint } })
    expect(problem.detail).toBe('Nothing was imported: something has changed since the check. Check again.')
    expect((await own()).map(({ number }) => number)).toEqual(['9'])
  })

  it('is another company’s 404', async () => {
    const other = as(portal, await make.user('company_admin', { of: [await make.company()] }))
    expect((await other.send(checkImport, { body: sheetOf(company.id, [CARD]) })).status).toBe(404)
  })
})

describe('the undoing', () => {
  it('leaves the papers of the company and its people as they were', async () => {
    await omar.send(addPaper, { body: { kind: 'tenancy', company_id: company.id, number: 'E-1', expires_on: '2026-12-31' } })
    const before = await kept()
    const { reply } = await bring([SARA, { ...CARD, 'tenancy.number': 'E-2' }])
    expect(await kept()).not.toEqual(before)
    expect((await omar.send(undoImport, { params: reply })).reply.undone_at).not.toBeNull()
    expect(await kept()).toEqual(before)
    expect((await omar.send(listEmployees, { query: {} })).reply).toEqual([])
    expect(await portal.db.$count(importPapers, eq(importPapers.import_id, reply.id))).toBe(0)
  })

  it('is refused to a version that would leave the papers of the company as they are', async () => {
    const { reply } = await bring([SARA, CARD])
    const before = await kept()
    const older = portal.db.update(imports).set({ undone_at: portal.clock.moment.toISOString() }).where(eq(imports.id, reply.id))
    await expect(older).rejects.toMatchObject({ cause: { code: '23001' } })
    expect(await kept()).toEqual(before)
    expect((await omar.send(undoImport, { params: reply })).status).toBe(200)
  })

  it('refuses once a paper of the company was changed since, and names the company', async () => {
    const { reply } = await bring([CARD])
    await omar.send(createEmployee, { body: { ...SARA, company_id: company.id } })
    const [card] = await own()
    await omar.send(updatePaper, { params: card ?? expect.fail(), body: { issuer: 'ICP' } })
    const { status, problem } = await omar.send(undoImport, { params: reply })
    expect([status, problem.detail]).toEqual([409, 'Changed since the import, or with a case: Falcon Trading LLC'])
    expect((await own()).map(({ issuer }) => issuer)).toEqual(['ICP'])
  })
})
