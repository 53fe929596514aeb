import { type Call, calls, FileBody, streamChanges } from 'contract'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { z } from 'zod'
import { arbitraryOf, type Path, textsOf } from '../../test/arbitrary.ts'
import { as } from '../../test/as.ts'
import { JPEG } from '../../test/files.ts'
import { given } from '../../test/given.ts'
import { startPortal } from '../../test/portal.ts'
import { startProvider } from '../../test/provider.ts'
import { mails } from '../src/db/mails.table.ts'
import { queueExpiring } from '../src/mails/expiring.ts'

const CALLBACK = 'http://localhost:3000/api/auth/google/callback'
const { issuer: OIDC_ISSUER, client_id: OIDC_CLIENT_ID, client_secret: OIDC_CLIENT_SECRET, stop } = await startProvider(CALLBACK)
afterAll(stop)
const portal = startPortal({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET })
const make = given(portal)

/** A record of each kind by the path of its calls, and a sender of each role. */
async function makeWorld() {
  const company = await make.company()
  const application = await make.application(company)
  const records = {
    'visa-applications': application,
    companies: company,
    employees: await make.employee(company),
    transactions: await make.topup(company),
    stages: await make.stage(application, 'Offer Letter'),
    documents: await make.document({ application_id: application.id, slot: 'photo' }, JPEG),
    users: await make.user('company_admin', { of: [company], approved: false }),
  }
  const manager = await make.user('company_admin', { of: [company] })
  const people = { admin: await make.user('admin'), company_admin: manager, employee: await make.user('employee', { of: [company] }) }
  const senders = Object.entries(people).map(([role, person]) => ({ role, ...as(portal, person) }))
  return { company, records: records as Record<string, { id: string }>, manager, senders, stranger: as(portal) }
}
let world: Awaited<ReturnType<typeof makeWorld>>
beforeAll(async () => {
  world = await makeWorld()
})

const PARTS = ['query', 'body'] as const
// A stream never ends.
const CALLS = Object.entries<Call>(calls).filter(([, call]) => call !== streamChanges)
const TEXTS = CALLS.flatMap(([name, call]) =>
  PARTS.flatMap((part) => {
    const schema = call[part]
    if (!schema || schema === FileBody) return []
    return textsOf(schema).map((text) => ({ name, call, part, schema, ...text, title: `${name} ${part}.${text.path.join('.')}` }))
  }),
)

/** The input with that value at that place. */
function withAt(input: unknown, [first, ...rest]: Path, value: unknown): unknown {
  if (first === undefined) return value
  const inner = withAt((input as Record<string, unknown> | undefined)?.[first], rest, value)
  return typeof first === 'number' ? [inner] : { ...(input as object), [first]: inner }
}

/** Of each schema once: many texts are tried in the same ones. */
const made = new Map<z.ZodType, unknown[]>()

/** Random valid inputs about the sender's own records. */
function taken(schema: z.ZodType | undefined, count: number): unknown[] {
  if (!schema) return []
  const found = made.get(schema) ?? inputsOf(schema)
  made.set(schema, found)
  return found.slice(0, count)
}

function inputsOf(schema: z.ZodType): unknown[] {
  const own = { company_id: world.company.id, employee_id: world.records.employees?.id }
  const sampled = fc
    .sample(arbitraryOf(schema, [world.company.id]), { numRuns: 300, seed: 2026 })
    .map((value) => JSON.parse(JSON.stringify(value), (name, each) => (each && own[name as keyof typeof own]) || each))
  return [...sampled.filter((value) => schema.safeParse(value).success), ...sampled]
}

it.each(TEXTS)('answers what no database takes as $title without a failure of its own', async ({ call, part, path, values }) => {
  const params = { id: world.records[call.path.split('/')[1] ?? '']?.id ?? '', company_id: world.company.id, kind: 'new' }
  const [queries, bodies] = [taken(call.query, values.length), taken(call.body, values.length)]
  const allowed = world.senders.filter(({ role }) => call.access === 'public' || call.access.some((each) => each === role))
  for (const [index, value] of values.entries()) {
    const input = { params, query: queries[index], body: bodies[index] }
    const spoiled = { ...input, [part]: withAt(input[part], path, value) }
    // Everybody sends the first; the others reach the same code.
    for (const { send } of index === 0 ? [world.stranger, ...allowed] : allowed.slice(0, 1)) {
      const answer = await send(call, spoiled as never)
      expect(answer.status, `${JSON.stringify(spoiled)}: ${answer.raw.payload}`).toBeLessThan(500)
    }
  }
})

it('shows, counts and warns of visas of the years 1 and 9999', async () => {
  for (const date of ['0001-01-01', '9999-12-31']) {
    await make.employee(world.company, { passport_number: date, visa_expiry_date: date, eid_expiry_date: date })
    await make.application(world.company, { passport_number: date, visa_expiry_date: date })
    await make.application(world.company, { passport_number: `${date}.`, expiry_date: date })
  }
  const needed: Record<string, object> = { getBalance: { company_id: world.company.id } }
  const isRead = (name: string, { method, path, status }: Call) =>
    method === 'GET' && !path.includes('{') && status !== 302 && name !== 'archiveDocuments'
  const read = CALLS.filter(([name, call]) => isRead(name, call))
  for (const [name, call] of read) {
    for (const { send, role } of world.senders) {
      const { status, reply } = await send(call, { query: needed[name] } as never)
      const mayAsk = call.access === 'public' || call.access.some((each) => each === role)
      expect(status, name).toBe(!mayAsk ? 403 : 200)
      if (status === 200 && call.answers !== 'file') expect((call.reply as z.ZodType).safeParse(reply).error, name).toBeUndefined()
    }
  }
  await portal.db.delete(mails)
  await queueExpiring(portal.db, portal.clock.moment)
  expect(await portal.db.$count(mails, eq(mails.kind, 'visa_expiring'))).toBe(0)
})

const ODD = '%00%ed%a0%80'

it.each([
  { cookie: ['session', 'device', 'sign_in', 'second_step'].map((name) => `${name}=${ODD}`).join('; ') },
  {
    ...Object.fromEntries(
      ['if-match', 'idempotency-key', 'x-background', 'x-file-name', 'x-forwarded-for'].map((name) => [name, `${ODD}\u00ff`]),
    ),
    'user-agent': '\u00ff'.repeat(400),
  },
])('answers every call with the headers %o without a failure of its own', async (headers) => {
  for (const [name, call] of CALLS) {
    const [query, body] = [call.query, call.body].map((schema) => (schema === FileBody ? JPEG : taken(schema, 1)[0]))
    const params = { id: world.company.id, company_id: world.company.id, kind: 'new' }
    // Signed in each time, because some calls end the session.
    const { send } = as(portal, 'cookie' in headers ? undefined : world.manager)
    const answer = await send(call, { params, query, body } as never, headers as Record<string, string>)
    expect(answer.status, `${name}: ${answer.raw.payload}`).toBeLessThan(500)
  }
})
