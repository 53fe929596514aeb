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

/** The statements that `act` sends to the database, without lines of the access journal, which are written later. */
export async function sentStatements(act: () => Promise<unknown>): Promise<string[]> {
  const found: string[] = []
  sent = found
  try {
    await act()
  } finally {
    sent = undefined
  }
  return found.filter((text) => !text.startsWith('insert into "accesses"'))
}
