import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { accesses } from '../db/journal.table.ts'
import { openDb, openPool } from '../db/open.ts'
import { openJournal } from './journal.ts'

let database: FreshDatabase
let pool: ReturnType<typeof openPool>
beforeAll(async () => {
  database = await freshDatabase()
  pool = openPool({ connectionString: database.url }, () => undefined)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const access = () => ({
  ...{ happened_at: '2026-11-20T06:00:00.000Z', actor_id: v7(), record_type: 'document' as const, record_id: v7() },
  ...{ call: 'GET /documents/{id}', outcome: 'seen' as const, request_id: v7(), address: '203.0.113.7' },
})

describe('openJournal', () => {
  it('keeps what could not be written, and writes it once when the database is back', async () => {
    const troubles: unknown[] = []
    const journal = openJournal(openDb(pool), (trouble) => troubles.push(trouble))
    await pool.query('alter table accesses rename to away')
    const kept = access()
    journal.keep(kept)
    await journal.flush()
    expect(troubles).toEqual([{ lost: 0, error: expect.any(Error) }])
    await pool.query('alter table away rename to accesses')
    await journal.flush()
    await journal.end()
    const rows = await openDb(pool).select().from(accesses)
    expect(rows.filter((row) => row.request_id === kept.request_id)).toMatchObject([kept])
    expect(troubles).toHaveLength(1)
  })

  it('waits at its end for a database that is just being started again', async () => {
    const troubles: unknown[] = []
    const journal = openJournal(openDb(pool), (trouble) => troubles.push(trouble))
    await pool.query('alter table accesses rename to away')
    journal.keep(access())
    const lost = journal.end()
    await expect.poll(() => troubles).toHaveLength(1)
    await pool.query('alter table away rename to accesses')
    expect(await lost).toBe(0)
  })

  it('holds no more than so many, and tells how many it lost', async () => {
    const troubles: unknown[] = []
    const journal = openJournal(openDb(pool), (trouble) => troubles.push(trouble), 2)
    for (let count = 0; count < 5; count++) journal.keep(access())
    await journal.end()
    expect(troubles).toEqual([{ lost: 3 }])
  })
  it('keeps no more than 300 lines a minute of one address that are nobody’s, and all that are somebody’s', async () => {
    const troubles: unknown[] = []
    const journal = openJournal(openDb(pool), (trouble) => troubles.push(trouble))
    const refused = (address: string) => ({ ...access(), actor_id: null, record_id: null, outcome: 'signed_out' as const, address })
    const address = '2001:db8:5:6::'
    for (let count = 0; count < 310; count++) journal.keep(refused(`${address}${count.toString(16)}`))
    journal.keep(refused('2001:db8:5:7::1'))
    for (let count = 0; count < 310; count++) journal.keep({ ...access(), address })
    await journal.end()
    expect(troubles).toEqual([{ lost: 10 }])
    const rows = (await openDb(pool).select().from(accesses)).filter((row) => row.address.startsWith('2001:db8:5:'))
    expect(rows.length).toBe(300 + 1 + 310)
  })

  it.each(['POST /auth/login', 'POST /auth/second-step'])(
    'keeps refused tries of %s whatever else the address was refused',
    async (call) => {
      const troubles: unknown[] = []
      const journal = openJournal(openDb(pool), (trouble) => troubles.push(trouble))
      const address = call === 'POST /auth/login' ? '198.51.100.1' : '198.51.100.2'
      const refused = { ...access(), actor_id: null, record_id: null, outcome: 'signed_out' as const, address }
      const keep = (lines: number, line: object) => {
        for (let count = 0; count < lines; count++) journal.keep({ ...refused, ...line })
      }
      keep(150, { call: 'GET /companies' })
      keep(160, { call, record_type: 'sign_in', outcome: 'throttled' })
      keep(310, { call, record_type: 'sign_in' })
      await journal.end()
      expect(troubles).toEqual([{ lost: 10 + 10 }])
      const rows = (await openDb(pool).select().from(accesses)).filter((row) => row.address === address)
      const kept = Object.groupBy(rows, (row) => `${row.call} ${row.outcome}`)
      expect(Object.values(kept).map((lines) => lines?.length)).toEqual([150, 150, 300])
    },
  )
})
