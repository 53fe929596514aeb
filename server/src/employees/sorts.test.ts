import { EMPLOYEE_SORTS, type Employee, listEmployees, searchable } from 'contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'

const portal = startPortal()
const make = given(portal)
let customer: ReturnType<typeof as>
const NAMES = ['Zoë Ali', 'omar haddad', 'سالم', 'Élodie', 'Omar Haddad', 'a', 'x'.repeat(200)]
beforeAll(async () => {
  const company = await make.company()
  customer = as(portal, await make.user('company_admin', { of: [company] }))
  await make.employee(await make.company(), { employee_name: 'Foreign Person' })
  for (const [number, employee_name] of NAMES.entries())
    await make.employee(company, {
      employee_name,
      passport_number: `P${(number * 5) % 7}`,
      nationality: ['Omani', 'Indian', 'jordanian'][number % 3] ?? '',
      visa_expiry_date: number % 3 ? `2027-0${1 + (number % 5)}-01` : null,
      search_text: `${searchable(employee_name)}\np${number}`,
      created_at: `2026-11-1${number % 4}T06:00:00.000Z`,
    })
})

async function all(query: object): Promise<Employee[]> {
  const rows: Employee[] = []
  for (let cursor: string | null | undefined; ; ) {
    const { reply, headers } = await customer.send(listEmployees, { query: { ...query, limit: 2, ...(cursor && { cursor }) } })
    rows.push(...reply)
    cursor = /cursor=([^>&]+)/.exec(String(headers.link ?? ''))?.[1]
    if (!cursor) return rows
  }
}

const KEYS: Record<(typeof EMPLOYEE_SORTS)[number], (employee: Employee) => string | null> = {
  employee_name: ({ employee_name }) => searchable(employee_name),
  passport_number: ({ passport_number }) => passport_number,
  nationality: ({ nationality }) => nationality.toLowerCase(),
  visa_expiry_date: ({ visa_expiry_date }) => visa_expiry_date,
  created_at: () => null,
}

describe('GET /employees?sort=', () => {
  it.each(EMPLOYEE_SORTS)('%s: sorts both ways over all pages, empty values last, each row once', async (sort) => {
    const [up, down] = [await all({ sort }), await all({ sort: `-${sort}` })]
    const keyOf = KEYS[sort]
    for (const rows of [up, down]) {
      expect(new Set(rows.map(({ id }) => id)).size).toBe(NAMES.length)
      const isEmpty = rows.map((row) => keyOf(row) === null)
      expect(isEmpty).toEqual(isEmpty.toSorted())
    }
    const keys = up.map(keyOf).filter((key) => key !== null)
    expect(keys).toEqual(keys.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))))
    expect(down.filter((row) => keyOf(row) !== null).map(({ id }) => id)).toEqual(
      up
        .filter((row) => keyOf(row) !== null)
        .map(({ id }) => id)
        .toReversed(),
    )
    expect((await all({ sort, q: 'a' })).length).toBeGreaterThan(1)
  })

  it('is newest first without a sort, and an unknown one is 422', async () => {
    expect(await all({})).toEqual(await all({ sort: '-created_at' }))
    expect((await customer.send(listEmployees, { query: { sort: 'salary' as never } })).status).toBe(422)
  })
})
