import { type AccessOutcome, type Call, documentUrl, Id, type RecordKind } from 'contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { hasChanged } from '../history/queries.ts'
import type { Note } from '../http/note.ts'
import { readCookie } from '../http/session.ts'
import type { Journal } from './journal.ts'

/** As long as an address is; a proxy may pass on anything. */
const ADDRESS_LENGTH = 64

const OUTCOMES: Record<number, AccessOutcome> = { 401: 'signed_out', 403: 'forbidden', 404: 'not_found', 429: 'throttled' }

/** What a path asks for, by how it begins. The id of a stage is none of an application. */
const ASKED: Record<string, RecordKind> = {
  'visa-applications': 'application',
  stages: 'other',
  employees: 'employee',
  users: 'user',
  companies: 'company',
  transactions: 'transaction',
  documents: 'document',
}

/** Keeps who asked for what and how it ended (T62): what shows a person, and whatever was refused for who or what it was. */
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
  // Who has never been here is sent to sign in; a session that is not valid is another matter.
  if (outcome === 'signed_out' && !isSignIn && !readCookie(request, 'session', settings)) return
  if (isSignIn) counters.countSignIn(outcome)
  journal.keep({
    happened_at: now().toISOString(),
    actor_id: request.viewer?.id ?? (isSignIn && outcome === 'seen' ? record_id : null),
    record_type: kindOf(call, note, outcome),
    record_id,
    call: `${call.method} ${call.path}`,
    outcome,
    request_id: request.id,
    address: request.ip.slice(0, ADDRESS_LENGTH),
  })
}

function outcomeOf({ outcome }: Note, { statusCode }: FastifyReply): AccessOutcome | undefined {
  if (outcome === 'code_asked') return outcome
  return OUTCOMES[statusCode] ?? outcome ?? (statusCode < 400 ? 'seen' : undefined)
}

/** Whether a success shows what no other line tells: a browser that is sent on has seen nothing yet, and a change stands in the history. */
function showsMore(call: Call, request: FastifyRequest, record_id: string | null): boolean {
  if (!call.journal || call.status === 302 || isOwnPicture(call, request, record_id)) return false
  return !request.viewer || record_id === null || !hasChanged(request.viewer, record_id)
}

/** The kind of what was shown, or of what the handler found; of what was refused before, what the path asks for. */
function kindOf(call: Call, { concerns }: Note, outcome: AccessOutcome): RecordKind {
  const found = concerns || outcome === 'seen' ? call.journal : undefined
  return found ?? ASKED[call.path.split('/')[1] ?? ''] ?? call.journal ?? 'other'
}

const optionalId = Id.optional().catch(undefined)
const NamedInPath = z.object({ id: optionalId, company_id: optionalId })

/** The record of the path, as it was asked for; an id that is none, and a list, have none. */
function idOf(request: FastifyRequest): string | null {
  const { id, company_id } = NamedInPath.parse(request.params ?? {})
  return id ?? company_id ?? null
}

/** Every page shows it to whose it is. */
const isOwnPicture = (call: Call, { viewer }: FastifyRequest, id: string | null): boolean =>
  call.journal === 'document' && id !== null && viewer?.picture === documentUrl(id)
