import { listPeople } from 'contract'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'

const portal = startPortal()
const make = given(portal)
const admin = async () => as(portal, await make.user('admin'))
const on = (day: number) => ({ submitted_at: `2026-11-${String(day).padStart(2, '0')}T08:00:00.000Z` })

describe('GET /companies/{id}/people', () => {
  it('groups applications by passport, whatever the name, the newest first (B6)', async () => {
    const company = await make.company()
    const first = await make.application(company, { passport_number: 'N1', ...on(1) })
    await make.application(company, { employee_name: 'Maya Nair', passport_number: 'N2', mobile: null, ...on(2) })
    const married = await make.application(company, { employee_name: 'Sara Khan-Haddad', passport_number: 'N1', ...on(3) })
    const { reply, headers } = await (await admin()).send(listPeople, { params: { id: company.id } })
    expect(reply.map((person) => [person.employee_name, person.passport_number, person.mobile])).toEqual([
      ['Sara Khan-Haddad', 'N1', '+971501234567'],
      ['Maya Nair', 'N2', null],
    ])
    expect(reply[0]?.applications).toEqual(
      [married, first].map(({ id, submitted_at }) =>
        expect.objectContaining({ id, submitted_at, current_stage: 'Offer Letter', stage_status: null }),
      ),
    )
    expect(headers).toMatchObject({ 'x-total-count': '2', 'x-unfiltered-count': '2' })
  })

  it('takes name and nationality without case where there is no passport number (S5)', async () => {
    const company = await make.company()
    const unnumbered = { passport_number: null, application_type: 'renewal' as const }
    await make.application(company, { ...unnumbered, employee_name: 'Ali Raza', ...on(1) })
    await make.application(company, { ...unnumbered, employee_name: 'ali raza', ...on(2) })
    await make.application(company, { ...unnumbered, employee_name: 'Ali Raza', nationality: 'Omani', ...on(3) })
    const { reply } = await (await admin()).send(listPeople, { params: { id: company.id } })
    expect(reply.map((person) => [person.employee_name, person.applications.length])).toEqual([
      ['Ali Raza', 1],
      ['ali raza', 2],
    ])
  })

  it('is empty without applications, and comes in pages (P3)', async () => {
    const company = await make.company()
    const { send } = await admin()
    const params = { id: company.id }
    expect((await send(listPeople, { params })).reply).toEqual([])
    for (const number of [1, 2, 3]) await make.application(company, { passport_number: `N${number}`, ...on(number) })
    const first = await send(listPeople, { params, query: { limit: 2 } })
    const cursor = new URL(/<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '', 'http://localhost').searchParams.get('cursor') ?? ''
    const second = await send(listPeople, { params, query: { limit: 2, cursor } })
    expect([first, second].map(({ reply }) => reply.map((person) => person.passport_number))).toEqual([['N3', 'N2'], ['N1']])
    expect(second.headers.link).toBeUndefined()
  })

  it('shows people of own companies alone, also of one that is not active (V3)', async () => {
    const [one, two, foreign] = [await make.company(), await make.company(), await make.company()]
    for (const company of [one, two, foreign]) await make.application(company)
    const { send } = as(portal, await make.user('company_admin', { of: [one, two] }))
    const answers = await Promise.all([one, two, foreign].map(({ id }) => send(listPeople, { params: { id } })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404])
    expect(answers[1]?.reply).toHaveLength(1)
  })
})
