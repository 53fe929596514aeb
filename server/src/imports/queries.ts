import { DAY_MS, IMPORT_UNDO_DAYS, type Import } from 'contract'
import { and, desc, eq, sql } from 'drizzle-orm'
import { companies } from '../db/companies.table.ts'
import { imports } from '../db/imports.table.ts'
import type { Db } from '../db/open.ts'
import { users } from '../db/people.table.ts'
import type { Viewer } from '../http/session.ts'
import { listedImport, visibleImport } from '../visibility/imports.ts'

const NEWEST = 50

const select = (db: Db) =>
  db
    .select({ import: imports, company_name: companies.name, imported_by_name: users.full_name })
    .from(imports)
    .innerJoin(companies, eq(companies.id, imports.company_id))
    .leftJoin(users, eq(users.id, imports.imported_by))

type Found = Awaited<ReturnType<typeof select>>[number]

function shown({ import: { imported_by: _, ...row }, company_name, imported_by_name }: Found): Import {
  return { ...row, company_name, imported_by_name, undo_until: undoUntil(row.imported_at) }
}

export const undoUntil = (imported_at: string): string => new Date(Date.parse(imported_at) + IMPORT_UNDO_DAYS * DAY_MS).toISOString()

export async function listImports(db: Db, viewer: Viewer, company_id: string | undefined): Promise<Import[]> {
  const found = await select(db)
    .where(and(listedImport(viewer), company_id ? eq(imports.company_id, company_id) : undefined))
    .orderBy(desc(imports.imported_at), desc(imports.id))
    .limit(NEWEST)
  return found.map(shown)
}

export async function findImport(db: Db, viewer: Viewer, id: string): Promise<Import | undefined> {
  const [found] = await select(db).where(and(eq(imports.id, id), visibleImport(viewer)))
  return found && shown(found)
}

/** Whoever imports into the same company, or undoes that, waits. */
export async function lockImports(tx: Db, company_id: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`imports of ${company_id}`}, 0))`)
}
