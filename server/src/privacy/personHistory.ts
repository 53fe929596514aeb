import { and, eq, inArray, notInArray, or, sql } from 'drizzle-orm'
import { history, type RecordType } from '../db/history.table.ts'
import type { Db } from '../db/open.ts'
import type { Ids } from './identity.ts'
import { bare } from './passports.ts'
import { tellsOfSignatory } from './signatories.ts'

/** Also entries with a passport number of the person, those of a signatory of that name, and the invitation in the company's history, found by the time of the user's entry. */
export async function listHistory(db: Db, person: Ids) {
  const { application_ids, employee_ids, user_ids, payment_ids, passport_numbers } = person
  const of = (type: RecordType, ids: string[]) => and(eq(history.record_type, type), inArray(history.record_id, ids))
  const named = sql`exists (select 1 from jsonb_array_elements(${history.changes}) as c(change)
    where array[${bare(sql`c.change->>'from'`)}, ${bare(sql`c.change->>'to'`)}] && array[${sql.join(passport_numbers.map(bare), sql`, `)}])`
  const own = await db
    .select()
    .from(history)
    .where(
      or(
        of('application', application_ids),
        of('employee', employee_ids),
        of('user', user_ids),
        of('transaction', payment_ids),
        inArray(history.actor_id, user_ids),
        named,
      ),
    )
  const invitations = own.filter((row) => row.action === 'user_invited' && row.record_type === 'user')
  const twins = await db
    .select()
    .from(history)
    .where(
      and(
        eq(history.record_type, 'company'),
        eq(history.action, 'user_invited'),
        inArray(
          history.happened_at,
          invitations.map((row) => row.happened_at),
        ),
        notInArray(
          history.id,
          own.map((row) => row.id),
        ),
      ),
    )
  const sameLine = (row: (typeof own)[number]) =>
    invitations.some((other) => other.happened_at === row.happened_at && other.subject === row.subject)
  return [...own, ...twins.filter(sameLine), ...(await listOfSignatory(db, person))].toSorted((one, other) =>
    one.happened_at.localeCompare(other.happened_at),
  )
}

async function listOfSignatory(db: Db, person: Ids) {
  const ofCompany = and(eq(history.record_type, 'company'), inArray(history.record_id, person.company_ids))
  const named = sql`${history.changes} @> '[{"field": "signatory_name"}]'`
  const found = await db.select().from(history).where(and(ofCompany, named))
  return found.filter((line) => tellsOfSignatory(person, line))
}
