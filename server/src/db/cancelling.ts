import pg from 'pg'

const TIMEOUT_MS = 5_000

/** Has the database end what the connection of a process runs, if that still runs. */
export type Cancel = (process_id: number, isRunning: () => boolean) => Promise<void>

/** One after the other and over connections of their own, because those of a pool may all be busy. */
export function cancellingOf(config: pg.ClientConfig): Cancel {
  let before = Promise.resolve()
  return (process_id, isRunning) => {
    // One that fails leaves the statement to end by itself.
    before = before.then(() => (isRunning() ? cancel(config, process_id) : undefined)).catch(() => undefined)
    return before
  }
}

async function cancel(config: pg.ClientConfig, process_id: number): Promise<void> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    // Its signal has been sent once it answers.
    await client.query('select pg_cancel_backend($1)', [process_id])
  } finally {
    client.end().catch(() => undefined)
  }
}
