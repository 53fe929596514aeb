import type { Db } from './open.ts'

interface Statement<Row> {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Row> }
}

/** A statement whose text is built once, because building takes longer than sending it. What differs between calls are placeholders. */
export function built<Rows>(build: (db: Db) => Statement<Rows>): (db: Db, values: Record<string, unknown>) => Promise<Rows> {
  const ready = new WeakMap<Db, ReturnType<Statement<Rows>['prepare']>>()
  return (db, values) => {
    const statement = ready.get(db) ?? build(db).prepare('')
    ready.set(db, statement)
    return statement.execute(values)
  }
}
