import { completes, Residence, type StageName, type StageStatus } from 'contract'
import { eq } from 'drizzle-orm'
import { applications } from '../db/applications.table.ts'
import type { Db } from '../db/open.ts'
import { employees } from '../db/people.table.ts'
import { changesOf, writeHistory } from '../history/queries.ts'
import { refuseField } from '../http/errors.ts'
import type { Viewer } from '../http/session.ts'
import { followExpiryDate, isNewest, type LockedApplication } from './completion.ts'
import { updateExpiryDate } from './queries.ts'

type Given = Partial<Record<keyof Residence, string>>

const LABELS: Record<keyof Residence, string> = {
  expiry_date: 'Visa expiry date',
  visa_number: 'Visa number',
  eid_number: 'EID number',
  eid_expiry_date: 'EID expiry date',
}
const FIELDS = Residence.keyof().options

/** What the body says of the new residence; refuses it without the approval that it belongs to (S14). */
export function residenceOf(body: Residence, stage: { stage_name: StageName; status: StageStatus | undefined }): Given {
  const given = Object.fromEntries(FIELDS.flatMap((field) => (typeof body[field] === 'string' ? [[field, body[field]]] : [])))
  const [first] = FIELDS.filter((field) => field in given)
  if (first && !completes(stage.stage_name, stage.status))
    refuseField(first, `${LABELS[first]} is taken only with the approval of Visa Stamping`)
  return given
}

interface By {
  viewer: Viewer
  moment: string
}

/** Before the stage is followed: completion takes the date into the employee record (E1). Answers the application as it is then. */
export async function keepExpiryDate(tx: Db, application: LockedApplication, { expiry_date }: Given, { viewer, moment }: By) {
  if (expiry_date === undefined) return application
  const changed = { ...application, expiry_date: expiry_date || null }
  const changes = changesOf(application, { expiry_date })
  if (changes.length === 0) return changed
  await updateExpiryDate(tx, application.id, changed.expiry_date)
  await followExpiryDate(tx, application, changed.expiry_date, moment)
  await writeHistory(tx, { of: { application: application.id }, by: viewer, at: moment, action: 'expiry_date_set', changes })
  return changed
}

/** Once the application is completed: the numbers go into the person's record, unless a later application was completed (E1). */
export async function keepNumbers(tx: Db, { id, person_id }: LockedApplication, given: Given, { viewer, moment }: By): Promise<void> {
  const { expiry_date: _, ...numbers } = given
  if (Object.keys(numbers).length === 0) return
  const [record] = await tx
    .select({ employee: employees })
    .from(employees)
    .innerJoin(applications, eq(applications.employee_id, employees.id))
    .where(eq(applications.id, id))
    .for('update', { of: employees })
  if (!record || !(await isNewest(tx, { id, person_id }))) return
  const changes = changesOf(record.employee, numbers)
  if (changes.length === 0) return
  const set = Object.fromEntries(Object.entries(numbers).map(([field, value]) => [field, value || null]))
  await tx.update(employees).set(set).where(eq(employees.id, record.employee.id))
  await writeHistory(tx, { of: { employee: record.employee.id }, by: viewer, at: moment, action: 'changed', changes })
}
