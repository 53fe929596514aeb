import pg from 'pg'
import { IsReplica } from '../db/primary.ts'

const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'])
/** pg gives no code to errors of its pool and of a lost connection. */
const WORDS = /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/

/** Classes of PostgreSQL codes: connection, out of resources, system error. */
const CLASSES = new Set(['08', '53', '58'])
/** A replica, or a primary whose disk its operator holds to be too full. */
const READ_ONLY = '25006'

/** Whether a query failed because the database is down, which may pass by itself (T51). */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof IsReplica) return true
  // FATAL ends the connection: too many connections, starting up, shutting down.
  if (error instanceof pg.DatabaseError)
    return ['FATAL', 'PANIC'].includes(error.severity ?? '') || error.code === READ_ONLY || CLASSES.has(error.code?.slice(0, 2) ?? '')
  const connecting = 'syscall' in error && ['connect', 'read', 'write', 'getaddrinfo'].includes(String(error.syscall))
  if (connecting && 'code' in error && UNREACHABLE.has(String(error.code))) return true
  return WORDS.test(error.message) || isDatabaseDown(error.cause)
}
