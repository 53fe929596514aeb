import { and, eq } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { users } from '../db/schema.ts'

/** The platform's administrators. */
export const listAdmins = (db: Db) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.approved, true)))
    .orderBy(users.id)
