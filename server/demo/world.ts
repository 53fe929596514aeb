import { type Call, DAY_MS, dubaiDate, HOUR_MS, type Input, MINUTE_MS, type Reply, uploadDocument } from 'contract'
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

/** Uploads papers; answers their references by their keys. */
export async function upload(by: Caller, papers: Record<string, Promise<Paper>>): Promise<Record<string, string>> {
  const references: Record<string, string> = {}
  for (const [key, paper] of Object.entries(papers)) {
    const { name, type, bytes } = await paper
    const headers = { 'content-type': type, 'x-file-name': encodeURIComponent(name) }
    // The contract names the browser's type of a file; a server sends its bytes.
    references[key] = (await by.send(uploadDocument, { body: bytes as unknown as Blob }, headers)).url
  }
  return references
}

/** What the stories of one contact's companies share. */
export interface World {
  stage: Stage
  admins: Caller[]
  /** The contact; signed out until the registration. */
  owner: Caller
  password: string
}

/** What one party does in the course of the year: yields each moment at which it goes on. */
export type Story<Result = void> = AsyncGenerator<number, Result, void>

/** Tells the stories together, in the order of their moments, and stops before `until`. */
export async function tell(stories: Story<unknown>[], { clock }: Stage, until: number): Promise<void> {
  const waiting: { at: number; story: Story<unknown> }[] = []
  const goOn = async (story: Story<unknown>, from: number) => {
    const { value: at, done } = await story.next()
    if (!done) waiting.push({ at: Math.max(at, from), story })
  }
  for (const story of stories) await goOn(story, 0)
  for (;;) {
    const next = waiting.sort((one, other) => one.at - other.at).shift()
    if (!next || next.at >= until) return
    clock.moment = new Date(next.at)
    await goOn(next.story, next.at + MINUTE_MS)
  }
}

export const dateOf = (moment: number): string => dubaiDate(new Date(moment))

/** A moment in the office hours of that day in Dubai, Monday to Friday; for a weekend, of the Friday before. */
export function officeHour(moment: number, rng: Random): number {
  const midnight = Date.parse(`${dateOf(moment)}T00:00:00+04:00`)
  const weekday = new Date(midnight + 12 * HOUR_MS).getUTCDay()
  const back = weekday === 6 ? 1 : weekday === 0 ? 2 : 0
  return midnight - back * DAY_MS + 8 * HOUR_MS + rng.int(0, 9 * 60) * MINUTE_MS + rng.int(0, 59) * 1_000
}

/** Moments in their order, brought into office hours, all before `until`. */
export function inOfficeHours(moments: readonly number[], until: number, rng: Random): number[] {
  let following = until
  const backwards = moments.toReversed().map((moment) => {
    following = Math.min(officeHour(moment, rng), following - rng.int(4, 50) * MINUTE_MS)
    return following
  })
  return backwards.toReversed()
}
