import {
  addPaper,
  checkImport,
  createEmployee,
  type ImportColumn,
  listEmployees,
  listPapers,
  PERSON_PAPERS,
  RECORD_COLUMNS,
  runImport,
  updateEmployee,
  updatePaper,
} from 'contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { sheetOf } from '../../../test/sheets.ts'

const portal = startPortal()
const make = given(portal)

type Row = Partial<Record<ImportColumn, string>>
/** `npm run trust` has more. */
const RUNS = Number(process.env.IMPORT_RUNS ?? 5)
const PARTS = ['number', 'issued_on', 'expires_on', 'issuer'] as const

async function office() {
  const company = await make.company()
  return { company, omar: as(portal, await make.user('company_admin', { of: [company] })) }
}
type Office = Awaited<ReturnType<typeof office>>

const text = fc.constantFrom('A1', 'B2', 'ج ٣', '=1')
const issued = fc.constantFrom('2020-01-01', '2024-02-29')
const ends = fc.constantFrom('2026-01-31', '2027-03-04', '2030-12-31')
const row = fc.record(
  {
    ...{
      employee_name: fc.constantFrom('Sara Khan', 'علي حسن'),
      nationality: fc.constant('Indian'),
      designation: fc.constantFrom('Clerk', 'Cook'),
    },
    ...{ visa_number: text, visa_expiry_date: ends, eid_number: text, eid_expiry_date: ends, mobile: text },
    ...{ skill_level: fc.constantFrom('1', '9'), outside_since: issued },
    ...{ 'passport.issued_on': issued, 'passport.expires_on': ends, 'residence.issuer': text, 'emirates_id.issued_on': issued },
    ...{ 'work_permit.number': text, 'work_permit.issued_on': issued, 'work_permit.expires_on': ends, 'medical_fitness.issuer': text },
  },
  { requiredKeys: [] },
)
const PERSON = { employee_name: 'Sara Khan', nationality: 'Indian', designation: 'Clerk' }
/** Two files, one after the other, over the same few people. */
const files = fc.array(fc.dictionary(fc.constantFrom('N1', 'N2', 'N3'), row, { minKeys: 1 }), { minLength: 1, maxLength: 3 })

const rowsOf = (file: Record<string, Row>, known: Set<string>): Row[] =>
  Object.entries(file).map(([number, cells]) => ({ ...(!known.has(number) && PERSON), ...cells, passport_number: number }))

/** What has a place to stand: a residence or an Emirates ID needs a number or an end. */
async function imported({ company, omar }: Office, rows: Row[]): Promise<boolean[]> {
  const checked = (await omar.send(checkImport, { body: sheetOf(company.id, rows) })).reply
  const fits = checked.rows.map(({ outcome }) => outcome !== 'refused')
  const left = sheetOf(
    company.id,
    rows.filter((_, at) => fits[at]),
  )
  if (left.rows.length === 0) return fits
  const { fingerprint } = (await omar.send(checkImport, { body: left })).reply
  expect((await omar.send(runImport, { body: { ...left, file_name: 'people.csv', fingerprint } })).status).toBe(201)
  return fits
}

async function one({ company, omar }: Office, cells: Row): Promise<void> {
  const fieldOf = (name: ImportColumn) => (name === 'skill_level' ? Number(cells[name]) : cells[name])
  const fields = Object.fromEntries(RECORD_COLUMNS.flatMap((name) => (cells[name] ? [[name, fieldOf(name)]] : [])))
  const found = (await omar.send(listEmployees, { query: {} })).reply.find((each) => each.passport_number === cells.passport_number)
  const answer = found
    ? await omar.send(updateEmployee, { params: found, body: fields })
    : await omar.send(createEmployee, { body: { company_id: company.id, ...fields } as never })
  expect(answer.status).toBeLessThan(300)
  const employee_id = answer.reply.id
  for (const kind of PERSON_PAPERS) {
    const said = Object.fromEntries(
      PARTS.flatMap((part) => (cells[`${kind}.${part}` as ImportColumn] ? [[part, cells[`${kind}.${part}` as ImportColumn]]] : [])),
    )
    if (Object.keys(said).length === 0) continue
    const held = (await omar.send(listPapers, { query: { employee_id } })).reply.find((paper) => paper.kind === kind)
    const { status } = held
      ? await omar.send(updatePaper, { params: held, body: said })
      : await omar.send(addPaper, { body: { kind, employee_id, ...said } })
    expect(status).toBeLessThan(300)
  }
}

/** What lists show, without what no two have in common. */
async function shown({ omar }: Office) {
  const people = (await omar.send(listEmployees, { query: {} })).reply
  const papers = (await omar.send(listPapers, { query: { state: 'all' } })).reply
  const texts = [
    ...people.map(({ id: _, company_id: _c, ...rest }) => JSON.stringify(rest)),
    ...papers.map(({ id: _, company_id: _c, employee_id, created_at: _a, updated_at: _u, ...rest }) =>
      JSON.stringify({ ...rest, of: people.find(({ id }) => id === employee_id)?.passport_number }),
    ),
  ]
  return texts.toSorted()
}

it('does with any rows what the single calls do', async () => {
  await fc.assert(
    fc.asyncProperty(files, async (given) => {
      const [many, single] = [await office(), await office()]
      const known = new Set<string>()
      for (const file of given) {
        const rows = rowsOf(file, known)
        const fits = await imported(many, rows)
        for (const [at, cells] of rows.entries()) {
          if (!fits[at]) continue
          known.add(cells.passport_number ?? '')
          await one(single, cells)
        }
      }
      expect(await shown(many)).toEqual(await shown(single))
    }),
    { numRuns: RUNS },
  )
})
