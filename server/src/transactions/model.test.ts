import { expect, it } from 'vitest'
import { startTwoServers } from '../../../test/twoServers.ts'
import { stepsOf, WALLETS } from '../../../test/walletModel.ts'
import { type Customer, customerOf, play } from '../../../test/walletSteps.ts'
import { findAllMiscounted } from '../dashboard/countsProof.ts'
import { findBroken } from './invariants.ts'

/** `MODEL_STEPS=20000 MODEL_SEED=7 npm run trust -- model` plays twenty thousand steps of seed 7. */
const STEPS = Number(process.env.MODEL_STEPS ?? 160)
const SEED = Number(process.env.MODEL_SEED ?? 2026)
const CHECK_EVERY = 25

const portal = startTwoServers()

it(`two servers that are killed agree with the model over ${STEPS} steps (seed ${SEED})`, { timeout: 120_000 + STEPS * 400 }, async () => {
  const game = { ...portal, made: 0, kills: 0 }
  const customers: Customer[] = []
  for (let count = 0; count < WALLETS; count++) customers.push(await customerOf(game))
  for (const [count, step] of stepsOf(SEED, STEPS).entries()) {
    await play(game, customers, step)
    if (count % CHECK_EVERY !== 0 && step.killAfter === null && count !== STEPS - 1) continue
    for (const { model, balance } of customers) expect(await balance(), `after step ${count} of seed ${SEED}`).toEqual(model.said())
    expect(await findBroken(portal.db), `after step ${count} of seed ${SEED}`).toEqual([])
    expect(await findAllMiscounted(portal.db, new Date())).toEqual([])
  }
  console.log(`${STEPS} steps of seed ${SEED}, a server killed ${game.kills} times`)
})
