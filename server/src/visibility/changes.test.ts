import { drizzle } from 'drizzle-orm/node-postgres'
import { v7 } from 'uuid'
import { expect, it } from 'vitest'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { applications } from '../db/applications.table.ts'
import type { RowChange } from '../db/changes.ts'
import { openPool } from '../db/open.ts'
import type { Viewer } from '../http/session.ts'
import { visibleApplication } from './applications.ts'
import { sightOf } from './changes.ts'

const portal = startPortal()
const make = given(portal)

/** A viewer as a session finds one. */
async function viewer(role: Viewer['role'], of: { id: string }[], more: { employee_id?: string; email?: string; verified?: boolean } = {}) {
  const { verified = false, ...row } = more
  const user = await make.user(role, { of, ...row, ...(verified && { email_verified_at: portal.clock.moment.toISOString() }) })
  const { full_name, email, approved, company_id, active_company_id, employee_id } = user
  const known = { full_name, email, approved, company_id, active_company_id, employee_id, picture: null }
  const company_ids = of.map(({ id }) => id)
  return {
    ...known,
    id: user.id,
    role,
    company_ids,
    email_verified: verified,
    must_set_up_two_step: false,
    reads_until: null,
    rules_version: 0,
  } satisfies Viewer
}

/** Two companies with a case each of the same person, and of somebody else. */
async function world() {
  const [one, two] = [await make.company(), await make.company()]
  const sara = await make.employee(one)
  const [own, others] = [`sara.${v7()}@people.example`, `ali.${v7()}@people.example`]
  const cases = [
    await make.application(one, { email: own.toUpperCase() }),
    await make.application(one, { passport_number: 'OTHER', email: others }),
    await make.application(one, { passport_number: 'RENEWED', employee_id: sara.id, email: null }),
    await make.application(two, { email: own }),
  ]
  const people = [
    await viewer('employee', [one], { employee_id: sara.id }),
    await viewer('employee', [one], { email: own, verified: true }),
    await viewer('employee', [two], { email: others }),
    await viewer('employee', []),
    await viewer('company_admin', [one]),
    await viewer('company_admin', [one, two]),
    await viewer('company_admin', []),
    await viewer('admin', []),
  ]
  return { one, two, cases, people }
}

it('shows everybody the changes of those applications that they may open (V1–V4)', async () => {
  const { cases, people } = await world()
  const changes = cases.map(({ id, company_id }): RowChange => ({ noun: 'application', id, company_id }))
  const sees = await sightOf(portal.db, people, changes)
  for (const person of people) {
    const open = await portal.db.select({ id: applications.id }).from(applications).where(visibleApplication(person))
    const mayOpen = new Set(open.map(({ id }) => id))
    const seen = changes.filter((change) => sees(person, change)).map(({ id }) => id)
    expect(seen, `${person.role} ${person.email}`).toEqual(cases.map(({ id }) => id).filter((id) => mayOpen.has(id)))
  }
  expect(people.map((person) => changes.filter((change) => sees(person, change)).length)).toEqual([2, 1, 0, 0, 3, 4, 0, 4])
})

it('shows a change that has no company to administrators alone, whatever comes with it', async () => {
  const { cases, people } = await world()
  const [own, other] = cases
  const assigned: RowChange = { noun: 'application', id: own?.id ?? '', company_id: null }
  const sees = await sightOf(portal.db, people, [
    assigned,
    { noun: 'application', id: other?.id ?? '', company_id: other?.company_id ?? null },
  ])
  expect(people.filter((person) => sees(person, assigned)).map(({ role }) => role)).toEqual(['admin'])
})

it('shows a user to the companies that they belong to, and to themselves (V3)', async () => {
  const { one, people } = await world()
  const colleague = await viewer('employee', [one])
  const changes: RowChange[] = [colleague, ...people].map(({ id }) => ({ noun: 'user', id, company_id: null }))
  const sees = await sightOf(portal.db, people, changes)
  expect(people.map((person) => changes.filter((change) => sees(person, change)).length)).toEqual([1, 1, 1, 1, 5, 6, 1, 9])
})

it('asks two statements at most, however many there are', async () => {
  const { one, cases, people } = await world()
  const many = people.flatMap((person) => Array.from({ length: 125 }, () => ({ ...person, id: v7() })))
  const employees = Array.from({ length: 50 }, (): RowChange => ({ noun: 'employee', id: v7(), company_id: one.id }))
  const changes: RowChange[] = [
    ...cases.map(({ id, company_id }): RowChange => ({ noun: 'application', id, company_id })),
    ...people.map(({ id }): RowChange => ({ noun: 'user', id, company_id: null })),
    ...employees,
  ]
  const pool = openPool({ connectionString: portal.database_url, max: 1 }, () => undefined)
  const asked: string[] = []
  const db = drizzle(pool, { logger: { logQuery: (query) => asked.push(query) } })
  await sightOf(db, [...people, ...many], changes)
  expect(asked).toHaveLength(2)
  await sightOf(db, many, employees)
  expect(asked).toHaveLength(2)
  await pool.end()
})
