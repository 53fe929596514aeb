import type pg from 'pg'

type Result = pg.QueryResult | undefined
type Done = (error: Error | undefined, result: Result) => void

interface Sent {
  pool: pg.Pool
  config: pg.QueryConfig
  values: unknown[]
  done: Done
}

/** What the running `together` has sent so far. */
let gathered: Sent[] | undefined

type Query = (config: pg.QueryConfig, values: unknown[], ...rest: unknown[]) => unknown

/** Lets `together` have the statements of a pool whose connections take one behind the other. */
export function gatherStatements(pool: pg.Pool): void {
  const send = pool.query.bind(pool) as Query
  const query: Query = (config, values, ...rest) => {
    if (!gathered || rest.length > 0) return send(config, values, ...rest)
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    gathered.push({ pool, config, values, done: (error, result) => (error ? reject(error) : resolve(result)) })
    return promise
  }
  pool.query = query as typeof pool.query
}

/** What `act` sends before it waits goes over one connection, in that order and without waiting for the answers between. */
export function together<Acted>(act: () => Acted): Acted {
  const all: Sent[] = []
  gathered = all
  try {
    return act()
  } finally {
    gathered = undefined
    sendAll(all)
  }
}

function sendAll(all: Sent[]): void {
  const [first] = all
  if (!first) return
  first.pool.connect((error, client, release) => {
    if (!client) {
      for (const { done } of all) done(error ?? new Error('there is no connection'), undefined)
      return
    }
    let left = all.length
    let failed = false
    const { stream } = client.connection
    // In one piece.
    stream.cork()
    for (const { config, values, done } of all) {
      const answered: Done = (error, result) => {
        left--
        failed ||= Boolean(error)
        // As the pool does after each statement of its own.
        if (left === 0) release(failed)
        done(error, result)
      }
      Reflect.apply(client.query, client, [config, values, answered])
    }
    stream.uncork()
  })
}
