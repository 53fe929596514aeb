import { type Call, calls, type Noun } from 'contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../test/as.ts'
import { recordId } from '../../test/callRecords.ts'
import { type CallName, inputFor, makeWorld, sessionId, type World } from '../../test/everyCall.ts'
import { startPortal } from '../../test/portal.ts'
import { type Changes, openChanges, type Place } from '../src/db/changes.ts'

const portal = startPortal({ REGISTRATIONS_PER_ADDRESS: '100' })
let changes: Changes
let world: World
beforeAll(async () => {
  world = await makeWorld(portal)
  changes = openChanges({ connectionString: portal.database_url })
})
afterAll(() => changes.close())

async function nounsSince(place: Place): Promise<Noun[]> {
  const heard = await changes.since(place)
  if (heard === 'missed') throw new Error('too many changes of one call')
  return heard.flatMap(({ noun }) => (noun === 'session' ? [] : [noun]))
}

/** The answer's status, and the kinds of record whose changes were announced during the call. */
async function announcedBy(name: CallName, user: { id: string } | undefined) {
  const [company] = world.companies
  const id = name === 'endSession' ? await sessionId(portal, world, 0, 'company_admin') : await recordId(portal, name, company, true)
  const { input, headers } = inputFor(name, id, company)
  const place = await changes.place()
  const { status } = await as(portal, user).send<Call>(calls[name], input as never, headers)
  return { status, nouns: await nounsSince(place) }
}

/** Notices are written for others; what is on the sender's own screen stays as it is. */
const forOthers = (name: string, noun: Noun) => noun === 'notice' && name !== 'readNotices' && name !== 'readMessages'

/** These are refused: they need a code or a token that only the person has. */
const REFUSED = new Map([
  ['confirmTwoStep', 422],
  ['endTwoStep', 409],
  ['renewRecoveryCodes', 409],
  ['passSecondStep', 410],
  ['takeSession', 401],
  // Nothing was advanced, and a view is the person's own.
  ['undoAdvance', 409],
  ['deleteView', 404],
])
// Other calls ask for the password that the last one changes.
const { changePassword, ...others } = calls
const changing = Object.values<Call>({ ...others, changePassword }).filter((call) => call.method !== 'GET')

describe('a call that changes something', () => {
  it.each(changing)('names in touches all that is announced to others: $name', async ({ name, access, touches = [] }) => {
    const { signed_out, employee, company_admin, admin } = world.users
    const statuses: number[] = []
    const announced = new Set<Noun>()
    for (const user of access === 'public' ? [signed_out] : [employee, company_admin, admin]) {
      const { status, nouns } = await announcedBy(name as CallName, user)
      statuses.push(status)
      for (const noun of nouns) announced.add(noun)
    }
    const refused = REFUSED.get(name)
    expect(statuses).toContainEqual(refused ?? expect.toSatisfy((status) => status < 300))
    const own = [...announced].filter((noun) => !forOthers(name, noun))
    expect(own.filter((noun) => !touches.some((touched) => touched === noun))).toEqual([])
  })
})
