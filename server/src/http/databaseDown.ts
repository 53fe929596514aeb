import pg from 'pg'

const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'])
/** pg gives errors of its own pool and of a lost connection no code. */
const WORDS = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Of PostgreSQL's codes: the connection, want of disk or memory, the system. */
const CLASSES = new Set(['08', '53', '58'])

/** Whether a query failed because the database does not answer, which passes by itself (T51). */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // FATAL ends the connection: too many of them, starting, shutting down, no more accepted.
  if (error instanceof pg.DatabaseError)
    return ['FATAL', 'PANIC'].includes(error.severity ?? '') || CLASSES.has(error.code?.slice(0, 2) ?? '')
  const connecting = 'syscall' in error && ['connect', 'read', 'write', 'getaddrinfo'].includes(String(error.syscall))
  if (connecting && 'code' in error && UNREACHABLE.has(String(error.code))) return true
  return WORDS.test(error.message) || isDatabaseDown(error.cause)
}
