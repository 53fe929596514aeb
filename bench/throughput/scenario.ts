import { APPLICATION_SLOTS, keyed } from 'contract'
import type pg from 'pg'
import type { FilledPortal } from './filled.ts'

export interface Wanted {
  method: 'GET' | 'POST' | 'PUT'
  /** `{number}` becomes another number of twelve digits for each request. */
  path: string
  cookie: string
  /** `{number}` in it becomes another number for each request. */
  body?: Record<string, unknown>
}

export type Row = Record<string, unknown>

/** What the session look-up of limit 2 answers. */
export interface Viewer {
  id: string
  role: string
  company_id: string | null
}

export interface Scenario {
  name: string
  /** Fills the copy of this run with what the scenario needs. */
  prepare?(pool: pg.Pool, portal: FilledPortal): Promise<void>
  /** Sent in turns; `origin` is the portal's. */
  requests(portal: FilledPortal, origin: string): Wanted[] | Promise<Wanted[]>
  /** The same answer by one prepared statement of bare `pg`: limit 2. */
  limit: {
    sql: string
    values(address: URL, viewer: Viewer, body: Row): unknown[]
    reply(rows: Row[], address: URL): unknown
  }
}

export const none = keyed(APPLICATION_SLOTS, () => null)
export const asApplications = (rows: Row[]) =>
  rows.map(({ files, ...row }) => ({ ...row, documents: { ...none, ...(files as Row | null) } }))
