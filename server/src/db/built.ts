import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from './open.ts'

export interface Statement<Rows> {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Rows> }
}

/** Callers choose the shapes of lists; each that is kept takes memory. */
const MAX_SHAPES = 500

function dropFirst(map: Map<string, unknown>): void {
  for (const first of map.keys()) return void map.delete(first)
}

type Prepared<Rows> = ReturnType<Statement<Rows>['prepare']>

/**
 * A statement whose text is built once for each shape, because building takes longer than sending it. It is built of nothing but its shape;
 * what else differs between calls are placeholders.
 */
export function builtByShape<Shape extends object, Rows>(
  build: (db: Db, shape: Shape) => Statement<Rows>,
): (db: Db, shape: Shape, values: Record<string, unknown>) => Promise<Rows> {
  const ready = new WeakMap<Db, Map<string, Prepared<Rows>>>()
  return (db, shape, values) => {
    const known = ready.get(db) ?? new Map<string, Prepared<Rows>>()
    ready.set(db, known)
    const key = JSON.stringify(shape)
    const statement = known.get(key) ?? build(db, shape).prepare('')
    // Behind all others: first is what was not asked for longest.
    known.delete(key)
    known.set(key, statement)
    if (known.size > MAX_SHAPES) dropFirst(known)
    return statement.execute(values)
  }
}

/**
 * A value that is selected, so that a plan with it costs the same as one without. Else PostgreSQL would plan each call anew, which takes it longer
 * than reading a page.
 */
export const selected = (value: string | SQLWrapper, type: string): SQL => sql`(select ${value}::${sql.raw(type)})::${sql.raw(type)}`

/** As `builtByShape`, where each call has the same one. */
export function built<Rows>(build: (db: Db) => Statement<Rows>): (db: Db, values: Record<string, unknown>) => Promise<Rows> {
  const run = builtByShape(build)
  return (db, values) => run(db, {}, values)
}
