import { searchable } from 'contract'
import { inArray } from 'drizzle-orm'
import { establishments } from '../db/establishments.table.ts'
import type { history } from '../db/history.table.ts'
import type { Db } from '../db/open.ts'
import type { Identity } from './identity.ts'

const isNamed = ({ names }: Identity, given: string | null): boolean => given !== null && names.includes(searchable(given))

/** A signatory is kept by name alone: one of the person's name, in a company of theirs, is the person. */
export async function listSignatoriesOf(db: Db, identity: Identity) {
  const { company_id, signatory_name } = establishments
  const found = await db.select({ company_id, signatory_name }).from(establishments).where(inArray(company_id, identity.company_ids))
  return found.filter((row) => isNamed(identity, row.signatory_name))
}

/** Whether a line of a company tells that the person became its signatory, or is it no more. */
export const tellsOfSignatory = (identity: Identity, { changes }: typeof history.$inferSelect): boolean =>
  changes.some(({ field, from, to }) => field === 'signatory_name' && (isNamed(identity, from) || isNamed(identity, to)))
