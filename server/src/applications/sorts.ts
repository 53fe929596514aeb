import type { listApplications } from 'contract'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { applications } from '../db/applications.table.ts'
import { companies } from '../db/companies.table.ts'
import type { Order } from '../db/keyset.ts'
import { stageNumber } from './filters.ts'

export type Sort = NonNullable<z.output<typeof listApplications.query>['sort']>
type Key = Exclude<Sort, `-${string}`>
type Sorted = Omit<Order, 'descending' | 'id'>

const { company_id, passport_number, nationality_word, visa_type, priority, submitted_at, search_text } = applications
/** So long a piece of a text that a cursor with it stays short. */
const LENGTH = sql.raw('90')
/** The last character there is: a number that is missing comes last (P3). By bytes, because a language may leave the character out. */
const NONE = { first: sql`''`, last: sql`chr(1114111)` }
const passport = (none = NONE.last): Sorted => ({
  key: sql`left(coalesce(${passport_number}, ${none}), ${LENGTH}) collate "C"`,
  type: 'text',
})

const companyName = sql`left(${companies.search_text}, ${LENGTH})`
/** An index over the names leads to the companies, and one over their rows to these. */
const ofCompanies: Sorted = {
  key: sql`(select ${companyName} from ${companies} where ${companies.id} = ${company_id})`,
  type: 'text',
  parent: { table: companies, id: companies.id, key: companyName, rows: applications, of: company_id },
}
const SORTS: Record<Key, Sorted> = {
  submitted_at: { key: submitted_at, type: 'timestamptz' },
  employee_name: { key: sql`left(split_part(${search_text}, E'\\n', 1), ${LENGTH})`, type: 'text' },
  company_name: ofCompanies,
  passport_number: passport(),
  nationality: { key: nationality_word, type: 'text' },
  visa_type: { key: visa_type, type: 'text' },
  priority: { key: priority, type: 'text' },
  current_stage: { key: stageNumber, type: 'int4' },
}
const BY_ID: Sorted = { key: applications.id, type: 'uuid' }

const isDescending = (sort: Sort): boolean => sort.startsWith('-')

function sortedBy(sort: Sort, oneCompany: boolean): Sorted {
  if (sort === '-passport_number') return passport(NONE.first)
  const key = sort.replace('-', '') as Key
  return key === 'company_name' && oneCompany ? BY_ID : SORTS[key]
}

/** Newest first unless asked otherwise. `oneCompany`: all rows are of the same, so that its name sorts nothing. */
export const orderOf = (sort: Sort = '-submitted_at', oneCompany = false): Order => ({
  ...sortedBy(sort, oneCompany),
  descending: isDescending(sort),
  id: applications.id,
})
