import { approveTopup, getBalance, rejectTopup, requestTopup, submitApplication } from 'contract'
import { describe, expect, it } from 'vitest'
import { dataString, JPEG } from '../../../test/files.ts'
import { newEmployee } from '../../../test/submission.ts'
import { register, startTwoServers } from '../../../test/twoServers.ts'
import { findBroken } from './invariants.ts'

/** `npm run trust` runs a hundred; as many run in one process in races.test.ts. */
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 3)
const portal = startTwoServers()
const at = (server: 0 | 1) => portal.administrator.at(portal.servers[server].origin)
const body = { amount: 10, receipt_document: dataString(JPEG, 'image/jpeg') }

describe(`${ROUNDS} rounds through two servers on one database`, () => {
  it('one of two approvals credits a top-up (T39)', async () => {
    const { as } = await register(portal)
    for (let round = 0; round < ROUNDS; round++) {
      const params = { id: (await as.send(requestTopup, { body })).reply.id }
      const answers = await Promise.all([0, 1].map((server) => at(server as 0 | 1).send(approveTopup, { params, body: {} })))
      expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409])
    }
    expect((await as.send(getBalance, {})).reply.balance).toBe(10 * ROUNDS)
    expect(await findBroken(portal.db)).toEqual([])
  })

  it('approve against reject: one wins, and the balance agrees (T40)', async () => {
    const { as } = await register(portal)
    let credited = 0
    for (let round = 0; round < ROUNDS; round++) {
      const params = { id: (await as.send(requestTopup, { body })).reply.id }
      const [approved, rejected] = await Promise.all([
        at(0).send(approveTopup, { params, body: {} }),
        at(1).send(rejectTopup, { params, body: {} }),
      ])
      expect([approved.status, rejected.status].toSorted()).toEqual([200, 409])
      if (approved.status === 200) credited += 10
    }
    expect((await as.send(getBalance, {})).reply.balance).toBe(credited)
    expect(await findBroken(portal.db)).toEqual([])
  })
})

it('twenty submissions through two servers on the balance of one: one settles (T41)', async () => {
  const { company, as } = await register(portal)
  const { reply } = await as.send(requestTopup, { body: { ...body, amount: 6500 } })
  await at(0).send(approveTopup, { params: { id: reply.id }, body: {} })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, count) =>
      as.at(portal.servers[count % 2 === 0 ? 0 : 1].origin).send(submitApplication, { body: newEmployee(company) }),
    ),
  )
  expect(answers.every((answer) => answer.status === 201)).toBe(true)
  expect((await as.send(getBalance, {})).reply).toEqual({ balance: 0, due: 19 * 6500, pending_topups: 0 })
  expect(await findBroken(portal.db)).toEqual([])
})

it('fifty equal requests with one key through two servers make one row (T42)', async () => {
  const { as } = await register(portal)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, count) =>
      as.at(portal.servers[count % 2 === 0 ? 0 : 1].origin).send(requestTopup, { body }, { 'idempotency-key': 'once' }),
    ),
  )
  expect(new Set(answers.map((answer) => `${answer.status} ${JSON.stringify(answer.reply)}`)).size).toBe(1)
  expect((await as.send(getBalance, {})).reply.pending_topups).toBe(10)
})
