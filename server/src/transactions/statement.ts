import { addMonths, dubaiDate, type Fils, fils, plus, Statement, startOf, toAed } from 'contract'
import { and, eq, gte, lt, sql } from 'drizzle-orm'
import { built } from '../db/built.ts'
import type { Db } from '../db/open.ts'
import { ledger, transactions } from '../db/wallet.table.ts'
import { membersOf, objectOf, writtenAed } from '../db/written.ts'
import { bytesOf, separated } from '../http/written.ts'

const toFils = (value: unknown): Fils => fils(Number(value))
const monthOf = (moment: string): string => dubaiDate(new Date(moment)).slice(0, 7)
const startOfMonth = (month: string): string => startOf(`${month}-01`)

/** Of so many rows a text stays below 128 KB, beyond which V8 keeps it among what it seldom collects. */
const ROWS_OF_PART = 100

/** As JSON. A month before the first movement or in the future: the current month. It reads that month alone, because each entry keeps its balance. */
export async function writeStatement(db: Db, company_id: string, wanted: string | undefined, now: Date): Promise<Buffer> {
  const current = monthOf(now.toISOString())
  const month = wanted ?? current
  const read = await readMonth(db, { company_id, begin: startOfMonth(month), end: startOfMonth(addMonths(month, 1)) })
  const { first, ...sums } = read[0] ?? NOTHING
  const months = [current]
  for (let each = current; first && each > monthOf(first); months.push(each)) each = addMonths(each, -1)
  if (!months.includes(month)) return writeStatement(db, company_id, undefined, now)
  const parts = read.flatMap(({ rows }) => rows ?? [])
  return bytesOf([JSON.stringify(added(month, months, sums)).slice(0, -1), ',"rows":[', ...separated(parts), ']}'])
}

const given = sql.placeholder
const { id, type, direction, amount_fils, employee_name, notes } = transactions
const { created_at, balance_fils } = ledger
const earliest = sql`select first.created_at from ${ledger} first
  where first.company_id = ${given('company_id')} order by first.created_at, first.seq limit 1`
const balanceBefore = sql`select last.balance_fils from ${ledger} last where last.company_id = ${given('company_id')}
  and last.created_at < ${given('begin')} order by last.created_at desc, last.seq desc limit 1`
const amount = writtenAed(amount_fils)
const moved_on = sql`(${created_at} at time zone 'Asia/Dubai')::date`
const row = objectOf(
  membersOf(Statement.shape.rows.element, {
    id,
    type,
    direction,
    amount,
    employee_name,
    notes,
    moved_on,
    balance: writtenAed(balance_fils),
  }),
)
const sumOf = (moved: 'credit' | 'debit') =>
  sql`coalesce(sum(amount_fils) filter (where direction = ${sql.raw(`'${moved}'`)}), 0) as ${sql.raw(`${moved}s`)}`

/** What moved in the month, in order of movement: payments settled by an approval come after it. */
const moved = sql`select ${row}::text as json, ${amount_fils}, ${direction}, row_number() over (order by ${created_at}, ${ledger.seq}) - 1 as place
  from ${ledger} join ${transactions} on ${eq(id, ledger.transaction_id)}
  where ${and(eq(ledger.company_id, given('company_id')), gte(created_at, given('begin')), lt(created_at, given('end')))}`

const sums = sql`select (${earliest}) as first, coalesce((${balanceBefore}), 0) as opening, ${sumOf('credit')}, ${sumOf('debit')} from moved`
const parts = sql`select string_agg(json, ',' order by place) as rows, place / ${sql.raw(String(ROWS_OF_PART))} as part from moved group by part`

/** The sums beside each part of the rows; once where there are none. */
const readMonth = built((db) =>
  db
    .select({
      first: sql<string | null>`statement.first`,
      opening: sql`statement.opening`.mapWith(toFils),
      credits: sql`statement.credits`.mapWith(toFils),
      debits: sql`statement.debits`.mapWith(toFils),
      rows: sql<string | null>`statement.rows`,
    })
    .from(sql`(with moved as materialized (${moved}) select * from (${sums}) sums left join (${parts}) parts on true) as statement`)
    .orderBy(sql`statement.part`),
)

interface Sums {
  opening: Fils
  credits: Fils
  debits: Fils
}

const NOTHING = { first: null, opening: fils(0), credits: fils(0), debits: fils(0) }

function added(month: string, months: string[], { opening, credits, debits }: Sums): Omit<Statement, 'rows'> {
  const closing = plus(opening, fils(credits - debits))
  return { month, months, opening: toAed(opening), credits: toAed(credits), debits: toAed(debits), closing: toAed(closing) }
}

export function emptyStatement(now: Date): Statement {
  const month = monthOf(now.toISOString())
  return { ...added(month, [month], NOTHING), rows: [] }
}
