import { MAX_FOUND, search } from 'contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'

const portal = startPortal()
const make = given(portal)

type Asking = ReturnType<typeof as>
let admin: Asking
let customer: Asking
let employee: Asking
let falcon: { id: string }
let dune: { id: string }
let sara: { id: string }
let elsewhere: { id: string }

beforeAll(async () => {
  falcon = await make.company({ name: 'Falcon Trading LLC' })
  dune = await make.company({ name: 'شركة الصقر للتجارة' })
  sara = await make.application(falcon, { employee_name: 'سارة خان', passport_number: 'N7001', email: 'sara@people.example' })
  await make.application(falcon, { employee_name: 'Omar Haddad', passport_number: 'N7002' })
  elsewhere = await make.application(dune, { employee_name: 'سارة الأحمد', passport_number: 'N7003' })
  await make.employee(dune, { employee_name: 'Lina Aziz', passport_number: 'N7004', search_text: 'lina aziz\nn7004' })
  admin = as(portal, await make.user('admin'))
  customer = as(portal, await make.user('company_admin', { of: [falcon] }))
  const verified = { email: 'sara@people.example', email_verified_at: '2026-11-01T00:00:00.000Z' }
  employee = as(portal, await make.user('employee', { of: [falcon], ...verified }))
})

const found = async (by: Asking, q: string) => (await by.send(search, { body: { q } })).reply
const namesOf = ({ applications, employees, companies }: Awaited<ReturnType<typeof found>>) => [
  ...[...applications, ...employees].map(({ employee_name }) => employee_name),
  ...companies.map(({ name }) => name),
]

describe('a search', () => {
  it('finds people by name and passport number, companies by name, in any spelling', async () => {
    expect(namesOf(await found(admin, 'ساره')).toSorted()).toEqual(['سارة الأحمد', 'سارة خان'])
    expect(namesOf(await found(admin, 'n7004'))).toEqual(['Lina Aziz'])
    expect(namesOf(await found(admin, 'FALCON'))).toEqual(['Falcon Trading LLC'])
    expect(namesOf(await found(admin, 'nobody'))).toEqual([])
    expect(namesOf(await found(admin, ' '))).toEqual([])
  })

  it('finds a case by its reference, by the first digits of that and by its id', async () => {
    const digits = sara.id.slice(-8)
    for (const q of [digits.toUpperCase(), `#${digits}`, digits.slice(0, 5), sara.id])
      expect((await found(admin, q)).applications[0]).toMatchObject({ id: sara.id })
    expect((await found(customer, elsewhere.id.slice(-8))).applications).toEqual([])
  })

  it('finds nobody by the type of the visa', async () => {
    expect(namesOf(await found(admin, 'employee'))).toEqual([])
  })

  it('shows a company administrator what their lists show (V3), an employee their own cases alone (V4)', async () => {
    expect(namesOf(await found(customer, 'سارة'))).toEqual(['سارة خان'])
    expect(namesOf(await found(customer, 'n700')).toSorted()).toEqual(['Omar Haddad', 'سارة خان'])
    expect(namesOf(await found(customer, 'الصقر'))).toEqual([])
    expect(namesOf(await found(employee, 'n700'))).toEqual(['سارة خان'])
    expect(namesOf(await found(employee, 'falcon'))).toEqual([])
  })

  it('looks up records by their ids, where the viewer may open them', async () => {
    const ids = [sara.id, elsewhere.id, falcon.id, dune.id]
    const looked = async (by: Asking) => namesOf((await by.send(search, { body: { ids } })).reply).toSorted()
    expect(await looked(admin)).toEqual(['Falcon Trading LLC', 'سارة الأحمد', 'سارة خان', 'شركة الصقر للتجارة'])
    expect(await looked(customer)).toEqual(['Falcon Trading LLC', 'سارة خان'])
    expect(await looked(employee)).toEqual(['سارة خان'])
  })

  it('answers the newest few of each kind', async () => {
    const many = await make.company({ name: 'Many LLC' })
    for (let number = 0; number < MAX_FOUND + 2; number++)
      await make.application(many, { employee_name: `Zahra ${number}`, submitted_at: `2026-10-${10 + number}T08:00:00.000Z` })
    const { applications } = await found(admin, 'zahra')
    expect(applications.map(({ employee_name }) => employee_name)).toEqual([6, 5, 4, 3, 2].map((number) => `Zahra ${number}`))
  })
})
