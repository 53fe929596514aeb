import { and, eq, sql } from 'drizzle-orm'
import { secretContext } from '../auth/twoStep.queries.ts'
import { documents } from '../db/documents.table.ts'
import { drafts } from '../db/drafts.table.ts'
import { importPapers, importRows } from '../db/imports.table.ts'
import { INSTALLATION, installation } from '../db/installation.table.ts'
import type { Db } from '../db/open.ts'
import { twoSteps } from '../db/sessions.table.ts'
import { draftContext } from '../drafts/queries.ts'
import { papersContext } from '../imports/companyPapers.ts'
import { rowContext } from '../imports/write.ts'
import { decrypt, encrypt } from '../keys/encryption.ts'
import { moveJournalKey } from '../keys/journalKey.ts'
import { markOf } from '../keys/masterKey.ts'

/** Encrypts all secrets and file keys with a new master key in one transaction (T61). Throws while others are connected. */
export async function rotateMasterKey(db: Db, from: Buffer, makeKey: () => Promise<Buffer>): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(
      sql`lock table ${documents}, ${drafts}, ${importRows}, ${importPapers}, ${twoSteps}, ${installation} in exclusive mode`,
    )
    await refuseOthers(tx)
    const to = await makeKey()
    const anew = (old: Buffer, context: string) => encrypt(opened(old, from, context), to, context)
    const files = await tx.select({ id: documents.id, wrapped_key: documents.wrapped_key }).from(documents)
    for (const { id, wrapped_key } of files) {
      await tx
        .update(documents)
        .set({ wrapped_key: anew(wrapped_key, id) })
        .where(eq(documents.id, id))
    }
    const forms = await tx.select().from(drafts)
    for (const { user_id, company_id, kind, sealed } of forms) {
      await tx
        .update(drafts)
        .set({ sealed: anew(sealed, draftContext(user_id, { company_id, kind })) })
        .where(and(eq(drafts.user_id, user_id), eq(drafts.company_id, company_id), eq(drafts.kind, kind)))
    }
    const imported = await tx.select().from(importRows)
    for (const { import_id, employee_id, sealed } of imported) {
      await tx
        .update(importRows)
        .set({ sealed: anew(sealed, rowContext(import_id, employee_id)) })
        .where(and(eq(importRows.import_id, import_id), eq(importRows.employee_id, employee_id)))
    }
    const ofCompanies = await tx.select().from(importPapers)
    for (const { import_id, sealed } of ofCompanies) {
      await tx
        .update(importPapers)
        .set({ sealed: anew(sealed, papersContext(import_id)) })
        .where(eq(importPapers.import_id, import_id))
    }
    const secrets = await tx.select().from(twoSteps)
    for (const { user_id, sealed_secret } of secrets) {
      await tx
        .update(twoSteps)
        .set({ sealed_secret: anew(sealed_secret, secretContext(user_id)) })
        .where(eq(twoSteps.user_id, user_id))
    }
    await tx
      .update(installation)
      .set({ value: markOf(to) })
      .where(eq(installation.key, INSTALLATION.masterKeyMark))
    return files.length + forms.length + imported.length + ofCompanies.length + secrets.length + (await moveJournalKey(tx, from, to))
  })
}

function opened(encrypted: Buffer, key: Buffer, context: string): Buffer {
  try {
    return decrypt(encrypted, key, context)
  } catch {
    throw new Error(`Nothing was changed: the secret of ${context} cannot be decrypted with the present key.`)
  }
}

/** A running portal would go on encrypting with the old key. */
async function refuseOthers(tx: Db): Promise<void> {
  const { rows } = await tx.execute(
    sql`select 1 from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  if (rows.length > 0) throw new Error('Nothing was changed: somebody else is connected to the database. Stop every portal on it first.')
}
