import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { reasonOf } from '../connect.ts'
import { type EmbeddedDatabase, findRunning, startEmbedded } from '../postgres/embedded.ts'
import type { Settings } from '../settings.ts'

/** A connection of its own; nothing is migrated. */
export async function withClient<Result>(database: EmbeddedDatabase, act: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: database.url, connectionTimeoutMillis: 10_000 })
  // A lost connection fails the current or the next query.
  client.on('error', () => undefined)
  try {
    await client.connect().catch((error) => {
      throw new Error(`The database does not answer (${reasonOf(error)}). Check DATABASE_URL and that the server runs.`)
    })
    return await act(client)
  } finally {
    await client.end().finally(database.stop)
  }
}

/** The database of the running portal, or the embedded one, started for this. */
export async function openSource({ database_url, data_dir }: Pick<Settings, 'database_url' | 'data_dir'>): Promise<EmbeddedDatabase> {
  const stop = async () => {}
  if (database_url) return { url: database_url, stop }
  if (!existsSync(join(data_dir, 'postgres')))
    throw new Error(`There is no portal in ${data_dir}. Set DATA_DIR or DATABASE_URL as the portal has them.`)
  const running = findRunning(data_dir)
  return running ? { url: running, stop } : startEmbedded(data_dir)
}
