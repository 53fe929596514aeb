import { createHash } from 'node:crypto'
import type pg from 'pg'
import { awaited, type Query } from './awaited.ts'

/** Each prepared statement takes memory in each connection. */
const MAX_PREPARED = 500
/** Callers choose the text of lists by sorts and filters, and with their plans such long ones take 100 bytes for each character. */
const LONG = 2_000
const MAX_CHARACTERS_OF_LONG = 400_000
/** Lists of ids have a text for each length: longer ones stay unprepared. */
const MAX_VALUES = 40
const MAX_SEEN = 2_000

/** Room for so many texts, each of a size. Those that were not asked for longest leave for new ones. */
function roomFor(most: number, sizeOf: (text: string) => number, forget: (name: string) => void) {
  const names = new Map<string, string>()
  let used = 0
  return {
    find(text: string): string | undefined {
      const name = names.get(text)
      if (!name) return undefined
      names.delete(text)
      names.set(text, name)
      return name
    },
    add(text: string, name: string): void {
      used += sizeOf(text)
      for (const [oldest, itsName] of names) {
        if (used <= most) break
        names.delete(oldest)
        used -= sizeOf(oldest)
        forget(itsName)
      }
      names.set(text, name)
    },
  }
}

/** Says the name of a statement that was sent before; undefined for a new one. */
function namesOfStatements(forget: (name: string) => void): (text: string) => string | undefined {
  const short = roomFor(MAX_PREPARED, () => 1, forget)
  const long = roomFor(MAX_CHARACTERS_OF_LONG, ({ length }) => length, forget)
  const seenOnce = new Set<string>()
  let given = 0
  return (text) => {
    const room = text.length > LONG ? long : short
    const known = room.find(text)
    if (known || text.length > MAX_CHARACTERS_OF_LONG) return known
    if (!seenOnce.delete(text)) {
      if (seenOnce.size === MAX_SEEN) seenOnce.clear()
      seenOnce.add(text)
      return undefined
    }
    // A connection may still prepare the text under the name that it had before.
    const name = `${createHash('sha256').update(text).digest('base64url')}${++given}`
    room.add(text, name)
    return name
  }
}

/** One statement each, and not the beginnings and ends of transactions. */
const PREPARED = /^\s*\(?(select|with|insert|update|delete)\b/i
const isShort = (values: unknown): boolean => Array.isArray(values) && values.length <= MAX_VALUES

/** Lets each connection of a pool parse and plan each repeated statement once. */
export function prepareStatements(pool: pg.Pool): void {
  const connections = new Set<{ forgotten: string[] }>()
  const nameOf = namesOfStatements((name) => {
    for (const { forgotten } of connections) forgotten.push(name)
  })
  pool.on('connect', (client) => {
    const connection = { forgotten: [] as string[] }
    connections.add(connection)
    client.once('end', () => connections.delete(connection))
    const send = awaited(client.query.bind(client) as Query)
    const prepared: Query = (config, values, ...rest) => {
      const name = typeof config === 'object' && PREPARED.test(config.text) && isShort(values) ? nameOf(config.text) : undefined
      leaveForgotten(client, connection.forgotten, send)
      return send(name && typeof config === 'object' ? { ...config, name } : config, values, ...rest)
    }
    client.query = prepared as typeof client.query
  })
}

interface Preparing {
  connection: { parsedStatements: Record<string, string> }
}

/** Only those that this connection has: it frees their memory before its next statement. */
function leaveForgotten(client: pg.ClientBase, forgotten: string[], send: Query): void {
  const { parsedStatements } = (client as unknown as Preparing).connection
  for (const name of forgotten.splice(0)) {
    if (!parsedStatements[name]) continue
    delete parsedStatements[name]
    // It fails in a transaction that has failed. The name is never given again.
    send(`deallocate "${name}"`).catch(() => undefined)
  }
}
