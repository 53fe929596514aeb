import { activeCompanyId, HOUR_MS, MB } from 'contract'
import { eq, lte, sql, sum } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { documents, uploadHours } from '../db/documents.table.ts'
import type { Db } from '../db/open.ts'
import { refuse } from '../http/errors.ts'
import type { Viewer } from '../http/session.ts'

type Wanted = Pick<Context, 'settings' | 'now'>

/** The company in whose quota a file counts (T37); an administrator's files count in none. */
export const payerOf = (viewer: Viewer): string | undefined => (viewer.role === 'admin' ? undefined : activeCompanyId(viewer))

/** Checks the quota before the file is read. */
export async function refuseFull(db: Db, { settings, now }: Wanted, company_id: string): Promise<void> {
  const { quota_company_mb, quota_files_per_hour } = settings
  if (quota_files_per_hour !== undefined) {
    const [hour] = await db.select().from(uploadHours).where(eq(uploadHours.company_id, company_id))
    if (hour) refuseOften(hour.files + 1, hour.began_at, quota_files_per_hour, now())
  }
  if (quota_company_mb !== undefined) refuseMuch((await usedBy(db, company_id)) + 1, quota_company_mb)
}

export const hasQuota = ({ settings }: Wanted): boolean =>
  settings.quota_company_mb !== undefined || settings.quota_files_per_hour !== undefined

/** Counts a file in the transaction of its row; refuses 429 or 413. Parallel uploads of a company wait for each other here. */
export async function countFile(tx: Db, { settings, now }: Wanted, company_id: string, size: number): Promise<void> {
  const { quota_company_mb, quota_files_per_hour } = settings
  const at = now().toISOString()
  const over = lte(uploadHours.began_at, new Date(now().getTime() - HOUR_MS).toISOString())
  const [hour] = await tx
    .insert(uploadHours)
    .values({ company_id, began_at: at, files: 1 })
    .onConflictDoUpdate({
      target: uploadHours.company_id,
      set: {
        began_at: sql`case when ${over} then ${at} else ${uploadHours.began_at} end`,
        files: sql`case when ${over} then 1 else ${uploadHours.files} + 1 end`,
      },
    })
    .returning()
  if (hour && quota_files_per_hour !== undefined) refuseOften(hour.files, hour.began_at, quota_files_per_hour, now())
  if (quota_company_mb !== undefined) refuseMuch((await usedBy(tx, company_id)) + size, quota_company_mb)
}

async function usedBy(db: Db, company_id: string): Promise<number> {
  const [used] = await db
    .select({ bytes: sum(documents.size).mapWith(Number) })
    .from(documents)
    .where(eq(documents.charged_to, company_id))
  return used?.bytes ?? 0
}

function refuseMuch(bytes: number, maxMb: number): void {
  if (bytes > maxMb * MB)
    refuse(413, `This file does not fit: your company may keep ${maxMb} MB of documents. Please remove some, or ask us for more room.`)
}

function refuseOften(files: number, began_at: string, maxFiles: number, moment: Date): void {
  const seconds = Math.ceil((Date.parse(began_at) + HOUR_MS - moment.getTime()) / 1_000)
  if (files > maxFiles && seconds > 0)
    refuse(429, `Your company may store ${maxFiles} files an hour. Please try again later.`, {
      headers: { 'retry-after': String(seconds) },
    })
}
