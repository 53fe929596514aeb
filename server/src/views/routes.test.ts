import { deleteView, listViews, MAX_VIEWS, saveView } from 'contract'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { users } from '../db/people.table.ts'
import { views } from '../db/views.table.ts'

const portal = startPortal()
const make = given(portal)
const VIEW = {
  list: 'applications',
  name: 'Medical, refused',
  filters: { stage: 'Medical Test', stage_status: 'Rejected', sort: 'priority' },
} as const

const person = async () => {
  const user = await make.user('company_admin', { of: [await make.company()] })
  return { user, send: as(portal, user).send }
}

describe('views', () => {
  it('are kept by person, listed by name and deleted', async () => {
    const { send } = await person()
    const { status, reply } = await send(saveView, { body: VIEW })
    expect([status, reply]).toEqual([201, { ...VIEW, id: reply.id }])
    await send(saveView, { body: { ...VIEW, name: 'Late', filters: { pace: 'late' } } })
    expect((await send(listViews, {})).reply.map(({ name }) => name)).toEqual(['Late', 'Medical, refused'])
    expect((await send(deleteView, { params: reply })).status).toBe(204)
    expect((await send(listViews, {})).reply.map(({ name }) => name)).toEqual(['Late'])
  })

  it('of the same name are one', async () => {
    const { send } = await person()
    const { reply } = await send(saveView, { body: VIEW })
    expect((await send(saveView, { body: { ...VIEW, filters: { pace: 'late' } } })).reply).toEqual({ ...reply, filters: { pace: 'late' } })
  })

  it('are nobody else’s', async () => {
    const [one, other] = [await person(), await person()]
    const { reply } = await one.send(saveView, { body: VIEW })
    expect((await other.send(listViews, {})).reply).toEqual([])
    expect((await other.send(deleteView, { params: reply })).status).toBe(404)
    expect((await one.send(listViews, {})).reply).toEqual([reply])
  })

  it('keep no search, no place in the list, and not too much', async () => {
    const { send } = await person()
    const refused: [object, string][] = [
      [{ ...VIEW, filters: { q: 'sara khan' } }, 'filters'],
      [{ ...VIEW, filters: { cursor: 'x' } }, 'filters'],
      [{ ...VIEW, filters: { 'a b': 'x' } }, 'filters'],
      [{ ...VIEW, filters: { stage: 'a\u0000b' } }, 'filters'],
      [{ ...VIEW, filters: { stage: 'a\ud800' } }, 'filters'],
      [{ ...VIEW, filters: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`f_${'a'.repeat(n)}`, '1'])) }, 'filters'],
      [{ ...VIEW, name: ' ' }, 'name'],
      [{ ...VIEW, name: 'x'.repeat(61) }, 'name'],
      [{ ...VIEW, list: 'journal' }, 'list'],
    ]
    for (const [body, field] of refused) {
      const { status, problem } = await send(saveView, { body: body as never })
      expect(status).toBe(422)
      expect(problem.errors?.[0]?.field).toContain(field)
    }
    expect((await send(listViews, {})).reply).toEqual([])
  })

  it(`are ${MAX_VIEWS} at most, and go with the account`, async () => {
    const { user, send } = await person()
    for (let number = 0; number < MAX_VIEWS - 2; number++) await send(saveView, { body: { ...VIEW, name: `View ${number}` } })
    const more = ['a', 'b', 'c', 'd', 'e'].map(async (name) => (await send(saveView, { body: { ...VIEW, name } })).status)
    expect((await Promise.all(more)).toSorted()).toEqual([201, 201, 409, 409, 409])
    expect((await send(saveView, { body: VIEW })).status).toBe(409)
    expect((await send(saveView, { body: { ...VIEW, name: 'View 0' } })).status).toBe(201)
    await portal.db.delete(users).where(eq(users.id, user.id))
    expect(await portal.db.$count(views, eq(views.user_id, user.id))).toBe(0)
  })
})
