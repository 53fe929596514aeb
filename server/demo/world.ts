import { uploadDocument } from 'contract'
import { type Caller, fileHeaders, type Stage } from './caller.ts'
import type { Paper } from './papers.ts'
import type { PlannedCompany } from './plan-companies.ts'
import type { Random } from './random.ts'

/** Something that somebody does at a moment of the year. */
export interface Event {
  at: number
  act: () => Promise<void>
}

/** Who takes part in the year, and what the product called the things that they made. */
export interface World {
  stage: Stage
  until: number
  password: string
  admins: Caller[]
  /** By the name of the contact. */
  owners: Map<string, Caller>
  /** By the slug of the company. */
  companies: Map<string, string>
  /** By company and passport number. */
  employees: Map<string, string>
  /** By the number in the plan. */
  applications: Map<number, string>
}

export function known<Key, Value>(map: Map<Key, Value>, key: Key): Value {
  const value = map.get(key)
  if (value === undefined) throw new Error(`${String(key)} is not known yet at this moment of the year`)
  return value
}

export const companyId = (world: World, company: PlannedCompany): string => known(world.companies, company.slug)
export const ownerOf = (world: World, company: PlannedCompany): Caller => known(world.owners, company.contact)
export const adminOf = (world: World, rng: Random): Caller => rng.pick(world.admins)

/** Uploads papers; answers their references by their keys. */
export async function upload<Key extends string>(by: Caller, papers: Record<Key, Promise<Paper>>): Promise<Record<Key, string>> {
  const references: [string, string][] = []
  for (const [key, paper] of Object.entries<Promise<Paper>>(papers)) {
    const made = await paper
    // The contract names the browser's type of a file; a server sends its bytes.
    const body = made.bytes as unknown as Blob
    references.push([key, (await by.send(uploadDocument, { body }, fileHeaders(made))).url])
  }
  return Object.fromEntries(references) as Record<Key, string>
}
