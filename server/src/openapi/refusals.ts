import { STATUS_CODES } from 'node:http'
import { type Call, FileBody, FileReply, Problem, Role } from 'contract'
import { z } from 'zod'
import type { Write } from './schemas.ts'

interface RefusalKind {
  description: string
  /** Whether the status follows from the kind of call; a call names the others in `refuses`. */
  mayCome?: (call: Call) => unknown
}

const REFUSALS: Record<number, RefusalKind> = {
  400: { description: 'The request cannot be understood', mayCome: () => true },
  401: { description: 'Nobody is signed in, or what they sign in with is wrong', mayCome: ({ access }) => access !== 'public' },
  403: {
    description: 'The person may not do this, must set up two-step sign-in first, or the request comes from another site',
    mayCome: ({ method, access, before_two_step }) =>
      method !== 'GET' || (access !== 'public' && (!before_two_step || access.length < Role.options.length)),
  },
  404: {
    description: 'There is no such record, or this person does not see it',
    mayCome: ({ params, idempotent }) => params || idempotent,
  },
  409: { description: 'The state of the record does not allow this, or it is there already', mayCome: ({ idempotent }) => idempotent },
  410: { description: 'The link or the sign-in was used or has expired' },
  412: { description: 'The record was changed in the meantime', mayCome: takesIfMatch },
  413: { description: 'The request, a file or the answer is too large', mayCome: (call) => call.body || maySendDocuments(call) },
  415: { description: 'This kind of content is not accepted', mayCome: ({ body }) => body },
  416: { description: 'The file has no such part', mayCome: ({ reply }) => reply === FileReply },
  422: {
    description: 'The input is refused; `errors` names each field',
    mayCome: ({ query, body, idempotent }) => query || body || idempotent,
  },
  429: { description: 'Too many attempts, files or screens; come again later', mayCome: countsFiles },
}

/** `404` becomes `NotFound`. */
export const responseName = (status: number): string => (STATUS_CODES[status] ?? '').replaceAll(' ', '')

const RETRY_AFTER = {
  'Retry-After': { description: 'In how many seconds to come again, where that is known', schema: { type: 'integer' } },
}

export function refusalResponses(write: Write): Record<string, object> {
  const content = { 'application/problem+json': { schema: write(Problem, 'output') } }
  const responseOf = (status: string, { description }: RefusalKind) => [
    responseName(Number(status)),
    { description, ...(status === '429' && { headers: RETRY_AFTER }), content },
  ]
  return {
    ...Object.fromEntries(Object.entries(REFUSALS).map(([status, kind]) => responseOf(status, kind))),
    Unavailable: { description: 'The portal is busy (503) or has failed (500)', headers: RETRY_AFTER, content },
  }
}

/** Without those of a busy or failing portal. */
export function refusalsOf(call: Call): number[] {
  const own: readonly number[] = call.refuses ?? []
  const statuses = Object.keys(REFUSALS).map(Number)
  return statuses.filter((status) => own.includes(status) || REFUSALS[status]?.mayCome?.(call))
}

/** Whether the call takes If-Match (P5). */
export function takesIfMatch({ method, answers, refuses }: Call): boolean {
  return (method === 'PUT' && answers === 'record') || (method === 'DELETE' && refuses?.includes(412) === true)
}

/** Whether the answer may contain whole documents. */
const maySendDocuments = ({ query }: Call): boolean => query instanceof z.ZodObject && 'documents' in query.shape

/** Whether uploads count in a company's quota; those of administrators do not. */
function countsFiles({ access, body, carries_documents }: Call): boolean {
  const isByCompany = access !== 'public' && access.some((role) => role !== 'admin')
  return isByCompany && (body === FileBody || carries_documents === true)
}
