import { randomUUID } from 'node:crypto'
import { type Call, calls } from 'contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../test/as.ts'
import { type CallName, inputFor, makeWorld, recordId, sessionId, type World } from '../../test/everyCall.ts'
import { startPortal } from '../../test/portal.ts'
import { type Changes, openChanges, type RowChange } from '../src/db/changes.ts'

const portal = startPortal({ REGISTRATIONS_PER_ADDRESS: '100' })
const heard: RowChange[] = []
let changes: Changes
let world: World
beforeAll(async () => {
  world = await makeWorld(portal)
  changes = openChanges({ connectionString: portal.database_url })
  await changes.listen((change) => change !== 'missed' && heard.push(change))
})
afterAll(() => changes.close())

/** Waits until everything that was committed so far has been heard. */
async function settle(): Promise<void> {
  const id = randomUUID()
  await portal.db.execute(sql`select pg_notify('changes', ${JSON.stringify({ noun: 'session', id, company_id: null })})`)
  await expect.poll(() => heard.some((change) => change.id === id)).toBe(true)
}

/** The kinds of record of which others are told while the call is made. */
async function toldBy(name: CallName, user: { id: string } | undefined): Promise<string[]> {
  const [company] = world.companies
  const id = name === 'endSession' ? await sessionId(portal, world, 0, 'company_admin') : await recordId(portal, name, company, true)
  const { input, headers } = inputFor(name, id, company)
  await settle()
  const before = heard.length
  await as(portal, user).send<Call>(calls[name], input as never, headers)
  await settle()
  return heard.slice(before).flatMap(({ noun }) => (noun === 'session' ? [] : [noun]))
}

const changing = Object.values<Call>(calls).filter((call) => call.method !== 'GET')

describe('a call that changes something', () => {
  it.each(changing)('says it touches all that others are told of: $name', async ({ name, access, touches = [] }) => {
    const { signed_out, employee, company_admin, admin } = world.users
    const told = new Set<string>()
    for (const user of access === 'public' ? [signed_out] : [employee, company_admin, admin]) {
      for (const noun of await toldBy(name as CallName, user)) told.add(noun)
    }
    expect([...told].filter((noun) => !touches.some((touched) => touched === noun))).toEqual([])
  })
})
