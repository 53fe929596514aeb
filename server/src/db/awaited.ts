import type pg from 'pg'

export type Query = (config: pg.QueryConfig | string, values?: unknown[], ...rest: unknown[]) => Promise<unknown>

type Done = (error: Error | undefined, result: unknown) => void

/** Waits by a function that is handed over. pg would assign one to its query, and keep each answer until a full collection (decision 031). */
export function awaited(query: Query): Query {
  return (config, values, ...rest) => {
    if (rest.length > 0 || typeof values === 'function') return query(config, values, ...rest)
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const done: Done = (error, result) => (error ? reject(error) : resolve(result))
    void query(config, values, done)
    return promise.catch((error: Error) => {
      // Where it was sent, not where its answer arrived.
      Error.captureStackTrace(error)
      throw error
    })
  }
}
