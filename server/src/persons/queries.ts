import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { persons } from '../db/persons.table.ts'

/** How a submission tells who it is about. */
export interface Told {
  company_id: string
  employee_id?: string | undefined
  passport_number?: string | undefined
  employee_name?: string | undefined
  nationality?: string | undefined
}

/** The known person of a company that a row with these values would be about (S12). */
export const personOf = ({ company_id, employee_id, passport_number, employee_name, nationality }: Told): SQL<string | null> =>
  sql`person_of(${company_id}::uuid, ${employee_id ?? null}::uuid, ${passport_number || null}::text, ${employee_name ?? null}::text, ${nationality ?? null}::text)`

/** Until the transaction ends, nobody else starts a renewal of the person (E2). */
export async function lockPerson(tx: Db, id: string): Promise<void> {
  await tx.select({ id: persons.id }).from(persons).where(eq(persons.id, id)).for('no key update')
}
