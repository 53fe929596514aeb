import { addDays, dubaiDate, Id } from 'contract'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'

interface Sum {
  kind: string
  value: string
  number: number
}

/** The rows of a table that are counted, by kind and value; each slice is one statement over at most so many of them. */
const COUNTED: Record<string, SQL> = {
  visa_applications: sql`(values ('status', r.status), ('stage', analysed(r.status, r.current_stage)), ('nationality', analysed(r.status, r.nationality)),
    ('case', case_counted(r.status, r.current_stage, r.stage_status, r.priority)), ('carried', carried_counted(r.status, r.assignee_id)),
    ('took', took_counted(r.submitted_at, r.completed_at)), ('arriving', arriving_counted(r.status, r.application_type))) as each(kind, value)`,
  employees: sql`(values ('employee', r.status), ('expiry', expiry_counted(r.status, r.visa_expiry_date))) as each(kind, value)`,
  persons: sql`(values ('people', case when r.applied_at is not null then '' end)) as each(kind, value)`,
  transactions: sql`(select 'transaction' as kind, '' as value, 1 as number
    union all select * from due_counted(r.type, r.status, r.amount_fils, r.created_at)
    union all select moved_counted(l.amount_fils), month_counted(l.created_at), abs(l.amount_fils)
    from ledger l where l.transaction_id = r.id and l.company_id is not null) as each`,
}
const NUMBERS: Record<string, SQL> = { transactions: sql`sum(each.number)::int8` }

/**
 * Whether the kept numbers of one large company are those of its rows. It reads slice by slice in one state of the database, so that no
 * statement reads more than a slice and nobody waits; the sums are added here.
 */
export const isCountedRight = (db: Db, company_id: string, now: Date, slice: number): Promise<boolean> =>
  db.transaction(
    async (tx) => {
      const sums = new Map<string, number>()
      const past = addDays(dubaiDate(now), 1)
      const add = (rows: Sum[], sign: 1 | -1) => {
        for (const { kind, value, number } of rows) {
          const key = `${kind} ${kind === 'expiry' && value < past ? '' : value}`
          sums.set(key, (sums.get(key) ?? 0) + sign * number)
        }
      }
      for (const [table, counted] of Object.entries(COUNTED))
        for await (const rows of slices(tx, { table, company_id, slice }, counted, NUMBERS[table])) add(rows, 1)
      const moved = sql`(select 'day' as kind, concat_ws(' ', m.day, m.stage, m.status) as value, m.moved from stage_moves(r.id, r.submitted_at, held_stages(r.id)) m) as each`
      for await (const rows of slices(tx, { table: 'visa_applications', company_id, slice }, moved, sql`sum(each.moved)::int8`))
        add(rows, 1)
      const { rows: kept } = await tx.execute<Sum & Record<string, unknown>>(sql`
        select kind, value, number from company_counts where company_id = ${company_id}
        union all select 'day', concat_ws(' ', day, stage, status), moved from stage_days where company_id = ${company_id}`)
      add(kept, -1)
      return [...sums.values()].every((sum) => sum === 0)
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )

interface Part {
  table: string
  company_id: string
  slice: number
}

async function* slices(tx: Db, { table, company_id, slice }: Part, counted: SQL, number = sql`count(*)`): AsyncGenerator<Sum[]> {
  const rowsOf = sql.identifier(table)
  await tx.execute(
    sql`declare ids no scroll cursor for select id from ${rowsOf} where company_id = ${sql.raw(`'${Id.parse(company_id)}'`)}`,
  )
  for (;;) {
    const { rows } = await tx.execute<{ id: string }>(sql.raw(`fetch ${slice} from ids`))
    const found = rows.map(({ id }) => id)
    if (found.length === 0) break
    const sums = await tx.execute<Sum & Record<string, unknown>>(sql`
      select each.kind, each.value, ${number} as number from ${rowsOf} r, lateral ${counted}
      where r.id = any(${sql.param(found)}::uuid[]) and each.value is not null group by 1, 2`)
    yield sums.rows
  }
  await tx.execute(sql`close ids`)
}
