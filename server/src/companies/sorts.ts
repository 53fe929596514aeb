import type { listCompanies } from 'contract'
import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { companies } from '../db/companies.table.ts'
import type { Order } from '../db/keyset.ts'
import { wallets } from '../db/wallet.table.ts'

export type Sort = NonNullable<z.output<typeof listCompanies.query>['sort']>
type Key = Exclude<Sort, `-${string}`>
type Sorted = Omit<Order, 'descending' | 'id'>

/** Every company has a wallet, whose index is read. */
const ofWallet = (fils: PgColumn): Sorted => ({
  key: sql`(select ${fils} from ${wallets} where ${wallets.company_id} = ${companies.id})`,
  type: 'int8',
  parent: { table: wallets, id: wallets.company_id, key: fils, rows: companies, of: companies.id },
})

const SORTS: Record<Key, Sorted> = {
  // So long a piece of a name that a cursor with it stays short.
  name: { key: sql`left(${companies.search_text}, 90)`, type: 'text' },
  category: { key: companies.category, type: 'text' },
  balance: ofWallet(wallets.balance_fils),
  due: ofWallet(wallets.due_fils),
  created_at: { key: companies.created_at, type: 'timestamptz' },
}

/** Newest first unless asked otherwise. */
export const orderOf = (sort: Sort = '-created_at'): Order => ({
  ...SORTS[sort.replace('-', '') as Key],
  descending: sort.startsWith('-'),
  id: companies.id,
})
