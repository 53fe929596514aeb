import { type Call, FileBody, type Input, type Problem, pathOf, type Reply } from 'contract'
import type { FastifyInstance } from 'fastify'
import { startSession } from '../src/auth/sessions.ts'
import type { Db } from '../src/db/open.ts'
import type { Paper } from './papers.ts'

/** What the product takes for now while a year is played. */
export interface Clock {
  moment: Date
}

export interface Stage {
  app: FastifyInstance
  db: Db
  clock: Clock
}

export type Caller = ReturnType<typeof caller>

interface AnyInput {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

/** Somebody who makes calls, signed in if there is a user; throws where a call is refused. */
export function caller(stage: Stage, user?: { id: string }) {
  let token: string | undefined

  const signedIn = async (): Promise<Record<string, string>> => {
    if (!user) return {}
    token ??= await startSession(stage.db, user.id, stage.clock.moment)
    // Not counted as a use of the session, which costs a write each time.
    return { cookie: `session=${token}`, 'x-background': 'true' }
  }

  return {
    id: user?.id,
    async send<C extends Call>(call: C, input: Input<C>, headers: Record<string, string> = {}): Promise<Reply<C>> {
      const { params, query = {}, body } = input as AnyInput
      const answer = await stage.app.inject({
        method: call.method,
        url: `/api${pathOf(call, params)}`,
        query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
        headers: { ...(await signedIn()), ...headers },
        ...(body !== undefined && { payload: call.body === FileBody ? (body as Buffer) : (body as object) }),
      })
      if (answer.statusCode >= 300) throw refusal(call, answer.statusCode, answer.json())
      return (answer.body ? answer.json() : undefined) as Reply<C>
    },
  }
}

const refusal = (call: Call, status: number, { detail, errors }: Problem): Error =>
  new Error(`${call.method} ${call.path} was answered ${status}: ${detail} ${JSON.stringify(errors ?? '')}`)

export const fileHeaders = ({ name, type }: Paper): Record<string, string> => ({
  'content-type': type,
  'x-file-name': encodeURIComponent(name),
})
