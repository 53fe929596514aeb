import { z } from 'zod'

export const Role = z.enum(['admin', 'company_admin', 'employee'])
export type Role = z.infer<typeof Role>

/** Who may make a call: anyone, or the signed-in users of these roles. */
export type Access = 'public' | readonly Role[]

/** What a call is about, as the access journal names it. */
export const RecordKind = z.enum(['application', 'employee', 'user', 'company', 'transaction', 'document', 'sign_in', 'journal', 'other'])
export type RecordKind = z.infer<typeof RecordKind>

/** The kinds of record whose changes are told to who may see them. */
export const Noun = z.enum(['application', 'company', 'employee', 'transaction', 'user'])
export type Noun = z.infer<typeof Noun>

/** What a success makes stale where it is shown: records, or what the account screen says of the own account. */
export type Touched = Noun | 'account'

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
  /** `list`: a page of rows, with its counts in headers (P3). `record`: one record, with the ETag of its state (P5). */
  answers?: 'list' | 'record'
  /** What a success changes. Every call that is not a GET says it. */
  touches?: readonly Touched[]
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

/** `name`: as in `calls`; the texts of toasts and the web's cache know the call by it. */
export type Call<O extends CallOptions = CallOptions> = O & { name: string; method: Method; path: string }

/** States one HTTP call: the server runs it, the web and the tests send it, the access matrix and the API page list it. */
export function call<const O extends CallOptions>(name: string, line: `${Method} /${string}`, options: O): Call<O> {
  const [method, path] = line.split(' ') as [Method, string]
  return { ...options, name, method, path }
}

/** The part of a call's input that its schemas describe, as the sender writes it. */
type Part<C, K extends string> = C extends Record<K, infer S extends z.ZodType> ? { [P in K]: z.input<S> } : unknown
type OptionalPart<C, K extends string> = C extends Record<K, infer S extends z.ZodType> ? { [P in K]?: z.input<S> } : unknown

/** What a sender of the call gives: `{params, query, body}` as far as the call has them. */
export type Input<C> = Part<C, 'params'> & OptionalPart<C, 'query'> & Part<C, 'body'>

/** The body of a success; `undefined` where it answers 204. */
export type Reply<C> = C extends { reply: infer S extends z.ZodType } ? z.output<S> : undefined

/** One page of a list with the number of its matches and of all rows that the viewer may see (P3). */
export interface List<Row> {
  items: Row[]
  total: number
  unfiltered: number
  /** Where the next page begins; undefined on the last one. */
  next: string | undefined
}

/** A record with the ETag of its state, which a change of it is sent with (P5). */
export type Tagged<T> = T & { etag: string | undefined }

/** One row of a call that answers a list. */
export type RowOf<C> = Reply<C> extends (infer Row)[] ? Row : never

/** What the sender of a call gets back: its reply, and what the headers say of it. */
export type Answer<C> = C extends { answers: 'list' } ? List<RowOf<C>> : C extends { answers: 'record' } ? Tagged<Reply<C>> : Reply<C>

/** The call's path with its parameters filled in, relative to `/api`. */
export function pathOf(call: { path: string }, params: Record<string, string> = {}): string {
  return call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
