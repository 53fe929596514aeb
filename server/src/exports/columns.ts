import {
  type CompanyCard,
  type Employee,
  formatAmount,
  fromAed,
  type HideableColumn,
  type JournalEntry,
  type Language,
  type Role,
  standingOf,
  type TabledList,
  type Transaction,
  type UserCard,
  type VisaApplication,
} from 'contract'
import { asDay, type Columns, dayOf } from './table.ts'
import { wordsOf } from './words.ts'

/** `7500.00`: exact, without grouping. */
const plain = (aed: number | null): string => (aed === null ? '' : formatAmount(fromAed(aed)).replaceAll(',', ''))

type Heads = ReturnType<typeof wordsOf>['heads']
type ColumnsOf<Row, Name extends keyof Heads> = Columns<Row, string & keyof Heads[Name]>

/** Which heads a column of the screen stands for, where it is not one of its own name. */
const HEADS_OF: { [List in TabledList]: Partial<Record<HideableColumn<List>, readonly (keyof Heads[List])[]>> } = {
  applications: {},
  employees: { company: ['companyId'], status: ['status', 'visaExpiry'] },
  companies: { contact: ['contactPerson', 'email', 'phone'], applications: ['pending'] },
  transactions: { date: ['date', 'requestedOn'], amount: ['credit', 'debit'] },
}

/** What is left of the columns when the screen hides some of them. */
export function shownOf<Row, List extends TabledList>(list: List, columns: Columns<Row>, hidden: readonly HideableColumn<List>[] = []) {
  const heads: Partial<Record<string, readonly PropertyKey[]>> = HEADS_OF[list]
  const left = new Set(hidden.flatMap((name) => heads[name] ?? [name]))
  return Object.fromEntries(Object.entries(columns).filter(([head]) => !left.has(head)))
}

/** U33: the salary is never one of them. */
export function applicationColumns(language: Language): ColumnsOf<VisaApplication, 'applications'> {
  const words = wordsOf(language)
  return {
    employeeName: (row) => row.employee_name,
    company: (row) => row.company_name,
    passport: (row) => row.passport_number,
    nationality: (row) => row.nationality,
    designation: (row) => row.designation,
    visaType: (row) => words.visaType[row.visa_type],
    priority: (row) => words.priority[row.priority],
    location: (row) => words.employeeLocation[row.employee_location],
    currentStage: (row) => words.stage[row.current_stage],
    status: (row) => words.status[row.status],
    submitted: (row) => dayOf(row.submitted_at),
    visaExpiry: (row) => asDay(row.visa_expiry_date),
    expiry: (row) => asDay(row.expiry_date),
    email: (row) => row.email,
    mobile: (row) => row.mobile,
    id: (row) => row.id,
  }
}

export function employeeColumns(language: Language): ColumnsOf<Employee, 'employees'> {
  const words = wordsOf(language)
  return {
    employeeName: (row) => row.employee_name,
    passport: (row) => row.passport_number,
    nationality: (row) => row.nationality,
    designation: (row) => row.designation,
    visaNumber: (row) => row.visa_number,
    visaExpiry: (row) => asDay(row.visa_expiry_date),
    eidNumber: (row) => row.eid_number,
    eidExpiry: (row) => asDay(row.eid_expiry_date),
    skillLevel: (row) => row.skill_level?.toString() ?? null,
    outsideSince: (row) => asDay(row.outside_since),
    status: (row) => words.status[row.status],
    email: (row) => row.email,
    mobile: (row) => row.mobile,
    companyId: (row) => row.company_id,
    id: (row) => row.id,
  }
}

/** Wallets are shown to administrators. */
export function companyColumns(language: Language, role: Role): Columns<CompanyCard> {
  const words = wordsOf(language)
  const columns: ColumnsOf<CompanyCard, 'companies'> = {
    name: (row) => row.name,
    tradeLicense: (row) => row.trade_license,
    contactPerson: (row) => row.contact_person,
    email: (row) => row.email,
    phone: (row) => row.phone,
    category: (row) => words.companyCategory[row.category],
    employees: (row) => String(row.employee_count),
    applications: (row) => String(row.total_applications),
    pending: (row) => String(row.pending_applications),
    completed: (row) => String(row.completed_applications),
    balance: (row) => plain(row.balance),
    due: (row) => plain(row.due),
    id: (row) => row.id,
  }
  const { balance: _, due: __, ...others } = columns
  return role === 'admin' ? columns : others
}

export function userColumns(language: Language): ColumnsOf<UserCard, 'users'> {
  const words = wordsOf(language)
  const statusOf = (user: UserCard) => (user.invited ? 'invited' : standingOf(user))
  return {
    name: (row) => row.full_name,
    email: (row) => row.email,
    role: (row) => words.role[row.role],
    company: (row) => row.company_name,
    status: (row) => words.status[statusOf(row)],
    created: (row) => dayOf(row.created_at),
    id: (row) => row.id,
  }
}

/** Dated by the movement, credits and debits apart; of several companies for administrators alone. */
export function transactionColumns(language: Language, role: Role): Columns<Transaction> {
  const words = wordsOf(language)
  const columns: ColumnsOf<Transaction, 'transactions'> = {
    date: (row) => dayOf(row.moved_at ?? row.created_at),
    requestedOn: (row) => dayOf(row.created_at),
    transaction: (row) => words.transactionType[row.type],
    status: (row) => words.status[row.status],
    company: (row) => row.company_name,
    employee: (row) => row.employee_name,
    requestedBy: (row) => row.user_name,
    credit: (row) => (row.direction === 'credit' ? plain(row.amount) : ''),
    debit: (row) => (row.direction === 'debit' ? plain(row.amount) : ''),
    balance: (row) => plain(row.balance_after),
    notes: (row) => row.notes,
    decidedOn: (row) => dayOf(row.decided_at),
    reference: (row) => row.reference,
    id: (row) => row.id,
  }
  const { company: _, ...others } = columns
  return role === 'admin' ? columns : others
}

/** Moments in UTC; calls and actions by their names in the API. */
export function journalColumns(language: Language): ColumnsOf<JournalEntry, 'journal'> {
  const words = wordsOf(language)
  return {
    time: (row) => row.happened_at,
    person: (row) => row.actor_name,
    outcome: (row) => words.journalOutcome[row.outcome],
    what: (row) => row.call ?? [row.action, row.subject].filter(Boolean).join(': '),
    kind: (row) => words.recordKind[row.record_type],
    record: (row) => row.record_name,
    changes: (row) => row.changes.map(({ field, from, to }) => `${field}: ${from ?? ''} → ${to ?? ''}`).join('\n'),
    address: (row) => row.address,
    request: (row) => row.request_id,
    recordId: (row) => row.record_id,
    personId: (row) => row.actor_id,
  }
}
