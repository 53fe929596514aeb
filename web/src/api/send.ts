import { type Answer, type Call, type Input, type List, login, me, pathOf, type RowOf, takeSession } from 'contract'
import { answeredAhead, forgetAhead, takeAhead } from './ahead.ts'
import { reportStatus } from './connection.ts'
import { newKey } from './idempotencyKey.ts'
import { problemIn, Refusal } from './refusal.ts'
import { isSignedInAgain, renewalCount } from './sessionEnd.ts'

export interface SendOptions {
  signal?: AbortSignal | undefined
  /** Does not count as activity of the user: autosave, polling and prefetch (A9). */
  background?: boolean | undefined
  /** The ETag of the state that is changed; a stale one is refused with 412 (P5). */
  ifMatch?: string | undefined
  /** The cursor of a list's page. */
  cursor?: string | undefined
  /** Arrives even if the page is closed; for bodies below 64 KB. */
  keepalive?: boolean | undefined
  /** Asks only whether the call would be answered. */
  headOnly?: boolean
  /** The Idempotency-Key of a call that creates something, the same for every try (W8). By default one for the tries of this call. */
  idempotencyKey?: string
}

let quiet = false

/** Calls sent during `act` do not count as activity of the user (A9). */
export function inBackground(act: () => void): void {
  quiet = true
  act()
  quiet = false
}

interface AnyInput {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

export type ListCall = Call & { answers: 'list' }

/** The only fetch of the program. Throws a Refusal if the server refuses or cannot be reached. */
export function send<C extends ListCall>(call: C, input: Input<C>, options?: SendOptions): Promise<List<RowOf<C>>>
export function send<C extends Call>(call: C, input: Input<C>, options?: SendOptions): Promise<Answer<C>>
export async function send(call: Call, input: unknown, options: SendOptions = {}): Promise<unknown> {
  return await answerOf(call, await request(call, input as AnyInput, options))
}

/** The answer that the page has asked for before the program was there, once it has come. */
export function sentAhead<C extends ListCall>(call: C, input: Input<C>): List<RowOf<C>> | undefined
export function sentAhead<C extends Call>(call: C, input: Input<C>): Answer<C> | undefined
export function sentAhead(call: Call, input: unknown): unknown {
  const found = answeredAhead(urlOf(call, input as AnyInput, undefined))
  return found && shown(call, found.reply, found.response)
}

function listOf<Row>(items: Row[], response: Response): List<Row> {
  const total = numberOf(response, 'X-Total-Count') ?? items.length
  return { items, total, unfiltered: numberOf(response, 'X-Unfiltered-Count') ?? total, next: nextCursor(response) }
}

function nextCursor(response: Response): string | undefined {
  const next = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('Link') ?? '')?.[1]
  return next === undefined ? undefined : (new URL(next, window.location.origin).searchParams.get('cursor') ?? undefined)
}

/** If the session has ended, the call is sent again after a login: a refused call has changed nothing. */
async function request(call: Call, input: AnyInput, given: SendOptions): Promise<Response> {
  const options = call.idempotent ? { idempotencyKey: newKey(), ...given } : given
  const sentAt = renewalCount()
  const response = await attempt(call, input, options)
  if (response.ok) return response
  if (endsSession(call, response.status) && (await isSignedInAgain(sentAt))) {
    options.signal?.throwIfAborted()
    return await request(call, input, options)
  }
  // The answer to HEAD has no sentence.
  const told = options.headOnly ? await attempt(call, input, { ...options, headOnly: false }) : response
  if (!told.ok) throw new Refusal(told.status, problemIn(await told.text()), requestIdOf(told))
  await told.body?.cancel()
  return told
}

/** The address of what a call answers, for the browser to save as it comes. Refused here, because a browser that saves shows no sentence. */
export async function addressToSave<C extends Call>(call: C, input: Input<C>): Promise<string> {
  const given = input as AnyInput
  await request(call, given, { headOnly: true })
  return urlOf(call, given, undefined)
}

async function attempt(
  call: Call,
  input: AnyInput,
  { signal, background, ifMatch, cursor, keepalive, headOnly, idempotencyKey }: SendOptions,
): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json' })
  if (input.body !== undefined) headers.set('Content-Type', 'application/json')
  if (background || quiet) headers.set('X-Background', 'true')
  if (ifMatch) headers.set('If-Match', ifMatch)
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey)
  const url = urlOf(call, input, cursor)
  const method = headOnly ? 'HEAD' : call.method
  if (method !== 'GET') forgetAhead()
  const answered = takeAhead(url, signal)
  const asked =
    answered ??
    fetch(url, {
      method,
      credentials: 'same-origin',
      headers,
      body: input.body === undefined ? null : JSON.stringify(input.body),
      signal: signal ?? null,
      keepalive: keepalive ?? false,
    })
  const response = await asked.catch((error: unknown) => {
    if (signal?.aborted) throw error
    reportStatus(0)
    throw new Refusal(0)
  })
  reportStatus(response.status)
  return response
}

const requestIdOf = (response: Response): string | undefined => response.headers.get('X-Request-Id') ?? undefined

/** Whether a refusal means that the session has ended; then a dialog asks for the password, without a toast. */
export const endsSession = (call: Call, status: number): boolean =>
  status === 401 && ![login.path, me.path, takeSession.path].includes(call.path)

/** The answer of a success: the body, and the headers of a list or a record. */
async function answerOf(call: Call, response: Response): Promise<unknown> {
  if (call.reply === undefined || response.status === 204) return undefined
  try {
    if (call.answers === 'file') return await response.blob()
    return shown(call, await response.json(), response)
  } catch (error) {
    // A proxy answered instead of the server, or the connection broke.
    if (error instanceof SyntaxError) throw new Refusal(response.status, {}, requestIdOf(response))
    if (error instanceof TypeError) throw new Refusal(0)
    throw error
  }
}

function shown(call: Call, reply: unknown, response: Response): unknown {
  if (call.answers === 'list') return listOf(reply as unknown[], response)
  return call.answers === 'record' ? { ...(reply as object), etag: response.headers.get('ETag') ?? undefined } : reply
}

const urlOf = (call: Call, { params, query: given }: AnyInput, cursor: string | undefined): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...given, cursor }))
    if (value !== undefined && value !== null) query.set(name, String(value))
  const search = query.toString()
  return `/api${pathOf(call, params)}${search === '' ? '' : `?${search}`}`
}

const numberOf = (response: Response, header: string): number | undefined => {
  const value = response.headers.get(header)
  return value !== null && /^\d+$/.test(value) ? Number(value) : undefined
}
