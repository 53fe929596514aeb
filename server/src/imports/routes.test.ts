import {
  type CheckedRow,
  checkImport,
  createEmployee,
  getEmployee,
  type ImportColumn,
  type Input,
  listCompanyHistory,
  listEmployeeHistory,
  listEmployees,
  listImports,
  listPapers,
  renewEmployee,
  runImport,
  undoImport,
  updateEmployee,
} from 'contract'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { newPeople, sheetOf } from '../../../test/sheets.ts'
import { changes } from '../db/changes.table.ts'
import { importRows } from '../db/imports.table.ts'
import { employees } from '../db/people.table.ts'

const portal = startPortal()
const make = given(portal)
let company: { id: string }
let omar: ReturnType<typeof as>

beforeEach(async () => {
  company = await make.company({ name: 'Falcon Trading LLC' })
  await make.topup(company, { approved: true, aed: 20_000 })
  omar = as(portal, await make.user('company_admin', { of: [company] }))
})

type Person = Partial<Record<ImportColumn, string>>
const SARA = { employee_name: 'Sara Khan', passport_number: 'N111', nationality: 'Indian', designation: 'Clerk' }
const check = async (people: Person[]) => (await omar.send(checkImport, { body: sheetOf(company.id, people) })).reply
const importing = (sheet: Input<typeof checkImport>['body'], fingerprint: string, by = omar) =>
  by.send(runImport, { body: { ...sheet, file_name: 'staff.xlsx', fingerprint } })
async function bring(people: Person[]) {
  const sheet = sheetOf(company.id, people)
  const { fingerprint } = (await omar.send(checkImport, { body: sheet })).reply
  return importing(sheet, fingerprint)
}
const problems = (rows: CheckedRow[]) => rows.flatMap(({ line, errors }) => errors.map(({ detail }) => `Line ${line}: ${detail}`))
const people = async () => (await omar.send(listEmployees, { query: {} })).reply
const find = async (passport: string) => (await people()).find((row) => row.passport_number === passport) ?? expect.fail()
const papersOf = async (employee_id: string) => (await omar.send(listPapers, { query: { employee_id } })).reply
const paperOf = async (employee_id: string, kind: string) => (await papersOf(employee_id)).find((paper) => paper.kind === kind)
/** Employees and papers of the company, as they are kept. */
async function kept(): Promise<unknown> {
  const { rows } = await portal.db.execute(sql`select
    (select jsonb_agg(to_jsonb(e) order by e.id) from employees e where e.company_id = ${company.id}) as employees,
    (select jsonb_agg(to_jsonb(p) order by p.id) from papers p where p.company_id = ${company.id}) as papers`)
  return rows
}

describe('the check', () => {
  it('says of each row what would happen, and writes nothing', async () => {
    await omar.send(createEmployee, { body: { ...SARA, company_id: company.id } })
    const before = await kept()
    const { rows } = await check([
      { ...SARA, passport_number: 'n111', designation: 'Accountant', 'passport.expires_on': '2027-05-03' },
      { employee_name: 'Ali Hassan', passport_number: 'N222', nationality: 'Egyptian', designation: 'Cook' },
      { passport_number: 'N333' },
    ])
    expect(rows.map(({ line, outcome }) => [line, outcome])).toEqual([
      [2, 'changed'],
      [3, 'created'],
      [4, 'refused'],
    ])
    expect(rows[0]?.changes).toEqual([
      { field: 'designation', from: 'Clerk', to: 'Accountant' },
      { field: 'passport.expires_on', from: null, to: '2027-05-03' },
    ])
    expect(problems(rows)).toEqual(['Line 4: Name is required', 'Line 4: Nationality is required', 'Line 4: Designation is required'])
    expect(await kept()).toEqual(before)
  })

  it('names what cannot be read, and for two rows of one passport each other’s line', async () => {
    const { rows } = await check([
      { ...SARA, visa_expiry_date: '31/11/2026' },
      { ...SARA, passport_number: 'N2', email: 'nobody' },
      { ...SARA, passport_number: 'N3', 'work_permit.issued_on': '2026-05-01', 'work_permit.expires_on': '2026-05-01' },
      { ...SARA, passport_number: 'N4', 'residence.issuer': 'GDRFA' },
      { ...SARA, passport_number: 'N5', employee_name: 'x'.repeat(201) },
      { ...SARA, passport_number: 'N0', skill_level: '10' },
      { ...SARA, passport_number: 'n 6' },
      { ...SARA, passport_number: 'N 6' },
    ])
    expect(problems(rows)).toEqual([
      'Line 2: Residence expiry ‘31/11/2026’ is no date',
      'Line 3: E-mail is not a valid e-mail address',
      'Line 4: Work permit issue date: the expiry date must be after the issue date',
      'Line 5: Residence number or its expiry is needed',
      'Line 6: Name must be at most 200 characters',
      'Line 7: Skill level must be from 1 to 9',
      'Line 8: Line 9 has the same passport number',
      'Line 9: Line 8 has the same passport number',
    ])
  })

  it('takes an expiry without a number, a date in the past with a remark, and a formula as text', async () => {
    const row = { ...SARA, designation: '=1+1', visa_expiry_date: '2020-05-03' }
    const { rows } = await check([row])
    expect(rows[0]).toMatchObject({ outcome: 'created', remarks: [{ detail: 'Residence expiry: 3 May 2020 is in the past' }] })
    await bring([row])
    const { id, designation, visa_number } = await find('N111')
    expect([designation, visa_number]).toEqual(['=1+1', null])
    expect(await paperOf(id, 'residence')).toMatchObject({ number: null, expires_on: '2020-05-03' })
  })

  it('takes no more than 2,000 rows at once', async () => {
    const rows = Array.from({ length: 2_001 }, (_, at) => [`N${at}`])
    const { status, problem } = await omar.send(checkImport, { body: { company_id: company.id, columns: ['passport_number'], rows } })
    expect([status, problem.detail]).toEqual([422, 'At most 2,000 rows at once'])
  })

  it('takes a body of six megabytes, and none that is longer', async () => {
    const rows = Array.from({ length: 2_000 }, (_, at) => [`N${at}`, 'x'.repeat(2_800)])
    const body = { company_id: company.id, columns: ['passport_number', 'mobile'] as ImportColumn[], rows }
    expect((await omar.send(checkImport, { body })).status).toBe(200)
    const longer = rows.map(([number = '', text = '']) => [number, text + text])
    const { status, problem } = await omar.send(checkImport, { body: { ...body, rows: longer } })
    expect([status, problem.detail]).toEqual([413, 'The request is too large'])
  })
})

describe('an import', () => {
  it('adds people with their papers and changes those on record, only by cells that are not empty', async () => {
    await omar.send(createEmployee, { body: { ...SARA, company_id: company.id, visa_number: 'V1', mobile: '+97150' } })
    const { reply, status } = await bring([
      { passport_number: 'N111', visa_expiry_date: '2027-01-15', 'residence.issued_on': '2025-01-16', 'work_permit.number': 'WP1' },
      {
        ...SARA,
        employee_name: 'Ali Hassan',
        passport_number: 'N222',
        'passport.expires_on': '2030-01-01',
        'health_insurance.number': 'H1',
      },
    ])
    expect(status).toBe(201)
    expect(reply).toMatchObject({ row_count: 2, created_count: 1, changed_count: 1, file_name: 'staff.xlsx', undone_at: null })
    const sara = await find('N111')
    expect(sara).toMatchObject({ employee_name: 'Sara Khan', visa_number: 'V1', mobile: '+97150', visa_expiry_date: '2027-01-15' })
    expect(await paperOf(sara.id, 'residence')).toMatchObject({ number: 'V1', issued_on: '2025-01-16', expires_on: '2027-01-15' })
    expect(await paperOf(sara.id, 'work_permit')).toMatchObject({ number: 'WP1', state: 'held' })
    const ali = await find('N222')
    expect((await papersOf(ali.id)).map(({ kind, number, expires_on }) => [kind, number, expires_on])).toEqual([
      ['passport', 'N222', '2030-01-01'],
      ['health_insurance', 'H1', null],
    ])
  })

  it('is a line in the history of each person and of the company, and one change in the live stream', async () => {
    const last = await portal.db.select().from(changes)
    await bring([SARA, { ...SARA, passport_number: 'N222' }])
    const { id } = await find('N111')
    const [line] = (await omar.send(listEmployeeHistory, { params: { id } })).reply
    expect(line).toMatchObject({ action: 'imported', changes: [{ field: 'employee_name', to: 'Sara Khan' }, {}, {}, {}] })
    const [told] = (await omar.send(listCompanyHistory, { params: company })).reply
    expect(told).toMatchObject({
      action: 'imported',
      changes: [
        { field: 'created', to: '2' },
        { field: 'changed', to: '0' },
      ],
    })
    const later = (await portal.db.select().from(changes)).slice(last.length)
    expect(later.map(({ noun, id: of }) => [noun, of])).toEqual([['company', company.id]])
  })

  it('changes nothing where a row is refused, or where something has changed since the check', async () => {
    const sheet = newPeople(company.id, [{ employee_name: 'Sara Khan', passport_number: 'N111' }])
    const { fingerprint } = (await omar.send(checkImport, { body: sheet })).reply
    const refused = await bring([SARA, { passport_number: 'N9' }])
    expect([refused.status, refused.problem.detail]).toEqual([409, 'Nothing was imported: 1 row has problems'])
    await omar.send(createEmployee, { body: { ...SARA, company_id: company.id } })
    const before = await kept()
    const late = await importing(sheet, fingerprint)
    expect([late.status, late.problem.detail]).toEqual([409, 'Nothing was imported: something has changed since the check. Check again.'])
    expect(await kept()).toEqual(before)
  })

  it('of the same rows again says that all are the same', async () => {
    const row = { ...SARA, visa_number: 'V1', eid_number: '784', 'work_permit.number': 'WP1', 'passport.issuer': 'Delhi' }
    await bring([row])
    const { rows } = await check([row])
    expect(rows.map(({ outcome, changes: none }) => [outcome, none])).toEqual([['same', []]])
  })

  it('waits for another one of the same company, and finds its people', async () => {
    const sheet = newPeople(company.id, [{ employee_name: 'Sara Khan', passport_number: 'N111' }])
    const { fingerprint } = (await omar.send(checkImport, { body: sheet })).reply
    const both = await Promise.all([importing(sheet, fingerprint), importing(sheet, fingerprint)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(await people()).toHaveLength(1)
  })

  it('knows a person whose number or date was typed with Arabic digits', async () => {
    await omar.send(createEmployee, { body: { ...SARA, company_id: company.id, passport_number: 'N٠١', eid_number: '٧٨٤' } })
    const { rows } = await check([{ ...SARA, passport_number: 'N01', eid_number: '784', skill_level: '5' }])
    expect(rows).toMatchObject([{ outcome: 'changed', changes: [{ field: 'skill_level', from: null, to: '5' }] }])
  })

  it('refuses a person whose record has another passport than the case', async () => {
    await bring([SARA])
    const sara = await find('N111')
    await portal.db.update(employees).set({ passport_number: 'N112' }).where(eq(employees.id, sara.id))
    await make.application(company, { employee_id: sara.id, passport_number: 'N111', employee_name: 'Sara Khan' })
    const { rows } = await check([SARA])
    expect(problems(rows)).toEqual(['Line 2: The person is on record with the passport N112: renew or correct that one first'])
  })
})

describe('the undoing', () => {
  it('leaves employees and papers as they were before', async () => {
    await bring([
      { ...SARA, visa_number: 'V1', visa_expiry_date: '2027-01-15', 'residence.issued_on': '2025-01-16', 'work_permit.number': 'WP1' },
    ])
    const before = await kept()
    const { reply } = await bring([
      {
        passport_number: 'N111',
        visa_expiry_date: '2025-01-01',
        eid_number: '784',
        skill_level: '3',
        outside_since: '2026-02-01',
        'work_permit.number': 'WP2',
        'medical_fitness.number': 'M',
      },
      { ...SARA, passport_number: 'N222', visa_number: 'V2', 'work_permit.number': 'WP3' },
    ])
    expect(await kept()).not.toEqual(before)
    const undone = await omar.send(undoImport, { params: reply })
    expect(undone.reply.undone_at).toBe(portal.clock.moment.toISOString())
    expect(await kept()).toEqual(before)
    expect((await omar.send(undoImport, { params: reply })).problem.detail).toBe('This import was undone before')
    expect(await portal.db.$count(importRows, eq(importRows.import_id, reply.id))).toBe(0)
  })

  it('refuses once somebody was changed since or has a case, and names them', async () => {
    const { reply } = await bring([
      SARA,
      { ...SARA, employee_name: 'Ali Hassan', passport_number: 'N222' },
      { ...SARA, passport_number: 'N333' },
    ])
    await omar.send(updateEmployee, { params: await find('N111'), body: { mobile: '+97150' } })
    const ali = await find('N222')
    expect((await omar.send(renewEmployee, { body: { employee_id: ali.id } })).status).toBe(201)
    const before = await kept()
    const { status, problem } = await omar.send(undoImport, { params: reply })
    expect([status, problem.detail]).toEqual([409, 'Changed since the import, or with a case: Ali Hassan, Sara Khan'])
    expect(await kept()).toEqual(before)
  })

  it('is over after seven days', async () => {
    const { reply } = await bring([SARA])
    const at = portal.clock.moment
    portal.clock.moment = new Date(Date.parse(reply.undo_until))
    const admin = as(portal, await make.user('admin'))
    const { status, problem } = await admin.send(undoImport, { params: reply })
    portal.clock.moment = at
    expect([status, problem.detail]).toEqual([409, 'An import can be undone for 7 days'])
  })

  it('is another company’s 404, and its list has none of it', async () => {
    const { reply } = await bring([SARA])
    const other = as(portal, await make.user('company_admin', { of: [await make.company()] }))
    expect((await other.send(undoImport, { params: reply })).status).toBe(404)
    expect((await other.send(listImports, { query: {} })).reply).toEqual([])
    expect((await omar.send(listImports, { query: {} })).reply).toEqual([reply])
    expect((await other.send(getEmployee, { params: await find('N111') })).status).toBe(404)
  })
})
