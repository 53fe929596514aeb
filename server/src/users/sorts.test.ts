import { listUsers, USER_SORTS, type UserCard } from 'contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'

const portal = startPortal()
const make = given(portal)
const NAMES = ['Zoë Ali', 'omar haddad', 'سالم', 'Élodie', 'Omar Haddad', 'a', 'x'.repeat(200)]
let admin: ReturnType<typeof as>
let customer: ReturnType<typeof as>

beforeAll(async () => {
  const company = await make.company()
  for (const [number, full_name] of NAMES.entries())
    await make.user(number % 2 ? 'employee' : 'company_admin', {
      of: number % 3 ? [company] : [],
      full_name,
      approved: number % 4 !== 1,
      created_at: `2026-11-1${number % 4}T06:00:00.000Z`,
    })
  admin = as(portal, await make.user('admin', { full_name: 'Nadia' }))
  customer = as(portal, await make.user('company_admin', { of: [company], full_name: 'Layla' }))
})

async function all(sender: typeof admin, query: object): Promise<UserCard[]> {
  const rows: UserCard[] = []
  for (let cursor: string | null | undefined; ; ) {
    const { reply, headers } = await sender.send(listUsers, { query: { ...query, limit: 2, ...(cursor && { cursor }) } })
    rows.push(...reply)
    cursor = /cursor=([^>&]+)/.exec(String(headers.link ?? ''))?.[1]
    if (!cursor) return rows
  }
}

const KEYS: Record<(typeof USER_SORTS)[number], (user: UserCard) => string> = {
  full_name: ({ full_name }) => full_name.toLowerCase(),
  email: ({ email }) => email.toLowerCase(),
  created_at: ({ created_at }) => created_at,
}
const ids = (rows: UserCard[]) => rows.map(({ id }) => id)

describe('GET /users?sort=', () => {
  it.each(USER_SORTS)('%s: sorts both ways over all pages, for each viewer, and what is searched', async (sort) => {
    const up = await all(admin, { sort })
    expect(new Set(ids(up)).size).toBe(NAMES.length + 2)
    expect(ids(await all(admin, { sort: `-${sort}` }))).toEqual(ids(up).toReversed())
    if (sort !== 'created_at') {
      const keys = up.map(KEYS[sort])
      const ascii = keys.filter((key) => /^[ -~]*$/.test(key))
      expect(ascii).toEqual(ascii.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))))
    }
    const own = ids(await all(customer, { sort }))
    expect(own).toEqual(ids(up).filter((id) => own.includes(id)))
    expect(own.length).toBe(5)
    expect((await all(admin, { sort, q: 'omar' })).map(KEYS[sort])).toEqual(
      up.filter(({ full_name }) => /omar/i.test(full_name)).map(KEYS[sort]),
    )
  })

  it('narrows by role and by who waits, beside each other', async () => {
    const total = async (query: object) => Number((await admin.send(listUsers, { query })).headers['x-total-count'])
    expect([await total({ role: 'employee' }), await total({ role: 'company_admin' }), await total({ role: 'admin' })]).toEqual([3, 5, 1])
    expect([await total({ approved: 'false' }), await total({ approved: 'true' })]).toEqual([2, 7])
    const waiting = await all(admin, { approved: 'false', role: 'employee' })
    expect(waiting).toHaveLength(2)
    for (const { approved, role } of waiting) expect([approved, role]).toEqual([false, 'employee'])
    expect(await all(customer, { role: 'admin' })).toEqual([])
    for (const query of [{ role: 'boss' }, { approved: 'maybe' }, { sort: 'picture' }])
      expect((await admin.send(listUsers, { query: query as never })).status).toBe(422)
  })
})
