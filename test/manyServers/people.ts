import { addDays, addStage, dubaiDate, getSettings, submitApplication } from 'contract'
import { startSession } from '../../server/src/auth/sessions.ts'
import type { Db } from '../../server/src/db/open.ts'
import { given } from '../given.ts'
import type { Portal } from '../portal.ts'
import { newEmployee } from '../submission.ts'
import { type Person, personAt, type Try } from './asking.ts'

export interface Firm {
  id: string
  name: string
  /** Cases that were there before the work began. */
  applications: string[]
  stages: string[]
}

export interface Worker {
  role: 'admin' | 'company_admin' | 'employee'
  /** Of administrators, every one. */
  firm: Firm | undefined
  person: Person
}

export interface Crowd {
  firms: Firm[]
  workers: Worker[]
}

/** Administrators hear of everything, so of thousands they are fewer. */
const MANY = 1_000
const FIRMS = 200

/** Of each ten one administrator, of thousands one in a hundred; one employee of each ten, and people of companies. */
const roleOf = (place: number, size: number): Worker['role'] => {
  if (place % (size > MANY ? 100 : 10) === 0) return 'admin'
  return place % 10 === 5 ? 'employee' : 'company_admin'
}

/** So many signed-in people of companies with somebody whose visa ends soon. */
export async function gatherCrowd(db: Db, origin: string, size: number, tries: Try[]): Promise<Crowd> {
  const make = given({ db, clock: { moment: new Date() } } as Portal)
  const signedIn = async (user: { id: string }) => personAt(origin, `session=${await startSession(db, user.id, new Date())}`, tries)
  const firms: Firm[] = []
  for (let place = 0; place < Math.min(FIRMS, Math.ceil(size / 5)); place++) {
    const name = `Falcon ${place} LLC`
    const { id } = await make.company({ name, trade_license: `CN-${place}` })
    await make.employee(
      { id },
      { employee_name: 'Ends Soon', passport_number: `X${place}`, visa_expiry_date: addDays(dubaiDate(new Date()), 20) },
    )
    firms.push({ id, name, applications: [], stages: [] })
  }
  const workers: Worker[] = []
  const counts = { admin: 0, employee: 0, company_admin: 0 }
  for (let place = 0; place < size; place++) {
    const role = roleOf(place, size)
    const already = counts[role]++
    const firm = role === 'admin' ? undefined : firms[already % firms.length]
    const record = role === 'employee' && firm ? await make.employee(firm, { passport_number: `E${place}` }) : undefined
    const user = await make.user(role, { of: firm ? [firm] : [], ...(record && { employee_id: record.id }) })
    workers.push({ role, firm, person: await signedIn(user) })
  }
  return { firms, workers }
}

/** Two cases of each company at their first stage. */
export async function giveCases({ firms, workers }: Crowd): Promise<void> {
  const admin = workers.find(({ role }) => role === 'admin')?.person
  for (const firm of firms) {
    const own = workers.find((worker) => worker.firm === firm && worker.role === 'company_admin')?.person
    for (const passport_number of [`S${firm.id.slice(-8)}1`, `S${firm.id.slice(-8)}2`]) {
      const made = await own?.send(submitApplication, { body: newEmployee(firm, { passport_number }) })
      if (made?.status !== 201) throw new Error(`a submission was answered ${made?.status}`)
      firm.applications.push(made.reply.id)
      const params = { id: made.reply.id }
      const stage = await admin?.send(addStage, { params, body: { stage_name: 'Offer Letter', status: 'Submitted' } })
      if (stage?.status !== 201) throw new Error(`a stage was answered ${stage?.status}`)
      firm.stages.push(stage.reply.id)
    }
  }
}

/** Where a stream of changes begins, as the web asks for it first. */
export const placeOf = async (person: Person): Promise<string> => (await person.send(getSettings, {})).reply.changes_place ?? ''
