import { companies } from '../db/companies.table.ts'
import type { Db } from '../db/open.ts'
import { users } from '../db/people.table.ts'
import type { Actor } from '../http/session.ts'
import { changesOf, writing } from './queries.ts'

/** What is read of an account and of a company that go. */
export const ACCOUNT = { id: users.id, full_name: users.full_name, email: users.email, role: users.role }
export const COMPANY = { id: companies.id, name: companies.name, trade_license: companies.trade_license }

type Row<Columns extends Record<string, { _: { data: unknown } }>> = { [Column in keyof Columns]: Columns[Column]['_']['data'] }

interface Gone {
  accounts?: Row<typeof ACCOUNT>[]
  companies?: Row<typeof COMPANY>[]
  employees?: { id: string; employee_name: string; passport_number: string }[]
}

/** Of an employee's account not the name: once it is gone, an erasure would not find it by the passport number (T63). */
const ofAccount = ({ full_name, email, role }: Row<typeof ACCOUNT>): Record<string, string> =>
  role === 'employee' ? {} : { full_name, email }

/** A line for each record that this user deletes, with what tells later whom or what it was: nothing else is left of it. */
export async function writeDeletions(tx: Db, by: Actor, at: string, gone: Gone): Promise<void> {
  const { accounts = [], companies: closed = [], employees = [] } = gone
  const lineOf = (of: Parameters<typeof writing>[1]['of'], was: Record<string, string>) => ({
    ...{ of, by, at, action: 'deleted' as const },
    changes: changesOf(was, Object.fromEntries(Object.keys(was).map((field) => [field, null]))),
  })
  await writing(
    tx,
    ...closed.map(({ id, name, trade_license }) => lineOf({ company: id }, { name, trade_license })),
    ...accounts.map((account) => lineOf({ user: account.id }, ofAccount(account))),
    ...employees.map(({ id, employee_name, passport_number }) => lineOf({ employee: id }, { employee_name, passport_number })),
  )
}
