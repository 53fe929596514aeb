import { expect, it } from 'vitest'
import { calls } from './index.ts'

it('every POST that creates is done once for its Idempotency-Key (W8), but for those that cannot be done twice or hold no row', () => {
  const creating = Object.entries(calls).filter(([, call]) => call.method === 'POST' && 'status' in call && call.status === 201)
  const others = creating.filter(([, call]) => !('once' in call)).map(([name]) => name)
  // A stage is there once (S3), an e-mail too (A2), and an upload that nobody hands in is removed (D1).
  expect(others.toSorted()).toEqual(['addStage', 'registerClient', 'uploadDocument'])
})
