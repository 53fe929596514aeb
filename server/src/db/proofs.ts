import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { Db } from './open.ts'
import { proofs } from './proofs.table.ts'

/** The broken seal covers rows after `after` and until `until`. */
export interface BrokenSeal {
  number: number
  after: string | null
  until: string
  /** The seal is gone, not altered. */
  missing: boolean
}

interface Findings {
  ledger: { broken: readonly string[] }
  journal: { broken?: BrokenSeal | undefined }
  /** The companies whose rows have other numbers than are kept, and the totals. */
  counts: { broken: readonly string[] }
  /** Rows of the last slice that are kept otherwise than they would be computed. */
  people: { wrong: number }
  /** The companies of the last slice whose clocks are not those that facts and rules make. */
  deadlines: { broken: readonly string[] }
}
export type ProofName = keyof Findings

/** Results of the last checks of ledger, journal, kept counts, people and clocks; undefined: not checked yet. */
export type Found = { [Name in ProofName]: Findings[Name] & { checked_at: Date | undefined } }

export interface Proofs {
  /** `wholly_ms`: everything was read since so many milliseconds ago, slice by slice. */
  keep<Name extends ProofName>(name: Name, found: Findings[Name], wholly_ms?: number): Promise<void>
  read(): Promise<Found>
}

/** Where several servers found something broken, perhaps in different slices. */
const SEVERAL = '00000000-0000-0000-0000-000000000000'

export const isBroken = (found: Findings[ProofName]): boolean => {
  if ('wrong' in found) return found.wrong > 0
  return Array.isArray(found.broken) ? found.broken.length > 0 : found.broken !== undefined
}

interface Row extends Record<string, unknown> {
  name: ProofName
  found: object
  checked_at: Date
}

/** Results lie in rows, so that each server tells the same. */
export function openProofs(db: Db): Proofs {
  const server = v7()
  return {
    async keep(name, found, wholly_ms) {
      // Each server checks slices of its own: that one is whole says nothing of the one that another found broken, but that all were whole since does.
      await db.execute(sql`
        insert into ${proofs} as kept (name, broken, found, checked_at, found_by)
          values (${name}, ${isBroken(found)}, ${JSON.stringify(found)}::jsonb, now(), ${server})
        on conflict (name) do update set broken = excluded.broken, found = excluded.found, checked_at = excluded.checked_at,
          found_by = case when kept.broken and excluded.broken and kept.found_by <> excluded.found_by then ${SEVERAL}::uuid else excluded.found_by end
          where excluded.broken or not kept.broken or kept.found_by = excluded.found_by
            or kept.checked_at < now() - make_interval(secs => ${wholly_ms === undefined ? null : wholly_ms / 1_000}::float8)`)
    },
    async read() {
      const { rows } = await db.execute<Row>(sql`select name, found, checked_at from ${proofs}`)
      const kept = Object.fromEntries(rows.map(({ name, found, checked_at }) => [name, { ...found, checked_at: new Date(checked_at) }]))
      return { ...unchecked(), ...kept }
    },
  }
}

const unchecked = (): Found => ({
  ledger: { broken: [], checked_at: undefined },
  journal: { broken: undefined, checked_at: undefined },
  counts: { broken: [], checked_at: undefined },
  people: { wrong: 0, checked_at: undefined },
  deadlines: { broken: [], checked_at: undefined },
})
