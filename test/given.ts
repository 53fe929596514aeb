import { fils, fromAed, type Role, type StageName, type StageStatus, searchable } from 'contract'
import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { searchText } from '../server/src/applications/queries.ts'
import { hashPassword } from '../server/src/auth/password.ts'
import { applications, stages } from '../server/src/db/applications.table.ts'
import { companies } from '../server/src/db/companies.table.ts'
import { documents } from '../server/src/db/documents.table.ts'
import { internalNotes, messages } from '../server/src/db/messages.table.ts'
import { employees, userCompanies, users } from '../server/src/db/people.table.ts'
import { transactions } from '../server/src/db/wallet.table.ts'
import { creditTopup, lockWallet } from '../server/src/transactions/wallet.ts'
import type { Portal } from './portal.ts'

export const PASSWORD = 'falcon-2026'
/** Its IBAN can be. */
export const BANK = {
  bank_name: 'Emirates Bank',
  account_name: 'Visa Services LLC',
  account_number: '0012345678',
  iban: 'AE070331234567890123456',
}
let hash: Promise<string> | undefined

type Row<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>

/** Rows with plain, fixed values; a test gives what it is about. */
export function given(portal: Pick<Portal, 'db' | 'clock' | 'files'>) {
  const now = () => portal.clock.moment.toISOString()

  const company = async (row: Row<typeof companies> = {}) => {
    const values = {
      id: v7(),
      name: 'Falcon Trading LLC',
      trade_license: 'CN-1001',
      contact_person: 'Omar Haddad',
      email: 'office@falcon.example',
      phone: '+971 4 000 0001',
      category: 'on_demand' as const,
      created_at: now(),
      ...row,
    }
    const [made] = await portal.db
      .insert(companies)
      .values({ search_text: searchable(values.name), ...values })
      .returning()
    return made as NonNullable<typeof made>
  }

  /** A user with the password PASSWORD, approved by default; the first of the companies is active. */
  const user = async (role: Role, { of = [], ...row }: Row<typeof users> & { of?: { id: string }[] } = {}) => {
    const id = v7()
    hash ??= hashPassword(PASSWORD)
    const [made] = await portal.db
      .insert(users)
      .values({
        id,
        full_name: 'Layla Nasser',
        email: `${id}@people.example`,
        password_hash: await hash,
        role,
        approved: true,
        company_id: of[0]?.id ?? null,
        active_company_id: of[0]?.id ?? null,
        created_at: now(),
        ...row,
      })
      .returning()
    if (of.length > 0) await portal.db.insert(userCompanies).values(of.map((each) => ({ user_id: id, company_id: each.id })))
    return made as NonNullable<typeof made>
  }

  const employee = async (of: { id: string }, row: Row<typeof employees> = {}) => {
    const values = {
      id: v7(),
      employee_name: 'Sara Khan',
      passport_number: 'N1234567',
      nationality: 'Indian',
      status: 'active' as const,
      created_at: now(),
      ...(row.status === 'cancelled' && { cancelled_at: now() }),
      ...row,
    }
    const [made] = await portal.db
      .insert(employees)
      .values({ search_text: searchable(`${values.employee_name} ${values.passport_number}`), ...values, company_id: of.id })
      .returning()
    return made as NonNullable<typeof made>
  }

  const application = async (of: { id: string }, row: Row<typeof applications> = {}) => {
    const values = {
      id: v7(),
      application_type: 'new' as const,
      employee_name: 'Sara Khan',
      passport_number: 'N1234567',
      nationality: 'Indian',
      mobile: '+971501234567',
      email: 'sara.khan@people.example',
      visa_type: 'employee' as const,
      priority: 'normal' as const,
      employee_location: 'outside_uae' as const,
      salary_breakup: 'Basic 4,000, housing 2,000',
      notice_period: '30 days',
      probation_period: '6 months',
      annual_leave_type: 'working_days' as const,
      ticket_frequency: 'annual' as const,
      current_stage: 'Offer Letter' as const,
      status: 'active' as const,
      submitted_at: now(),
      cost_fils: fils(650_000),
      ...row,
    }
    const search_text = searchText(values)
    const [made] = await portal.db
      .insert(applications)
      .values({ search_text, ...values, company_id: of.id })
      .returning()
    return made as NonNullable<typeof made>
  }

  const stage = async (of: { id: string }, stage_name: StageName, status: StageStatus = 'Submitted') => {
    const [made] = await portal.db
      .insert(stages)
      .values({ id: v7(), application_id: of.id, stage_name, status, created_at: now(), updated_at: now() })
      .returning()
    return made as NonNullable<typeof made>
  }

  /** By default from the provider. */
  const message = async (of: { id: string }, row: Row<typeof messages> = {}) => {
    const values = {
      id: v7(),
      author_name: 'Huda Salem',
      side: 'provider' as const,
      text: 'Please send a clearer scan.',
      created_at: now(),
      ...row,
    }
    const [made] = await portal.db
      .insert(messages)
      .values({ ...values, application_id: of.id })
      .returning()
    return made as NonNullable<typeof made>
  }

  const note = async (of: { id: string }, row: Row<typeof internalNotes> = {}) => {
    const values = { id: v7(), author_name: 'Huda Salem', text: 'Called the typing centre.', created_at: now(), ...row }
    const [made] = await portal.db
      .insert(internalNotes)
      .values({ ...values, application_id: of.id })
      .returning()
    return made as NonNullable<typeof made>
  }

  /** By default a top-up of AED 10,000. */
  const topup = async (of: { id: string }, { approved = false, aed = 10_000 } = {}) => {
    const id = v7()
    const row = { id, company_id: of.id, amount_fils: fromAed(aed), created_at: now() }
    await portal.db.insert(transactions).values({ ...row, type: 'topup', status: 'pending', direction: 'credit' })
    if (approved) {
      await portal.db.transaction(async (tx) => {
        await lockWallet(tx, of.id)
        await tx.update(transactions).set({ status: 'approved', decided_at: now() }).where(eq(transactions.id, id))
        await creditTopup(tx, row, now())
      })
    }
    return row
  }

  const document = async (row: Row<typeof documents>, bytes: Buffer) => {
    const stored = await portal.files.write(bytes)
    const [made] = await portal.db
      .insert(documents)
      .values({ ...stored, name: 'scan.jpg', created_at: now(), ...row })
      .returning()
    return made as NonNullable<typeof made>
  }

  return { company, user, employee, application, stage, message, note, topup, document }
}
