import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Each prepared statement takes memory in each connection. */
const MAX_PREPARED = 500
/** Callers choose the text of lists by sorts and filters, and with their plans such long ones take 100 bytes for each character. */
const LONG = 2_000
const MAX_CHARACTERS_OF_LONG = 400_000
/** Lists of ids have a text for each length: longer ones stay unprepared. */
const MAX_VALUES = 40
const MAX_SEEN = 2_000

/** Says the name of a statement that was sent before; undefined for a new one. */
function namesOfStatements(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  const seenOnce = new Set<string>()
  let charactersOfLong = 0
  return (text) => {
    const name = names.get(text)
    if (name || names.size === MAX_PREPARED) return name
    const length = text.length > LONG ? text.length : 0
    if (charactersOfLong + length > MAX_CHARACTERS_OF_LONG) return undefined
    if (!seenOnce.has(text)) {
      if (seenOnce.size === MAX_SEEN) seenOnce.clear()
      seenOnce.add(text)
      return undefined
    }
    seenOnce.delete(text)
    charactersOfLong += length
    const given = createHash('sha256').update(text).digest('base64url')
    names.set(text, given)
    return given
  }
}

type Query = (config: pg.QueryConfig, values?: unknown[], ...rest: unknown[]) => unknown

const isShort = (values: unknown): boolean => Array.isArray(values) && values.length > 0 && values.length <= MAX_VALUES

/** Lets each connection of a pool parse and plan each repeated statement with values once. */
export function prepareStatements(pool: pg.Pool): void {
  const nameOf = namesOfStatements()
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as Query
    const prepared: Query = (config, values, ...rest) => {
      const name = typeof config === 'object' && config.text && isShort(values) ? nameOf(config.text) : undefined
      return send(name ? { ...config, name } : config, values, ...rest)
    }
    client.query = prepared as typeof client.query
  })
}
