import pg from 'pg'

export interface Listening {
  /** The only row of the answer. Fails while the database is away, and connects again for the next question. */
  ask<Row extends pg.QueryResultRow>(statement: string, values: unknown[]): Promise<Row>
  /** Wakes all who listen; nothing while the database is away. */
  notify(): Promise<void>
  /** So that wakes arrive; nothing while the database is away. */
  connect(): Promise<void>
  end(): Promise<void>
}

const CHANNEL = 'changes_written'
/** Notices a dead connection, which otherwise looks idle for hours. */
const CONNECTION_LIMITS = { connectionTimeoutMillis: 10_000, query_timeout: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 }
const LISTEN = `listen ${CHANNEL}`
/** A notification is a commit, which need not reach the disk. Not set for the session, which a pooler may give to others. */
const NOTIFY = `begin; set local synchronous_commit = off; notify ${CHANNEL}; commit`

/** One connection that is told when somebody wakes the others. It is made when first needed, and again after it was lost. */
export function openListening(config: pg.ClientConfig, onWake: () => void): Listening {
  let isEnded = false
  let current: Promise<pg.Client> | undefined

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ ...config, ...CONNECTION_LIMITS })
    client.on('error', () => undefined)
    client.on('notification', onWake)
    try {
      await client.connect()
      await client.query(LISTEN)
      return client
    } catch (error) {
      void client.end()
      throw error
    }
  }
  const connected = (): Promise<pg.Client> => {
    if (isEnded) return Promise.reject(new Error('the portal is ending'))
    if (current) return current
    const next = connect()
    current = next
    const forget = () => {
      if (current === next) current = undefined
    }
    next.then((client) => client.once('end', forget), forget)
    return next
  }
  const send = async <Row extends pg.QueryResultRow>(statement: string, values?: unknown[]): Promise<Row[]> => {
    const client = await connected()
    try {
      return (await client.query<Row>(statement, values)).rows
    } catch (error) {
      // A question that was not answered in time would hold up all that follow.
      current = undefined
      void client.end()
      throw error
    }
  }
  /** One after the other. */
  let last: Promise<unknown> = Promise.resolve()
  const query = <Row extends pg.QueryResultRow>(statement: string, values?: unknown[]): Promise<Row[]> => {
    const next = last.then(() => send<Row>(statement, values))
    last = next.catch(nothing)
    return next
  }
  return {
    async ask<Row extends pg.QueryResultRow>(statement: string, values: unknown[]) {
      const [row] = await query<Row>(statement, values)
      if (!row) throw new Error('the database answered no row')
      return row
    },
    notify: () => query(NOTIFY).then(nothing, nothing),
    connect: () => connected().then(nothing, nothing),
    async end() {
      isEnded = true
      await (await current?.catch(nothing))?.end()
    },
  }
}

const nothing = () => undefined
