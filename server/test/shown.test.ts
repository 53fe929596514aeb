import { type Call, calls } from 'contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../test/as.ts'
import { recordId } from '../../test/callRecords.ts'
import { type CallName, inputFor, makeWorld, OF_OTHERS, type World } from '../../test/everyCall.ts'
import { startPortal } from '../../test/portal.ts'
import { recordedBy, recordOf } from '../../test/recordedLines.ts'

const portal = startPortal({ REGISTRATIONS_PER_ADDRESS: '100' })
let world: World
beforeAll(async () => {
  world = await makeWorld(portal)
})

const names = (Object.keys(calls) as CallName[]).filter((name) => calls[name].access !== 'public')

/** Bodies that change nothing, where sending the first body again would change something. */
const CHANGES_NOTHING: Partial<Record<CallName, object>> = {
  correctFacts: { reason: 'Nothing' },
  setApplicationDocuments: { documents: {} },
  setCompanyDocuments: {},
  updateEmployee: {},
  updatePaper: {},
  updateProvider: {},
  updateStage: {},
}

/** These answer the bytes of a file, who did something or carries a case, what became of each row, the sender's own receipt, or what waits no more; nothing is to be undone here. */
const WITHOUT_WORDS = new Set<CallName>([
  'getDocument',
  'archiveDocuments',
  'getReadiness',
  'listReadiness',
  'checkImport',
  'runImport',
  'listStages',
  'listApplicationHistory',
  'listCompanyHistory',
  'listEmployeeHistory',
  'listTransactionHistory',
  'requestTopup',
  'undoAdvance',
  'advanceApplications',
  'listCarriers',
  'confirmBank',
  'listRules',
  'getRule',
  'addRule',
  'confirmRule',
  'cancelBank',
  'getWork',
  'setWork',
  'getCaseDates',
  'setCaseDates',
  'assignApplications',
  'handOverCases',
])

/** Sends the call, sends it again with the same key, and sends one that changes nothing. */
async function sendings(name: CallName) {
  const [company] = world.companies
  const id = await recordId(portal, name, company, true)
  const { input, headers } = inputFor(name, id, company)
  const twice = { input, headers: { ...headers, 'idempotency-key': id } }
  const body = CHANGES_NOTHING[name]
  return { id, all: [twice, twice, ...(body ? [{ input: { ...input, body }, headers }] : [])] }
}

/** For every answer that shows somebody else: the expected line and the actual ones. */
async function shownTo(user: { id: string } | undefined, name: CallName) {
  const call: Call = calls[name]
  const { id, all } = await sendings(name)
  const shown = []
  for (const { input, headers } of all) {
    const { answer, recorded } = await recordedBy(portal, () => as(portal, user).send(call, input as never, headers))
    if (answer.status >= 300 || !OF_OTHERS.some((words) => answer.raw.payload?.includes(words))) continue
    const line = { actor_id: user?.id, record_type: call.journal, record_id: recordOf(call, answer.reply, id) }
    shown.push({ line, recorded: [...recorded.accesses, ...recorded.changes] })
  }
  return shown
}

describe('an answer that shows another person (T62)', () => {
  it.each(names)('leaves a line of who saw whom, also where it repeats or changes nothing: %s', async (name) => {
    const { employee, company_admin, admin } = world.users
    const shown = [...(await shownTo(employee, name)), ...(await shownTo(company_admin, name)), ...(await shownTo(admin, name))]
    for (const { line, recorded } of shown) expect(recorded).toContainEqual(expect.objectContaining(line))
    const least = 'journal' in calls[name] && !WITHOUT_WORDS.has(name) ? 1 : 0
    expect(shown.length).toBeGreaterThanOrEqual(least)
  })
})
