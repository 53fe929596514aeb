import { text } from 'node:stream/consumers'
import { type Call, EventStream, FileBody, type Input, type List, type Problem, pathOf, type Reply, type RowOf } from 'contract'
import type { LightMyRequestResponse } from 'fastify'
import { startSession } from '../server/src/auth/sessions.ts'
import { refusalsOf } from '../server/src/openapi/refusals.ts'
import type { Portal } from './portal.ts'

interface Answer<C> {
  status: number
  /** The reply of a success; for a refusal read `problem`. */
  reply: Reply<C>
  problem: Problem
  headers: LightMyRequestResponse['headers']
  raw: LightMyRequestResponse
}

interface AnyInput {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

const payloadOf = async (raw: LightMyRequestResponse) => raw.payload ?? (await text(raw.stream()))

/** Sends calls as that user with a session of their own, or signed out without a user. */
export function as(portal: Pick<Portal, 'app' | 'db' | 'clock'>, user?: { id: string }) {
  let cookie: string | undefined
  async function send<C extends Call>(call: C, input: Input<C>, headers: Record<string, string> = {}): Promise<Answer<C>> {
    if (user) cookie ??= `session=${await startSession(portal.db, user.id, portal.clock.moment)}`
    const { params, query = {}, body } = input as AnyInput
    const raw = await portal.app.inject({
      method: call.method,
      url: `/api${pathOf(call, params)}`,
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
      headers: { ...(cookie && { cookie }), ...headers },
      // A stream has no end to wait for.
      payloadAsStream: call.reply === EventStream,
      ...(body !== undefined && { payload: call.body === FileBody ? (body as Buffer) : (body as object) }),
    })
    const status = raw.statusCode
    if (status >= 400 && status < 500 && !refusalsOf(call).includes(status))
      throw new Error(`${call.name} answers ${status}, of which its API page says nothing: see \`refuses\` in the contract`)
    const json = raw.headers['content-type']?.toString().includes('json') ? JSON.parse(await payloadOf(raw)) : undefined
    return { status, reply: json as Reply<C>, problem: json as Problem, headers: raw.headers, raw }
  }

  /** A page of a list, with what its headers say (P3). */
  async function list<C extends Call>(call: C, input: Input<C>): Promise<List<RowOf<C>>> {
    const { reply, headers } = await send(call, input)
    const link = /<([^>]+)>/.exec(String(headers.link ?? ''))?.[1]
    return {
      items: reply as unknown as RowOf<C>[],
      total: Number(headers['x-total-count']),
      unfiltered: Number(headers['x-unfiltered-count']),
      next: link && (new URL(link, 'http://portal').searchParams.get('cursor') ?? undefined),
    }
  }
  return { send, list }
}
