import { type AccessOutcome, type Call, documentUrl, Id, type RecordKind, writtenCall } from 'contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { hasChanged } from '../history/queries.ts'
import type { Note } from '../http/note.ts'
import { readCookie } from '../http/session.ts'
import type { Journal } from './journal.ts'

/** Longer than any address; a proxy may pass on anything. */
const ADDRESS_LENGTH = 64

const OUTCOMES: Record<number, AccessOutcome> = { 401: 'signed_out', 403: 'forbidden', 404: 'not_found', 429: 'throttled' }

/** The kind of record by the path's first part. A stage's path names no application. */
const ASKED: Record<string, RecordKind> = {
  'visa-applications': 'application',
  stages: 'other',
  employees: 'employee',
  users: 'user',
  companies: 'company',
  transactions: 'transaction',
  documents: 'document',
  papers: 'paper',
  imports: 'company',
}

/** Journals what shows a person, and every refused try (T62). */
export function keepAccess(
  { journal, counters, settings, now }: Pick<Context, 'counters' | 'settings' | 'now'> & { journal: Journal },
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  note: Note = {},
): void {
  const outcome = outcomeOf(note, reply)
  const record_id = note.concerns ?? idOf(request)
  const isSignIn = call.journal === 'sign_in'
  if (!outcome || (outcome === 'seen' && !showsMore(call, request, record_id))) return
  if (outcome === 'throttled' && !isSignIn) return
  // A visitor without a session cookie is only sent to sign in.
  if (outcome === 'signed_out' && !isSignIn && !readCookie(request, 'session', settings)) return
  if (isSignIn) counters.countSignIn(outcome)
  journal.keep({
    happened_at: now().toISOString(),
    actor_id: request.viewer?.id ?? (isSignIn && outcome === 'seen' ? record_id : null),
    record_type: kindOf(call, note, outcome),
    record_id,
    call: writtenCall(call, note.rows),
    outcome,
    request_id: request.id,
    address: request.ip.slice(0, ADDRESS_LENGTH),
  })
}

function outcomeOf({ outcome }: Note, { statusCode }: FastifyReply): AccessOutcome | undefined {
  if (outcome === 'code_asked') return outcome
  return OUTCOMES[statusCode] ?? outcome ?? (statusCode < 400 ? 'seen' : undefined)
}

/** False where nothing was shown yet (redirect) or the history tells it already (change). */
function showsMore(call: Call, request: FastifyRequest, record_id: string | null): boolean {
  if (!call.journal || call.status === 302 || isOwnPicture(call, request, record_id)) return false
  return !request.viewer || record_id === null || !hasChanged(request.viewer, record_id)
}

/** The kind by the call if the record was found or shown, else by the path. */
function kindOf(call: Call, { concerns }: Note, outcome: AccessOutcome): RecordKind {
  const found = concerns || outcome === 'seen' ? call.journal : undefined
  return found ?? ASKED[call.path.split('/')[1] ?? ''] ?? call.journal ?? 'other'
}

const optionalId = Id.optional().catch(undefined)
const NamedInPath = z.object({ id: optionalId, company_id: optionalId })

/** Null for lists and malformed ids. */
function idOf(request: FastifyRequest): string | null {
  const { id, company_id } = NamedInPath.parse(request.params ?? {})
  return id ?? company_id ?? null
}

/** Every page shows people their own picture. */
const isOwnPicture = (call: Call, { viewer }: FastifyRequest, id: string | null): boolean =>
  call.journal === 'document' && id !== null && viewer?.picture === documentUrl(id)
