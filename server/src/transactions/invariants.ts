import { sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'

/** Each round reads a table in slices of so many rows, newest first, so that no proof reads a whole table at once. */
const SLICE = 5_000

interface Proof {
  /** The order of the rows: a column list that has an index. */
  order: string
  /** Each query answers the rows of the slice that break its rule (T44). */
  rules: Record<string, string>
}

const PAYMENT = `type = 'visa_payment'`

const PROOFS = {
  ledger: {
    order: 'seq',
    rules: {
      'the ledger sums to zero': `
        select from slice where (select sum(e.amount_fils) <> 0 from ledger e where e.transaction_id = slice.transaction_id)`,
      'each movement is two entries that sum to zero': `
        select from slice where (select count(*) <> 2 or sum(e.amount_fils) <> 0 from ledger e where e.transaction_id = slice.transaction_id)`,
      'each entry keeps the balance that it leaves': `
        select from slice where account = 'wallet' and balance_fils is distinct from amount_fils + coalesce((select before.balance_fils
          from ledger before where before.company_id = slice.company_id and before.seq < slice.seq order by before.seq desc limit 1), 0)`,
      'each movement is of the kind of its transaction': `
        select from slice where account = 'wallet' and type is distinct from (select t.type from transactions t where t.id = slice.transaction_id)`,
      'movements of a wallet are numbered one by one': `
        select from slice where account = 'wallet' and number is distinct from 1 + coalesce((select before.number
          from ledger before where before.company_id = slice.company_id and before.seq < slice.seq order by before.seq desc limit 1), 0)`,
    },
  },
  transactions: {
    order: 'created_at, id',
    rules: {
      'settled transactions have ledger entries, others have none': `
        select from slice t left join ledger l on l.transaction_id = t.id and l.account = 'wallet'
        where (t.status in ('approved', 'completed')) <> (l.seq is not null)`,
      'each entry has the amount and the direction of its transaction': `
        select from slice t join ledger l on l.transaction_id = t.id and l.account = 'wallet'
        where l.amount_fils <> case t.direction when 'credit' then t.amount_fils else -t.amount_fils end or l.company_id <> t.company_id`,
      'no correction exceeds what it corrects': `
        select from slice t where t.amount_fils < (select sum(back.amount_fils) from transactions back where back.reverses_id = t.id)
          or (t.reverses_id is not null and (select corrected.amount_fils < (select sum(back.amount_fils) from transactions back
            where back.reverses_id = corrected.id) from transactions corrected where corrected.id = t.reverses_id))`,
      // Of any two neighbours the later one does not settle first; so of any two payments.
      'payments settle oldest first': `
        select from slice t where ${PAYMENT} and status = 'pending' and 'completed' = (select next.status from transactions next
          where next.company_id = t.company_id and next.${PAYMENT} and next.status <> 'rejected' and next.seq > t.seq order by next.seq limit 1)`,
      'each payment is charged after the one before': `
        select from slice t where ${PAYMENT} and (charged_fils <> t.amount_fils + (select before.charged_fils from transactions before
          where before.company_id = t.company_id and before.${PAYMENT} and before.seq < t.seq order by before.seq desc limit 1)
          or (status = 'pending' and charged_fils is null))`,
    },
  },
  wallets: {
    order: 'company_id',
    rules: {
      'each balance is the sum of its entries': `
        select from slice w where balance_fils <> coalesce((select last.balance_fils from ledger last
          where last.company_id = w.company_id order by last.seq desc limit 1), 0)`,
      'each wallet knows its last movement': `
        select from slice w where movements <> coalesce((select last.number from ledger last
          where last.company_id = w.company_id order by last.seq desc limit 1), 0)`,
      'each wallet knows what is due': `select from slice w where due_fils <> due_of_wallet(w.company_id)`,
      'no balance is negative': `select from slice where balance_fils < 0`,
      'what waits is not covered': `
        select from slice w where balance_fils >= (select oldest.amount_fils from transactions oldest
          where oldest.company_id = w.company_id and oldest.${PAYMENT} and oldest.status = 'pending' order by oldest.seq limit 1)`,
    },
  },
  visa_applications: {
    order: 'submitted_at, id',
    rules: {
      'an application owes what its payment waits for': `
        select from slice a where due_fils <> coalesce((select t.amount_fils from transactions t
          where t.application_id = a.id and t.${PAYMENT} and t.status = 'pending'), 0)`,
    },
  },
} satisfies Record<string, Proof>

export type ProvenTable = keyof typeof PROOFS
export const PROVEN_TABLES = Object.keys(PROOFS) as ProvenTable[]
export const INVARIANT_NAMES = Object.values(PROOFS).flatMap(({ rules }) => Object.keys(rules))

/** The last row of a slice, by the columns of its order; undefined: before the newest row. */
export type Place = readonly unknown[] | undefined

/** Answers which rules the slice after that place breaks, and its last row, where there are more. */
export async function proveSlice(db: Db, table: ProvenTable, place?: Place, size = SLICE): Promise<{ broken: string[]; next: Place }> {
  const { order, rules }: Proof = PROOFS[table]
  const columns = order.split(', ')
  const newest = sql.raw(columns.map((column) => `${column} desc`).join(', '))
  const beyond = place
    ? sql`(${sql.raw(order)}) < (${sql.join(
        place.map((value) => sql`${value}`),
        sql`, `,
      )})`
    : sql`true`
  const last = sql`select array[${sql.raw(columns.map((column) => `${column}::text`).join(', '))}] from slice order by ${newest} offset ${size - 1}`
  const proven = Object.entries(rules).map(([name, rule]) => sql`case when exists (${sql.raw(rule)}) then ${name}::text end`)
  const { rows } = await db.execute<{ broken: string[]; next: string[] | null }>(sql`
    with slice as materialized (select * from ${sql.identifier(table)} where ${beyond} order by ${newest} limit ${size})
    select array_remove(array[${sql.join(proven, sql`, `)}], null) as broken, (${last}) as next`)
  const [slice] = rows
  return { broken: slice?.broken ?? [], next: slice?.next ?? undefined }
}

/** Everything, slice by slice. */
export async function findBroken(db: Db, size = SLICE): Promise<string[]> {
  const broken = new Set<string>()
  for (const table of PROVEN_TABLES) {
    let place: Place
    do {
      const slice = await proveSlice(db, table, place, size)
      for (const name of slice.broken) broken.add(name)
      place = slice.next
    } while (place)
  }
  return INVARIANT_NAMES.filter((name) => broken.has(name))
}
