import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { INSTALLATION, installation } from '../db/installation.table.ts'
import type { Db } from '../db/open.ts'

/** The id of this installation, made when it is first asked for. */
export async function installationOf(db: Db): Promise<string> {
  await db.insert(installation).values({ key: INSTALLATION.id, value: randomUUID() }).onConflictDoNothing()
  const [row] = await db.select().from(installation).where(eq(installation.key, INSTALLATION.id))
  if (!row) throw new Error('the id of the installation was not made')
  return row.value
}
