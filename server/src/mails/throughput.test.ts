import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { startMailServer } from '../../../test/smtp.ts'
import { openChanges } from '../db/changes.ts'
import { mails } from '../db/mails.table.ts'
import { startMailWorker } from './worker.ts'

const portal = startPortal()
const server = startMailServer()

/** MAILS=5000 is the whole of what must leave in 15 minutes. */
const COUNT = Number(process.env.MAILS ?? 200)
const WITHIN_MS = (15 * 60_000 * COUNT) / 5_000
const TAKEN_MS = 50

it(`sends ${COUNT} mails at the pace of 5,000 in 15 minutes, beside a mail server that takes 50 ms each`, {
  timeout: WITHIN_MS + 60_000,
}, async () => {
  server.onRecipient = async () => {
    await sleep(TAKEN_MS)
    return undefined
  }
  const { id } = await given(portal).user('admin')
  await portal.db.execute(sql`insert into mails (id, kind, user_id, facts, created_at, due_at)
    select gen_random_uuid(), 'account_approved', ${id}, '{}', now(), now() from generate_series(1, ${COUNT}::int)`)
  const changes = openChanges({ connectionString: portal.database_url })
  const settings = { ...portal.settings, smtp_url: server.url }
  const begun = performance.now()
  const worker = startMailWorker({ db: portal.db, settings, now: () => new Date(), changes, log: portal.app.log })
  await expect.poll(() => portal.db.$count(mails, eq(mails.ending, 'sent')), { timeout: WITHIN_MS, interval: 200 }).toBe(COUNT)
  const took = performance.now() - begun
  await worker.end()
  await changes.close()
  expect(server.received).toHaveLength(COUNT)
  expect(took).toBeLessThan(WITHIN_MS)
  if (process.env.MAILS) console.log(`${COUNT} mails left in ${(took / 1_000).toFixed(1)} s`)
})
