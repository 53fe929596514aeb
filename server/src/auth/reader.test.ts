import { setTimeout as sleep } from 'node:timers/promises'
import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { openChanges } from '../db/changes.ts'
import { LastViewers } from './lastViewers.ts'
import { readerOf } from './reader.ts'
import { findViewer, startSession } from './sessions.ts'

const portal = startPortal()
const { user } = given(portal)
const app = Fastify()
let changes: ReturnType<typeof openChanges>
let answers: () => Promise<unknown> = async () => undefined

beforeAll(async () => {
  const { settings, db, vault } = portal
  changes = openChanges({ connectionString: portal.database_url })
  const sessions = { db, settings, now: () => portal.clock.moment, viewers: new LastViewers() }
  await app.register(cookie)
  app.get('/', async (request) => {
    const readAfter = async () => {
      await answers()
      return await findViewer(sessions, request, { background: true })
    }
    return { reader: await readerOf({ settings, vault, changes, findViewer: readAfter }, request) }
  })
})
afterAll(async () => {
  await app.close()
  await changes.close()
})

const readerFor = async (session: string) => (await app.inject({ url: '/', headers: { cookie: `session=${session}` } })).json().reader

describe('who asks for a page', () => {
  it('is known by the session, with a place in the changes', async () => {
    const { id } = await user('admin')
    const session = await startSession(portal.db, id, portal.clock.moment)
    const known = { viewer: { role: 'admin', must_set_up_two_step: false }, place: expect.any(String) }
    // The first one opens the connection, which a busy machine may not do in time.
    await vi.waitFor(async () => expect(await readerFor(session)).toMatchObject(known), { timeout: 10_000 })
  })
  it.each(['', 'unknown'])('is nobody with the session "%s"', async (session) => {
    expect(await readerFor(session)).toBeUndefined()
  })
  it.each([
    ['fails', async () => Promise.reject(new Error('The database is away'))],
    ['does not answer in time', () => sleep(3_000, undefined, { ref: false })],
  ])('is somebody of whom nothing is known, while the database %s', async (_, answer) => {
    answers = answer
    const from = performance.now()
    expect(await readerFor('any')).toEqual({})
    expect(performance.now() - from).toBeLessThan(2_000)
  })
})
