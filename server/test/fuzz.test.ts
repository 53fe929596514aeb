import { type Call, calls, FileBody, me, Problem, type Role, streamChanges } from 'contract'
import fc from 'fast-check'
import { v7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import type { z } from 'zod'
import { arbitraryOf } from '../../test/arbitrary.ts'
import { as } from '../../test/as.ts'
import { JPEG, PDF } from '../../test/files.ts'
import { given } from '../../test/given.ts'
import { startPortal } from '../../test/portal.ts'
import { startProvider } from '../../test/provider.ts'

/** `npm run trust` sends five thousand; a failure replays with its seed. */
const CASES = Number(process.env.FUZZ_CASES ?? 250)
const SEED = Number(process.env.FUZZ_SEED ?? 2026)
const ROUND = 100
const CALLBACK = 'http://localhost:3000/api/auth/google/callback'

const { issuer: OIDC_ISSUER, client_id: OIDC_CLIENT_ID, client_secret: OIDC_CLIENT_SECRET, stop } = await startProvider(CALLBACK)
afterAll(stop)
const portal = startPortal({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET })
const make = given(portal)

async function makeWorld() {
  const [own, foreign] = [await make.company(), await make.company({ name: 'Other LLC' })]
  const application = await make.application(own)
  const records = [
    ...[own, foreign, application, await make.application(foreign), await make.employee(own), await make.topup(own)],
    ...[await make.stage(application, 'Offer Letter'), await make.document({ application_id: application.id, slot: 'photo' }, JPEG)],
    await make.topup(foreign, { approved: true }),
  ]
  const people: Record<Role | 'pending' | 'foreign', { id: string }> = {
    admin: await make.user('admin'),
    company_admin: await make.user('company_admin', { of: [own] }),
    foreign: await make.user('company_admin', { of: [foreign] }),
    employee: await make.user('employee', { of: [own] }),
    pending: await make.user('company_admin', { of: [own], approved: false }),
  }
  const senders = [as(portal), ...Object.values(people).map((person) => as(portal, person))]
  // Signed in first, because later calls may delete them.
  for (const { send } of senders) await send(me, {})
  return { senders, ids: [...records, ...Object.values(people)].map(({ id }) => id).concat(v7()) }
}

// A stream never ends; server/src/live/routes.test.ts covers it.
const NAMES = Object.entries<Call>(calls).filter(([, call]) => call !== streamChanges)

function inputOf(call: Call, ids: string[]): fc.Arbitrary<object> {
  const parts: Record<string, fc.Arbitrary<unknown>> = {}
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  const id = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: fc.constantFrom('1', '%00', "'", '..%2f', 'x'.repeat(300)) },
  )
  if (names.length > 0) parts.params = fc.record(Object.fromEntries(names.map((name) => [name, id])))
  if (call.query) parts.query = arbitraryOf(call.query, ids).map((query) => (query && typeof query === 'object' ? query : {}))
  if (call.body) parts.body = call.body === FileBody ? fc.constantFrom(PDF, JPEG, Buffer.from('<html>')) : arbitraryOf(call.body, ids)
  return fc.record(parts)
}

it(`answers ${CASES} random inputs of every call as its schemas say (seed ${SEED})`, { timeout: 60_000 + CASES * 200 }, async () => {
  for (let sent = 0; sent < CASES; sent += ROUND) {
    const { senders, ids } = await makeWorld()
    const one = fc
      .constantFrom(...NAMES)
      .chain(([name, call]) => fc.record({ name: fc.constant(name), who: fc.nat(senders.length - 1), input: inputOf(call, ids) }))
    for (const { name, who, input } of fc.sample(one, { numRuns: ROUND, seed: SEED + sent })) {
      const call: Call = calls[name as keyof typeof calls]
      const headers = call.body === FileBody ? { 'content-type': 'application/pdf' } : {}
      const answer = await senders[who]?.send(call, input as never, headers)
      if (!answer) continue
      const said = `${name} as ${who} with ${JSON.stringify(input).slice(0, 400)}: ${answer.status} ${answer.raw.payload.slice(0, 300)}`
      expect(answer.status, said).toBeLessThan(500)
      if (answer.status === 302) expect(answer.headers.location, said).toMatch(/^(\/|https?:)/)
      else if (answer.status < 300) expectReply(call, answer.reply, said)
      else expectRefusal(answer.problem, answer.status, said)
    }
  }
})

function expectReply(call: Call, reply: unknown, said: string): void {
  if (!call.reply || call.answers === 'file') return
  expect((call.reply as z.ZodType).safeParse(reply).error, said).toBeUndefined()
}

function expectRefusal(problem: Problem, status: number, said: string): void {
  expect(Problem.safeParse(problem).error, said).toBeUndefined()
  expect(problem.detail.length, said).toBeGreaterThan(3)
  // An input that is not an object has no member to name.
  const isNamed = ({ field, detail }: { field: string; detail: string }) => field.length > 0 || detail.startsWith('The input')
  if (status === 422) expect(problem.errors?.every(isNamed) ?? true, said).toBe(true)
}
