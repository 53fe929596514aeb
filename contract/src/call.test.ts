import { expect, it } from 'vitest'
import { z } from 'zod'
import { type Call, calls } from './index.ts'

it('every POST that creates is done once for its Idempotency-Key (W8), but for those that cannot be done twice or hold no row', () => {
  const creating = Object.entries(calls).filter(([, call]) => call.method === 'POST' && 'status' in call && call.status === 201)
  const others = creating.filter(([, call]) => !('idempotent' in call)).map(([name]) => name)
  // A stage is there once (S3), an e-mail (A2) and the name of a view too, and an upload that nobody hands in is removed (D1).
  expect(others.toSorted()).toEqual(['addStage', 'registerClient', 'saveView', 'uploadDocument'])
})

it('every call knows the name under which it stands in the list of calls', () => {
  expect(Object.entries(calls).filter(([name, call]) => call.name !== name)).toEqual([])
})

it('every call that is not a GET says what a success touches, and no GET touches anything', () => {
  const all: Call[] = Object.values(calls)
  expect(all.filter((call) => (call.method === 'GET') !== (call.touches === undefined)).map(({ name }) => name)).toEqual([])
})

it('what answers a list replies with rows and takes the query of a page', () => {
  const lists: Call[] = Object.values<Call>(calls).filter((call) => call.answers === 'list')
  expect(lists.length).toBeGreaterThan(0)
  for (const { name, reply, query } of lists) {
    expect(reply, name).toBeInstanceOf(z.ZodArray)
    expect(query?.parse({}), name).toMatchObject({ limit: 1_000 })
  }
})
