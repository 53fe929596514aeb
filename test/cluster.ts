import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../server/src/db/migrate.ts'
import { openDb, openPool } from '../server/src/db/open.ts'
import { startEmbedded } from '../server/src/postgres/embedded.ts'
import { writeStarter } from '../server/src/rules/starter.ts'
import { onCluster, TEMPLATE } from './database.ts'

/** One PostgreSQL for all test files, with a migrated template from which each file's database is cloned. */
export async function setup(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'test-cluster-'))
  // A pooler that runs as nobody reaches the socket.
  chmodSync(dataDir, 0o711)
  const { url, stop } = await startEmbedded(dataDir, { fsync: false })
  const teardown = async () => {
    await stop()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  process.env.TEST_CLUSTER_URL = url
  try {
    const templateUrl = await onCluster(`create database ${TEMPLATE}`, TEMPLATE)
    const pool = openPool({ connectionString: templateUrl }, (error) => console.error(error))
    await migrate(pool)
      .then(() => writeStarter(openDb(pool), new Date('2026-11-20T00:00:00Z')))
      .finally(() => pool.end())
  } catch (error) {
    await teardown()
    throw error
  }
  return teardown
}
