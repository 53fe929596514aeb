import pg from 'pg'

let sent: string[] | undefined

// Before there is a connection, because the pool keeps the method of each.
const query = pg.Client.prototype.query
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  const [config] = given
  const text = typeof config === 'string' ? config : (config as { text?: string } | undefined)?.text
  if (text) sent?.push(text)
  return Reflect.apply(query, this, given)
} as typeof query

/** Lines of the access journal, and the wakes and looks of those who listen for changes: they come at any time. */
const BESIDE = /^(insert into "accesses"|begin; set local synchronous_commit|select pg_current_snapshot)/

/** The statements that `act` sends to the database. */
export async function sentStatements(act: () => Promise<unknown>): Promise<string[]> {
  const found: string[] = []
  sent = found
  try {
    await act()
  } finally {
    sent = undefined
  }
  return found.filter((text) => !BESIDE.test(text))
}
