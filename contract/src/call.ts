import { z } from 'zod'

export const Role = z.enum(['admin', 'company_admin', 'employee'])
export type Role = z.infer<typeof Role>

export type Access = 'public' | readonly Role[]

export const RecordKind = z.enum([
  'application',
  'employee',
  'user',
  'company',
  'transaction',
  'paper',
  'document',
  'sign_in',
  'journal',
  'settings',
  'other',
])
export type RecordKind = z.infer<typeof RecordKind>

/** The kinds of record whose changes are streamed to those who may see them. Messages and notes are told under the id of their application, notices under their reader's. */
export const Noun = z.enum(['application', 'company', 'employee', 'transaction', 'user', 'message', 'note', 'notice', 'rule', 'settings'])
export type Noun = z.infer<typeof Noun>

/** What a success makes stale on screens; `account` stands for the person's own settings, `settings` for those of the provider. */
export type Touched = Noun | 'account'

/** The statuses that `refuses` may name. */
export type RefusalStatus = 401 | 404 | 409 | 410 | 412 | 413 | 429

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export const FileBody = z.custom<Blob>()
export const FileReply = z.custom<Blob>()
/** A ZIP of several documents. */
export const ArchiveReply = z.custom<Blob>()
/** A table for spreadsheets. */
export const TableReply = z.custom<Blob>()

interface CallOptions {
  access: Access
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** Absent: 204 without a body. */
  reply?: z.ZodType
  /** `list`: a page of rows, with counts in headers (P3). `record`: one record, with an ETag (P5). `file`: its bytes. */
  answers?: 'list' | 'record' | 'file'
  /** What a success changes; every call but a GET says so. */
  touches?: readonly Touched[]
  /** The status of a success that is neither 200 nor 204. 302 sends the browser to another address. */
  status?: 201 | 302
  /** Not in the specification. */
  extension?: true
  /** The body may hold whole documents as data strings (D3). */
  carries_documents?: true
  /** The body holds up to 6 MB of rows. */
  many_rows?: true
  /** A POST that changes nothing: what it asks for must not be in an address (T60). */
  reads?: true
  /** Does not count as use of the session, such as polling (A9). */
  background?: true
  /** The answer shows another person, or signs one in: it is recorded as an access to this kind of record, or as a change of it (T62). */
  journal?: RecordKind
  /** Allowed to an administrator who must first set up two-step sign-in (REQUIRE_TWO_STEP). */
  before_two_step?: true
  /** Allowed to an employee whose every record is cancelled, who else only reads (E7). */
  after_cancellation?: true
  /** Honours an Idempotency-Key: sent again with the same key, it creates nothing twice (W8). */
  idempotent?: true
  /** Refusals that do not follow from the other members, for the API page. A DELETE with 412 takes If-Match. */
  refuses?: readonly RefusalStatus[]
}

/** `name` is the key in `calls`; toasts and the web's cache use it. */
export type Call<O extends CallOptions = CallOptions> = O & { name: string; method: Method; path: string }

/** Defines one HTTP call. The server runs it, web and tests send it, the access matrix and the API page list it. */
export function call<const O extends CallOptions>(name: string, line: `${Method} /${string}`, options: O): Call<O> {
  const [method, path] = line.split(' ') as [Method, string]
  return { ...options, name, method, path }
}

type Part<C, K extends string> = C extends Record<K, infer S extends z.ZodType> ? { [P in K]: z.input<S> } : unknown
type OptionalPart<C, K extends string> = C extends Record<K, infer S extends z.ZodType> ? { [P in K]?: z.input<S> } : unknown

type BodyPart<C> = C extends { body: infer S extends z.ZodType }
  ? undefined extends z.input<S>
    ? { body?: z.input<S> }
    : { body: z.input<S> }
  : unknown

export type Input<C> = Part<C, 'params'> & OptionalPart<C, 'query'> & BodyPart<C>

/** The body of a success; `undefined` where the call answers 204. */
export type Reply<C> = C extends { reply: infer S extends z.ZodType } ? z.output<S> : undefined

/** One page of a list, with the number of matches and of all rows that the viewer may see (P3). */
export interface List<Row> {
  items: Row[]
  total: number
  unfiltered: number
  /** Where the next page begins; undefined on the last one. */
  next: string | undefined
}

/** A record with the ETag that a change of it must send (P5). */
export type Tagged<T> = T & { etag: string | undefined }

export type RowOf<C> = Reply<C> extends (infer Row)[] ? Row : never

/** What the sender gets: the reply, and what the headers add to it. */
export type Answer<C> = C extends { answers: 'list' } ? List<RowOf<C>> : C extends { answers: 'record' } ? Tagged<Reply<C>> : Reply<C>

/** Whether the call only reads. */
export const isRead = ({ method, reads }: Call): boolean => method === 'GET' || reads === true

/** The path with its parameters filled in, relative to `/api`. */
export function pathOf(call: { path: string }, params: Record<string, string> = {}): string {
  return call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
