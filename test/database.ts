import { randomUUID } from 'node:crypto'
import pg from 'pg'

export const TEMPLATE = 'portal_template'

export interface FreshDatabase {
  url: string
  drop(): Promise<void>
}

/** A migrated database of its own for one test file, without rows. */
export const freshDatabase = (): Promise<FreshDatabase> => createDatabase(`template ${TEMPLATE}`)

/** A database without tables. */
export const emptyDatabase = (): Promise<FreshDatabase> => createDatabase('')

/** Its files are copied: to write all pages into the log as well takes twice the time. */
async function createDatabase(from: string): Promise<FreshDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const url = await onCluster(`create database ${name} ${from} strategy file_copy`, name)
  return {
    url,
    async drop() {
      await onCluster(`drop database ${name} with (force)`, name)
    },
  }
}

/** Runs one statement about the database `name` on the run's cluster; answers that database's address. */
export async function onCluster(statement: string, name: string): Promise<string> {
  const url = process.env.TEST_CLUSTER_URL
  if (!url) throw new Error('There is no test cluster: run the tests through vitest and its configuration.')
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
  return url.replace('/portal?', `/${name}?`)
}
