import { setTimeout as sleep } from 'node:timers/promises'
import { createEmployee, requestTopup, submitApplication, withdrawApplication } from 'contract'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { dataString, PDF } from '../../test/files.ts'
import type { ServerProcess } from '../../test/serverProcess.ts'
import { newEmployee } from '../../test/submission.ts'
import { type Client, register, startTwoServers } from '../../test/twoServers.ts'
import { findAllMiscounted } from '../src/dashboard/countsProof.ts'
import { findBroken } from '../src/transactions/invariants.ts'

/** `npm run trust` runs more. */
const ROUNDS = Number(process.env.ROLLING_ROUNDS ?? 1)
const CLIENTS = 8
const portal = startTwoServers()

interface Try {
  server: ServerProcess
  from: number
  /** Undefined where no answer came. */
  status: number | undefined
  type?: string | null
  retryAfter?: string | null
}

const isDone = ({ status }: Try): boolean => status === 200 || status === 201
const tries: Try[] = []
let made = 0
let ending = false

/** One request, repeated with the same key at the other server after a 503 or a lost connection, until acknowledged. */
async function untilAcknowledged<Answer extends { status: number }>(
  send: (server: ServerProcess, key: string) => Promise<Answer>,
  number: number,
): Promise<Answer> {
  for (let turn = number; ; turn++) {
    const server = portal.servers[turn % 2] as ServerProcess
    const one: Try = { server, from: Date.now(), status: undefined }
    tries.push(one)
    const answer = await send(server, `key-${number}`).catch(() => undefined)
    one.status = answer?.status
    if (answer && isDone(one)) return answer
    if (one.status !== undefined && one.status !== 503) throw new Error(`answered ${one.status}`)
    await sleep(20)
  }
}

/** A company that submits, tops up, adds employees, each with a unique number, and withdraws. */
async function work({ company, as }: { company: { id: string }; as: Client }): Promise<void> {
  const file = dataString(Buffer.concat([PDF, Buffer.alloc(200_000, '%')]))
  const employee = { employee_name: 'Sara Khan', nationality: 'Indian', designation: 'Clerk', company_id: company.id }
  while (!ending) {
    const number = made++
    const body = newEmployee(company, { passport_number: `R${number}`, documents: { passport_front: file } })
    const { reply } = await untilAcknowledged(
      (at, key) => as.at(at.origin).send(submitApplication, { body }, { 'idempotency-key': key }),
      number,
    )
    const topup = { amount: number + 1, receipt_document: file }
    await untilAcknowledged((at, key) => as.at(at.origin).send(requestTopup, { body: topup }, { 'idempotency-key': key }), number)
    const record = { ...employee, passport_number: `R${number}` }
    await untilAcknowledged((at, key) => as.at(at.origin).send(createEmployee, { body: record }, { 'idempotency-key': key }), number)
    const gone = { params: { id: reply.id }, body: { reason: 'Found other work' } }
    await untilAcknowledged((at, key) => as.at(at.origin).send(withdrawApplication, gone, { 'idempotency-key': key }), number)
  }
}

it(`${2 * ROUNDS} restarts under load, one server after the other, lose no request, cut none and repeat none (T54)`, {
  timeout: 60_000 + ROUNDS * 60_000,
}, async () => {
  const customers = await Promise.all(Array.from({ length: 4 }, () => register(portal)))
  const working = Array.from({ length: CLIENTS }, (_, number) => work(customers[number % 4] as (typeof customers)[number]))
  const stopped: { server: ServerProcess; at: number; code: number | null; ms: number }[] = []
  for (let restart = 0; restart < 2 * ROUNDS; restart++) {
    const enough = made + CLIENTS
    await expect.poll(() => made, { timeout: 30_000, interval: 20 }).toBeGreaterThan(enough)
    const server = portal.servers[restart % 2] as ServerProcess
    const at = Date.now()
    const code = await server.end('SIGTERM')
    stopped.push({ server, at, code, ms: Date.now() - at })
    portal.servers[restart % 2] = await portal.start()
  }
  ending = true
  await Promise.all(working)
  expect(stopped.map(({ code }) => code)).toEqual(stopped.map(() => 0))
  const cut = stopped.flatMap(({ server, at }) => tries.filter((one) => one.server === server && one.from < at && !isDone(one)))
  expect(cut).toEqual([])
  const numbers = Array.from({ length: made }, (_, number) => `R${number}`).toSorted()
  for (const table of ['visa_applications', 'employees']) {
    const { rows } = await portal.db.execute<{ passport_number: string }>(sql`select passport_number from ${sql.identifier(table)}`)
    expect(rows.map((row) => row.passport_number).toSorted(), table).toEqual(numbers)
  }
  const { rows: topups } = await portal.db.execute<{ amount: number }>(
    sql`select amount_fils as amount from transactions where type = 'topup' order by 1`,
  )
  expect(topups.map(({ amount }) => amount)).toEqual(numbers.map((_, number) => (number + 1) * 100))
  expect(await findBroken(portal.db)).toEqual([])
  expect(await findAllMiscounted(portal.db, new Date())).toEqual([])
  const refused = tries.filter(({ status }) => status === 503).length
  const nobody = tries.filter(({ status }) => status === undefined).length
  const slowest = Math.max(...stopped.map(({ ms }) => ms))
  console.log(
    `${stopped.length} restarts, ${4 * made} requests acknowledged once, ${refused} refused and ${nobody} unheard and tried again, ended within ${slowest} ms`,
  )
})
