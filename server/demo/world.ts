import { type Call, type Input, type Reply, uploadDocument } from 'contract'
import { as } from '../../test/as.ts'
import type { Portal } from '../../test/portal.ts'
import type { Paper } from './papers.ts'
import type { Random } from './random.ts'

export type Stage = Pick<Portal, 'app' | 'db' | 'clock'>
export type Caller = ReturnType<typeof caller>

/** Somebody who makes calls, signed in if there is a user; throws where a call is refused. */
export function caller(stage: Stage, user?: { id: string }) {
  const session = as(stage, user)
  return {
    id: user?.id ?? '',
    async send<C extends Call>(call: C, input: Input<C>, headers: Record<string, string> = {}): Promise<Reply<C>> {
      // In the background, because each use of a session costs a write.
      const { status, reply, raw } = await session.send(call, input, { 'x-background': 'true', ...headers })
      if (status >= 300) throw new Error(`${call.method} ${call.path} was answered ${status}: ${raw.body}`)
      return reply
    },
  }
}

/** The companies of one contact: who takes part in their year, what happens, and the ids of what came of it. */
export interface World {
  stage: Stage
  until: number
  password: string
  admins: Caller[]
  owner?: Caller
  /** Of the planned companies, persons and applications. */
  ids: Map<object, string>
  events: { at: number; act: () => Promise<unknown> }[]
}

export function idOf({ ids }: World, planned: object): string {
  const id = ids.get(planned)
  if (id === undefined) throw new Error(`${JSON.stringify(planned)} is not there yet at this moment of the year`)
  return id
}

export function ownerOf({ owner }: World): Caller {
  if (!owner) throw new Error('nobody is registered yet at this moment of the year')
  return owner
}

export const adminOf = ({ admins }: World, rng: Random): Caller => rng.pick(admins)

/** Uploads papers; answers their references by their keys. */
export async function upload<Key extends string>(by: Caller, papers: Record<Key, Promise<Paper>>): Promise<Record<Key, string>> {
  const references: Partial<Record<Key, string>> = {}
  for (const key of Object.keys(papers) as Key[]) {
    const { name, type, bytes } = await papers[key]
    const headers = { 'content-type': type, 'x-file-name': encodeURIComponent(name) }
    // The contract names the browser's type of a file; a server sends its bytes.
    references[key] = (await by.send(uploadDocument, { body: bytes as unknown as Blob }, headers)).url
  }
  return references as Record<Key, string>
}
