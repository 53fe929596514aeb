import { searchable } from 'contract'
import { and, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { mails } from '../db/mails.table.ts'
import { notices } from '../db/notices.table.ts'
import type { Db } from '../db/open.ts'
import { employees } from '../db/people.table.ts'
import type { Ids } from './identity.ts'

/** Mails to the person, and waiting mails to others that name the person. Those to administrators belong to no company, but name it. */
export async function listMails(db: Db, { application_ids, user_ids, company_ids, names }: Ids, theirs: { name: string }[]) {
  const waiting = and(isNotNull(mails.facts), or(isNull(mails.company_id), inArray(mails.company_id, company_ids)))
  const found = await db
    .select()
    .from(mails)
    .where(or(inArray(mails.user_id, user_ids), waiting))
  return found.filter(({ user_id, company_id, facts }) => {
    const { application_id, employee_name, company_name } = facts ?? {}
    const isOfCompany = company_id !== null || theirs.some(({ name }) => name === company_name)
    return (
      user_ids.includes(user_id) ||
      application_ids.some((id) => id === application_id) ||
      (isOfCompany && typeof employee_name === 'string' && names.includes(searchable(employee_name)))
    )
  })
}

/** To the person, and those that tell others of the person: of a case, of a record, or by name of a record that was deleted since. */
export async function listNotices(db: Db, { application_ids, employee_ids, user_ids, company_ids, names }: Ids) {
  const record = sql`(${notices.facts} ->> 'employee_id')::uuid`
  const ofDeleted = sql`${record} is not null and not exists (select 1 from ${employees} where ${employees.id} = ${record})`
  const found = await db
    .select({ notice: notices, by_name: sql<boolean>`${ofDeleted}` })
    .from(notices)
    .where(
      or(
        inArray(notices.reader_id, user_ids),
        inArray(notices.application_id, application_ids),
        and(inArray(notices.company_id, company_ids), or(inArray(record, employee_ids), ofDeleted)),
      ),
    )
  const isNamed = ({ facts }: typeof notices.$inferSelect) => names.includes(searchable(facts.employee_name ?? ''))
  const isReader = ({ reader_id }: typeof notices.$inferSelect) => reader_id !== null && user_ids.includes(reader_id)
  return found.filter(({ notice, by_name }) => !by_name || isNamed(notice) || isReader(notice)).map(({ notice }) => notice)
}
