import { inArray, type SQL, sql } from 'drizzle-orm'
import { ledger, transactions } from '../db/wallet.table.ts'
import type { Viewer } from '../http/session.ts'
import { listedCompanies, type Reader } from './reader.ts'

/** What a viewer may open: those of any own company for a company_admin (V3). */
export function visibleTransaction(viewer: Viewer): SQL | undefined {
  if (viewer.role === 'admin') return undefined
  if (viewer.role !== 'company_admin' || viewer.company_ids.length === 0) return sql`false`
  return inArray(transactions.company_id, viewer.company_ids)
}

/** What lists show: for a company_admin only the active company's (V3, W3). */
export const listedTransaction = (reader: Reader): SQL | undefined => listedOf(reader, transactions)

/** The same for what has moved in a wallet, by the ledger's own column. */
export const listedMovement = (reader: Reader): SQL | undefined => listedOf(reader, ledger)

function listedOf(reader: Reader, { company_id }: typeof transactions | typeof ledger): SQL | undefined {
  if (reader.role === 'admin') return undefined
  const ids = reader.role === 'company_admin' ? listedCompanies(reader) : []
  return ids.length > 0 ? inArray(company_id, ids) : sql`false`
}
