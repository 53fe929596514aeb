import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { expect, it } from 'vitest'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { openChanges } from '../db/changes.ts'
import { mails } from '../db/mails.table.ts'
import { openPool } from '../db/open.ts'
import { queueMail } from './queue.ts'
import { startMailWorker } from './worker.ts'

const portal = startPortal()

it('looks when it is woken and when a mail is due, and hardly ever besides', async () => {
  const config = { connectionString: portal.database_url }
  const [here, elsewhere] = [openChanges(config), openChanges(config)]
  const pool = openPool(config, () => undefined)
  const asked: string[] = []
  const db = drizzle(pool, { logger: { logQuery: (query) => asked.push(query) } })
  const user = await given(portal).user('admin')
  const queue = async (due_at: Date) => {
    await queueMail(portal.db, { kind: 'account_approved', user_id: user.id }, due_at.toISOString())
    return async () => (await portal.db.select().from(mails).where(eq(mails.due_at, due_at.toISOString())))[0]?.ending
  }
  const worker = startMailWorker({ db, settings: portal.settings, now: () => new Date(), changes: here, log: portal.app.log })
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  await sleep(1_500)
  const before = asked.length
  await sleep(3_000)
  expect(asked.length).toBe(before)

  const now = await queue(new Date())
  const soon = await queue(new Date(Date.now() + 3_000))
  elsewhere.wake()
  await expect.poll(now, { timeout: 2_500 }).toBe('kept')
  expect(await soon()).toBe(null)
  await expect.poll(soon, { timeout: 8_000 }).toBe('kept')

  await worker.end()
  for (const end of [() => here.close(), () => elsewhere.close(), () => pool.end()]) await end()
})
