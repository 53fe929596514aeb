import { STATUS_CODES } from 'node:http'
import { fieldOf, type Problem } from 'contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import type { z } from 'zod'
import { isDeadlock } from '../db/open.ts'
import { ReaderLeft } from '../db/together.ts'
import { isDatabaseDown } from './databaseDown.ts'
import { withoutData } from './log.ts'
import type { Note } from './note.ts'

/** As proxies count it. */
const LEFT = 499
const DATABASE_DOWN = 'The portal cannot reach its data at the moment. Please try again shortly.'
export const BAD_REQUEST = 'The request could not be understood'

/** For JSON bodies without documents. */
export const BODY_LIMIT = 256 * 1024
export const carriesDocuments = ({ routeOptions }: FastifyRequest): boolean =>
  (routeOptions.bodyLimit ?? 0) > BODY_LIMIT && !routeOptions.config.many_rows

/** No form has more fields, but a long list could have an error for each item. */
const MAX_ERRORS = 50

interface Extra extends Note {
  errors?: Problem['errors']
  application_id?: string
  paper_id?: string
  second_step?: true
  headers?: Record<string, string>
}

export class Refusal extends Error {
  readonly status: number
  readonly extra: Extra
  constructor(status: number, detail: string, extra: Extra = {}) {
    super(detail)
    this.status = status
    this.extra = extra
  }
}

/** Answers 422 with an error for each field. */
export class InvalidInput extends Error {
  readonly issues: readonly z.core.$ZodIssue[]
  constructor(issues: readonly z.core.$ZodIssue[]) {
    super(issues[0]?.message ?? BAD_REQUEST)
    this.issues = issues
  }
}

/** Ends the call with a status and a sentence for the customer (P2). */
export function refuse(status: number, detail: string, extra?: Extra): never {
  throw new Refusal(status, detail, extra)
}

/** Adds a note for the access journal to the refusals of `work`. */
export async function noting<Done>(note: Note, work: () => Promise<Done>): Promise<Done> {
  return await work().catch((error: unknown) => {
    throw error instanceof Refusal ? new Refusal(error.status, error.message, { ...note, ...error.extra }) : error
  })
}

export const refuseField = (field: string, detail: string): never => refuseFields([field], detail)

/** One sentence about several fields, any of which puts it right. */
export const refuseFields = (fields: readonly string[], detail: string): never =>
  refuse(422, detail, { errors: fields.map((field) => ({ field, detail })) })

const NOT_FOUND = {
  application: 'Application not found',
  company: 'Company not found',
  deadline: 'Deadline not found',
  document: 'Document not found',
  employee: 'Employee not found',
  import: 'Import not found',
  mail: 'Mail not found',
  message: 'Message not found',
  paper: 'Paper not found',
  rule: 'Rule not found',
  session: 'Session not found',
  stage: 'Stage not found',
  transaction: 'Transaction not found',
  user: 'User not found',
  view: 'View not found',
}

/** For a record that does not exist, or that the viewer may not see. */
export function refuseUnknown(record: keyof typeof NOT_FOUND, note?: Note): never {
  return refuse(404, NOT_FOUND[record], note)
}

/** The sentence by unique key, for two equal requests at once. */
const TAKEN: Record<string, string> = {
  users_email: 'An account with this e-mail already exists',
  stages_once: 'Stage already exists',
  employees_passport: 'This company already has an employee with this passport number',
  documents_application_slot: 'This document was just uploaded by someone else',
}

/** The refusal by foreign key, for a row whose parent was deleted during the request. */
const GONE: Record<string, { status: number; detail: string }> = {
  users: { status: 401, detail: 'Please sign in' },
  companies: { status: 404, detail: NOT_FOUND.company },
  employees: { status: 404, detail: NOT_FOUND.employee },
  visa_applications: { status: 404, detail: NOT_FOUND.application },
}

const SENTENCES: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'This kind of content is not accepted here',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The request is not valid JSON',
}

function problemOf(
  error: FastifyError | Refusal | InvalidInput,
  tooLarge: string,
): { status: number; detail: string; extra: Extra } | undefined {
  if (error instanceof Refusal) return { status: error.status, detail: error.message, extra: error.extra }
  if (error instanceof InvalidInput) {
    const errors = error.issues.slice(0, MAX_ERRORS).map((issue) => ({ field: fieldOf(issue), detail: issue.message }))
    return { status: 422, detail: error.message, extra: { errors } }
  }
  const cause = error.cause ?? error
  // Nobody hears it.
  if (cause instanceof ReaderLeft) return { status: LEFT, detail: BAD_REQUEST, extra: {} }
  if (cause instanceof pg.DatabaseError && cause.code === '23505')
    return { status: 409, detail: TAKEN[cause.constraint ?? ''] ?? 'This already exists', extra: {} }
  if (cause instanceof pg.DatabaseError && cause.code === '23503') {
    const owner = /_(users|companies|employees|visa_applications)_id_fk$/.exec(cause.constraint ?? '')?.[1] ?? ''
    return { ...(GONE[owner] ?? { status: 404, detail: 'This was deleted in the meantime' }), extra: {} }
  }
  if ('code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return { status: 413, detail: tooLarge, extra: {} }
  const status = error.statusCode ?? 500
  return status < 500 ? { status, detail: SENTENCES[error.code] ?? BAD_REQUEST, extra: {} } : undefined
}

export function sendProblem(reply: FastifyReply, status: number, detail: string, extra: Extra = {}): FastifyReply {
  const { headers = {}, outcome: _outcome, concerns: _concerns, rows: _rows, ...members } = extra
  const problem: Problem = { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail, ...members }
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', ...headers })
    .header('content-type', 'application/problem+json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(problem)
}

/** Answers every error as problem+json. An unexpected error is logged, and its answer says nothing internal. */
export function answerErrors(app: FastifyInstance, documentsTooLarge: string): void {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply) => {
    const known = problemOf(error, carriesDocuments(request) ? documentsTooLarge : 'The request is too large')
    if (known) return sendProblem(reply, known.status, known.detail, known.extra)
    request.log.error({ error: withoutData(error) }, 'unexpected error')
    if (isDatabaseDown(error) || isDeadlock(error)) return sendProblem(reply, 503, DATABASE_DOWN, { headers: { 'retry-after': '5' } })
    return sendProblem(reply, 500, 'Something went wrong')
  })
}
