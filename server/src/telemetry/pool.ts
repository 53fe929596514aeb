import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { type Attributes, type Span, SpanKind } from '@opentelemetry/api'
import pg from 'pg'
import { fail, type Spans } from './spans.ts'

/** A shorter wait for a connection is none. */
const MIN_WAIT_MS = 2
const MAX_NAMES = 2_000
const VERBS = ['select', 'with', 'insert', 'update', 'delete', 'begin', 'commit', 'rollback', 'savepoint', 'release', 'set', 'notify']

interface Named {
  name: string
  attributes: Attributes
}

const tablesIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:from|into|update|join)\s+(?:only\s+)?(?:"?public"?\.)?"?(\w+)"?/gi)].map(([, table = '']) => table)

/** What it reads inside brackets is beside the matter. */
function withoutBrackets(text: string): string {
  const bare = text.replace(/\([^()]*\)/g, '')
  return bare === text ? text : withoutBrackets(bare)
}

/** Says of a statement what it does to which table, and a hash to know it again by; never its text (T60). */
function namesOfStatements(tables: ReadonlySet<string>): (text: string) => Named {
  const named = new Map<string, Named>()
  const nameOf = (text: string): Named => {
    const begins = /^\s*\(?([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? ''
    const verb = VERBS.includes(begins) ? begins : 'other'
    const table = [...tablesIn(withoutBrackets(text)), ...tablesIn(text)].find((each) => tables.has(each))
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 16)
    return {
      name: table ? `${verb} ${table}` : verb,
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': verb,
        ...(table && { 'db.collection.name': table }),
        'portal.statement': hash,
      },
    }
  }
  return (text) => {
    const known = named.get(text)
    if (known) return known
    if (named.size === MAX_NAMES) named.clear()
    const made = nameOf(text)
    named.set(text, made)
    return made
  }
}

const TABLES = `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`

/** A span for each statement in the course of an answer, and for each wait for a connection. */
export async function tracePool(pool: pg.Pool, spans: Spans): Promise<void> {
  const { rows } = await pool.query<{ relname: string }>(TABLES)
  const nameOf = namesOfStatements(new Set(rows.map(({ relname }) => relname)))
  traceWaits(pool, spans)
  const traced = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (traced.has(client)) return
    traced.add(client)
    traceStatements(client, spans, nameOf)
  })
}

type Connect = (done?: (...args: unknown[]) => void) => Promise<pg.PoolClient> | undefined

function traceWaits(pool: pg.Pool, spans: Spans): void {
  const connect = pool.connect.bind(pool) as Connect
  const told = (from: number) => () => {
    if (performance.now() - from < MIN_WAIT_MS) return
    const startTime = performance.timeOrigin + from
    spans.beginBelow('wait for a connection', { startTime })?.end()
  }
  const traced: Connect = (done) => {
    const tell = told(performance.now())
    if (!done) return connect()?.finally(tell)
    // Else it would run in the course of who gave the connection back.
    const answer = AsyncLocalStorage.bind((...args: unknown[]) => {
      tell()
      done(...args)
    })
    return connect(answer)
  }
  pool.connect = traced as typeof pool.connect
}

type Result = pg.QueryResult | undefined
type Query = (...args: unknown[]) => unknown

/** A cursor or a copy brings its own way to be sent. */
function textOf(given: unknown): string | undefined {
  if (typeof given === 'string') return given
  return given && typeof given === 'object' && 'text' in given && !('submit' in given) ? String(given.text) : undefined
}

function traceStatements(client: pg.PoolClient, spans: Spans, nameOf: (text: string) => Named): void {
  const send = client.query.bind(client) as Query
  const traced: Query = (...args) => {
    const text = textOf(args[0])
    const { name = '', attributes = {} } = text === undefined ? {} : nameOf(text)
    const span = text === undefined ? undefined : spans.beginBelow(name, { kind: SpanKind.CLIENT, attributes })
    if (!span) return send(...args)
    const done = args.at(-1)
    if (typeof done === 'function')
      return send(...args.slice(0, -1), (error: unknown, result: Result) => {
        end(span, error, result)
        done(error, result)
      })
    const sent = send(...args) as Promise<Result>
    return sent.then(
      (result) => {
        end(span, undefined, result)
        return result
      },
      (error: unknown) => {
        end(span, error, undefined)
        throw error
      },
    )
  }
  client.query = traced as typeof client.query
}

function end(span: Span, error: unknown, result: Result): void {
  if (error instanceof pg.DatabaseError && error.code) span.setAttribute('db.response.status_code', error.code)
  if (error) fail(span)
  else if (typeof result?.rowCount === 'number') span.setAttribute('db.response.returned_rows', result.rowCount)
  span.end()
}
