import {
  addPaper,
  createEmployee,
  getEmployee,
  getPaper,
  type Input,
  listCompanyHistory,
  listEmployeeHistory,
  listPapers,
  type PaperStanding,
  updateEmployee,
  updatePaper,
  withdrawPaper,
} from 'contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { planErasure } from '../privacy/erase.ts'

const portal = startPortal()
const make = given(portal)
type Session = ReturnType<typeof as>
let company: { id: string }
let omar: Session
let huda: Session
/** Her record: passport N111, residence until 15 Jan 2027. */
let sara: { id: string }
let number = 0

beforeEach(async () => {
  company = await make.company({ name: 'Falcon Trading LLC', trade_license: 'CN-7' })
  omar = as(portal, await make.user('company_admin', { of: [company] }))
  huda = as(portal, await make.user('admin'))
  const body = { company_id: company.id, employee_name: 'Sara Khan', nationality: 'Indian', designation: 'Clerk' }
  const given = { ...body, passport_number: `N11${++number}`, visa_expiry_date: '2027-01-15', email: `sara${number}@people.example` }
  sara = (await omar.send(createEmployee, { body: given })).reply
})

type Query = Input<typeof listPapers>['query']
const list = async (query: NonNullable<Query> = {}, by = omar) => (await by.send(listPapers, { query })).reply
const held = async (kind: string, by = omar) =>
  (await list({ employee_id: sara.id }, by)).find((paper) => paper.kind === kind) ?? expect.fail()
const add = (body: Input<typeof addPaper>['body'], by = omar) => by.send(addPaper, { body })
const record = async () => (await huda.send(getEmployee, { params: sara })).reply

describe('the register', () => {
  it('begins with what the employee record says, soonest to expire first', async () => {
    const passport = await held('passport')
    const { reply } = await omar.send(updatePaper, { params: passport, body: { expires_on: '2027-05-03' } })
    expect(reply).toMatchObject({ number: `N11${number}`, expires_on: '2027-05-03', employee_name: 'Sara Khan' })
    expect((await list({ owner: 'people' })).map(({ kind, expires_on }) => [kind, expires_on])).toEqual([
      ['residence', '2027-01-15'],
      ['passport', '2027-05-03'],
    ])
  })

  it('renews a passport: the record follows, the one before stays as renewed, and the history says so', async () => {
    const passport = await held('passport')
    await omar.send(updatePaper, { params: passport, body: { expires_on: '2027-05-03' } })
    const body = { kind: 'passport' as const, employee_id: sara.id, number: `n22${number}`, expires_on: '2036-05-02' }
    const refused = await add(body)
    expect([refused.status, refused.problem.detail, refused.problem.paper_id]).toEqual([
      409,
      'A passport is already on record, valid until 3 May 2027. Renew it instead.',
      passport.id,
    ])
    const { reply, status } = await add({ ...body, renews_id: passport.id })
    expect([status, reply.number]).toEqual([201, `N22${number}`])
    expect((await record()).passport_number).toBe(`N22${number}`)
    const all = await list({ employee_id: sara.id, kind: 'passport', state: 'all' })
    expect(all.map((paper) => [paper.number, paper.state, paper.renewed_by_id])).toEqual([
      [`N11${number}`, 'renewed', reply.id],
      [`N22${number}`, 'held', null],
    ])
    const { reply: lines } = await omar.send(listEmployeeHistory, { params: sara })
    expect(lines[0]).toMatchObject({ action: 'paper_renewed', subject: 'passport' })
    const again = await add({ ...body, number: 'X', renews_id: passport.id })
    expect([again.status, again.problem.detail]).toEqual([409, 'Only the paper on record can be renewed'])
    // The number of before finds the person too.
    const plan = await planErasure(portal, `N11${number}`)
    expect(plan?.goes).toContain('3 papers of the register, with earlier ones')
  })

  it('is in step with the record both ways', async () => {
    await huda.send(updateEmployee, { params: sara, body: { eid_number: '784-1', eid_expiry_date: '2027-02-01' } })
    const card = await held('emirates_id')
    expect(card).toMatchObject({ number: '784-1', expires_on: '2027-02-01' })
    await omar.send(updatePaper, { params: card, body: { expires_on: '2027-03-01', issued_on: '2025-03-02' } })
    expect(await record()).toMatchObject({ eid_number: '784-1', eid_expiry_date: '2027-03-01' })
    const { reply } = await omar.send(withdrawPaper, { params: card, body: { reason: 'Handed back' } })
    expect(reply).toMatchObject({ state: 'withdrawn', withdrawn_reason: 'Handed back' })
    expect(await record()).toMatchObject({ eid_number: null, eid_expiry_date: null })
    expect((await list({ employee_id: sara.id, state: 'all', kind: 'emirates_id' })).map(({ state }) => state)).toEqual(['withdrawn'])
  })

  it('has papers of companies; the number of a trade licence is the company’s', async () => {
    const licence = (await add({ kind: 'trade_license', company_id: company.id, expires_on: '2026-12-01' })).reply
    expect(licence).toMatchObject({ number: 'CN-7', employee_id: null, company_name: 'Falcon Trading LLC', standing: 'soon' })
    const numbered = await omar.send(updatePaper, { params: licence, body: { number: 'CN-8' } })
    expect(numbered.problem.errors).toEqual([{ field: 'number', detail: 'The licence number is changed in the company profile' }])
    expect((await omar.send(updatePaper, { params: licence, body: licence as never })).reply).toEqual(licence)
    expect((await list({ owner: 'company' })).map(({ kind }) => kind)).toEqual(['trade_license'])
    expect((await omar.send(listCompanyHistory, { params: company })).reply[0]).toMatchObject({
      action: 'paper_added',
      subject: 'trade_license',
    })
    expect((await list({ q: 'cn-7' })).map(({ kind }) => kind)).toEqual(['trade_license'])
  })

  it('narrows by kind, end and standing, and counts the same', async () => {
    await add({ kind: 'health_insurance', employee_id: sara.id, expires_on: '2026-11-01' })
    await add({ kind: 'work_permit', employee_id: sara.id, expires_on: '2026-12-10' })
    await add({ kind: 'other_paper', employee_id: sara.id, title: 'Driving licence', expires_on: '2031-01-01' })
    const kinds = async (query: NonNullable<Query>) => {
      const { reply, headers } = await omar.send(listPapers, { query })
      expect(headers).toMatchObject({ 'x-total-count': String(reply.length), 'x-unfiltered-count': '5' })
      return reply.map(({ kind }) => kind)
    }
    const standing = (of: PaperStanding) => kinds({ standing: of })
    expect(await standing('expired')).toEqual(['health_insurance'])
    expect(await standing('soon')).toEqual(['work_permit', 'residence'])
    expect(await standing('valid')).toEqual(['other_paper'])
    expect(await standing('no_date')).toEqual(['passport'])
    expect(await kinds({ expires: '30' })).toEqual(['work_permit'])
    expect(await kinds({ kind: 'residence' })).toEqual(['residence'])
    expect(await kinds({ q: 'driving' })).toEqual(['other_paper'])
    expect(await kinds({ q: 'sara', standing: 'expired' })).toEqual(['health_insurance'])
    // An administrator finds them by the name of their company, one person's too.
    for (const [q, number] of [
      ['falcon trading', 5],
      ['oasis', 0],
    ] as const)
      expect((await huda.send(listPapers, { query: { employee_id: sara.id, q } })).reply).toHaveLength(number)
    expect((await omar.send(listPapers, { query: { limit: 2 } })).headers.link).toContain('rel="next"')
    for (const by of [omar, as(portal, await make.user('employee', { of: [company], employee_id: sara.id }))])
      for (const row of await list({}, by)) {
        const { document_details: _, document_stage: __, ...paper } = (await by.send(getPaper, { params: row })).reply
        expect(row).toEqual(paper)
      }
  })
})

describe('who sees papers', () => {
  it('is the own company and the person; others find nothing', async () => {
    const passport = await held('passport')
    await add({ kind: 'tenancy', company_id: company.id })
    const other = as(portal, await make.user('company_admin', { of: [await make.company()] }))
    const unknown = { id: '0196f0a0-0000-7000-8000-000000000001' }
    const foreign = await other.send(getPaper, { params: passport })
    expect([foreign.status, foreign.problem]).toEqual([404, (await other.send(getPaper, { params: unknown })).problem])
    expect((await other.send(updatePaper, { params: passport, body: { note: 'x' } })).status).toBe(404)
    expect(await list({}, other)).toEqual([])
    expect(await list({ company_id: company.id }, other)).toEqual([])
    const own = as(portal, await make.user('employee', { of: [company], employee_id: sara.id }))
    expect((await list({}, own)).map(({ kind }) => kind)).toEqual(['residence', 'passport'])
    expect((await own.send(getPaper, { params: passport })).status).toBe(200)
  })
})

describe('what is refused', () => {
  it.each<[Input<typeof addPaper>['body'], string, string]>([
    [{} as never, 'kind', 'Kind is required'],
    [{ kind: 'establishment_card' }, 'kind', 'An establishment card belongs to a company'],
    [{ kind: 'other_paper' }, 'title', 'Title is required'],
    [
      { kind: 'work_permit', issued_on: '2027-01-01', expires_on: '2027-01-01' },
      'expires_on',
      'The expiry date must be after the issue date',
    ],
  ])('names the field: %j', async (body, field, detail) => {
    const before = (await list()).length
    const { status, problem } = await add({ ...body, employee_id: sara.id })
    expect([status, problem.errors]).toEqual([422, [{ field, detail }]])
    expect((await list()).length).toBe(before)
  })

  it('is an Emirates ID without number and expiry date, of which either puts it right', async () => {
    const before = (await list()).length
    const { status, problem } = await add({ kind: 'emirates_id', employee_id: sara.id })
    const detail = 'The number or the expiry date is required'
    expect([status, problem.errors]).toEqual([422, ['number', 'expires_on'].map((field) => ({ field, detail }))])
    expect((await list()).length).toBe(before)
  })

  it('is a second paper of the kind at the same time', async () => {
    const body = { kind: 'work_permit' as const, employee_id: sara.id, number: 'WP-1' }
    const answers = await Promise.all([add(body), add(body), add(body)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.problem.detail).toBe('A work permit is already on record. Renew it instead.')
  })

  it('is a passport number that another record of the company has', async () => {
    await make.employee(company, { passport_number: `TAKEN${number}` })
    const body = { kind: 'passport' as const, employee_id: sara.id, number: `TAKEN${number}`, renews_id: (await held('passport')).id }
    const { status, problem } = await add(body)
    expect([status, problem.detail]).toEqual([409, 'This company already has an employee with this passport number'])
    expect((await held('passport')).number).toBe(`N11${number}`)
  })

  it('is the withdrawal of a passport, and a change of what is not on record or was changed meanwhile', async () => {
    const passport = await held('passport')
    expect((await omar.send(withdrawPaper, { params: passport, body: { reason: 'Lost' } })).status).toBe(409)
    const { etag } = (await omar.send(getPaper, { params: passport })).headers as { etag: string }
    const headers = { 'if-match': etag }
    expect((await omar.send(updatePaper, { params: passport, body: { issuer: 'Mumbai' } }, headers)).status).toBe(200)
    expect((await omar.send(updatePaper, { params: passport, body: { issuer: 'Delhi' } }, headers)).status).toBe(412)
    const permit = (await add({ kind: 'work_permit', employee_id: sara.id })).reply
    await omar.send(withdrawPaper, { params: permit, body: { reason: 'Left' } })
    const { status, problem } = await omar.send(updatePaper, { params: permit, body: { number: '1' } })
    expect([status, problem.detail]).toEqual([409, 'Only the paper on record can be corrected'])
  })
})
