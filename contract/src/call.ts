import { z } from 'zod'

export const Role = z.enum(['admin', 'company_admin', 'employee'])
export type Role = z.infer<typeof Role>

/** Who may make a call: anyone, or the signed-in users of these roles. */
export type Access = 'public' | readonly Role[]

/** What a call is about, as the access journal names it. */
export const RecordKind = z.enum(['application', 'employee', 'user', 'company', 'transaction', 'document', 'sign_in', 'journal', 'other'])
export type RecordKind = z.infer<typeof RecordKind>

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The body of a call that takes the bytes of one file. */
export const FileBody = z.custom<Blob>()
/** The reply of a call that answers with the bytes of one file. */
export const FileReply = z.custom<Blob>()

interface CallOptions {
  access: Access
  /** One line for the API page. */
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** What a success answers; absent: 204 and nothing. */
  reply?: z.ZodType
  /** The status of a success where it is not 200 (or 204 without a reply); with 302 the browser goes on, to where the call says. */
  status?: 201 | 302
  /** Not in the specification, but in section X of the rulings. */
  extension?: true
  /** The body may carry whole documents as data strings (D3). */
  carries_documents?: true
  /** No use of the session by its person, such as polling (A9). */
  background?: true
  /**
   * It shows somebody other than who asks, or lets one in: each answer of it is kept as about this kind of record, in the access journal
   * or, where the request changed the record, in its history (T62).
   */
  journal?: RecordKind
  /** Also for an administrator who has yet to set up the two-step sign-in that REQUIRE_TWO_STEP demands, and who may do nothing else. */
  before_two_step?: true
  /** It creates: sent again with the same Idempotency-Key it makes nothing twice; the web always sends one (W8). */
  once?: true
}

export type Call<O extends CallOptions = CallOptions> = O & { method: Method; path: string }

/** States one HTTP call: the server runs it, the web and the tests send it, the access matrix and the API page list it. */
export function call<const O extends CallOptions>(line: `${Method} /${string}`, options: O): Call<O> {
  const [method, path] = line.split(' ') as [Method, string]
  return { ...options, method, path }
}

/** The part of a call's input that its schemas describe, as the sender writes it. */
type Part<C, K extends string> = C extends Record<K, infer S extends z.ZodType> ? { [P in K]: z.input<S> } : unknown
type OptionalPart<C, K extends string> = C extends Record<K, infer S extends z.ZodType> ? { [P in K]?: z.input<S> } : unknown

/** What a sender of the call gives: `{params, query, body}` as far as the call has them. */
export type Input<C> = Part<C, 'params'> & OptionalPart<C, 'query'> & Part<C, 'body'>

/** What the sender of the call gets back; `undefined` where it answers 204. */
export type Reply<C> = C extends { reply: infer S extends z.ZodType } ? z.output<S> : undefined

/** The call's path with its parameters filled in, relative to `/api`. */
export function pathOf(call: { path: string }, params: Record<string, string> = {}): string {
  return call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
