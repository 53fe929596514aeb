import { type Call, calls, Role } from 'contract'
import { beforeAll, expect, it } from 'vitest'
import { ACCESS } from '../../test/accessMatrix.ts'
import { as } from '../../test/as.ts'
import { recordId } from '../../test/callRecords.ts'
import { STATEMENTS } from '../../test/callStatements.ts'
import { type CallName, inputFor, makeWorld, sessionId, type World } from '../../test/everyCall.ts'
import { given } from '../../test/given.ts'
import { startPortal } from '../../test/portal.ts'
import { sentStatements } from '../../test/sentStatements.ts'
import { users } from '../src/db/people.table.ts'

const portal = startPortal({ REGISTRATIONS_PER_ADDRESS: '100' })
let world: World
beforeAll(async () => {
  world = await makeWorld(portal)
  // So that nothing waits for money.
  await given(portal).topup(world.companies[0], { approved: true, aed: 1_000_000 })
})

/** What a call for a record of the own company sends, which is answered as the access matrix says. */
async function sentBy(name: CallName, role: Role): Promise<string[]> {
  const [company] = world.companies
  const { send } = as(portal, world.users[role])
  // The session is made by the first call; rules that were written are read again by the next.
  await send(calls.me, {})
  const id = name === 'endSession' ? await sessionId(portal, world, 0, role) : await recordId(portal, name, company, true)
  await send(calls.me, {})
  if (name === 'changePassword' || name === 'beginTwoStep') await portal.db.update(users).set({ password_hash: world.password_hash })
  const { input, headers } = inputFor(name, id, company)
  let status: number | undefined
  const sent = await sentStatements(async () => {
    status = (await send<Call>(calls[name], input as never, headers)).status
  })
  const own = ACCESS[name].answers[role]
  expect(status).toBe(typeof own === 'number' ? own : own[0])
  return sent
}

it.each(Object.entries(STATEMENTS) as [CallName, number][])('%s sends %d statements at most', async (name, most) => {
  const { access }: Call = calls[name]
  const sent: string[][] = []
  for (const role of access === 'public' ? Role.options : access) sent.push(await sentBy(name, role))
  const longest = sent.reduce((one, other) => (other.length > one.length ? other : one))
  expect(longest.length, longest.join('\n')).toBeLessThanOrEqual(most)
})
