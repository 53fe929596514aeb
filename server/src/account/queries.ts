import type { setPreferences, User } from 'contract'
import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { userColumns } from '../auth/sessions.ts'
import { documents } from '../db/documents.table.ts'
import type { Db } from '../db/open.ts'
import { users } from '../db/people.table.ts'

export async function findPreferences(db: Db, id: string) {
  const [found] = await db
    .select({
      language: users.language,
      muted_mails: users.muted_mails,
      mail_rhythm: users.mail_rhythm,
      has_password: sql<boolean>`${users.password_hash} is not null`,
    })
    .from(users)
    .where(eq(users.id, id))
  return found
}

export async function changePreferences(db: Db, id: string, given: z.output<NonNullable<typeof setPreferences.body>>): Promise<void> {
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  if (Object.keys(changes).length > 0) await db.update(users).set(changes).where(eq(users.id, id))
}

/** Whether the user's picture is an image and no PDF. */
export async function hasImage(db: Db, id: string): Promise<boolean> {
  const [found] = await db.select({ type: documents.type }).from(documents).where(eq(documents.user_id, id))
  return found?.type.startsWith('image/') ?? false
}

export async function findOwn(db: Db, id: string): Promise<User | undefined> {
  const [found] = await db.select(userColumns).from(users).where(eq(users.id, id))
  return found
}
