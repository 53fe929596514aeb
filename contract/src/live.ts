import { z } from 'zod'
import { call, Noun } from './call.ts'
import { Id } from './fields.ts'

export const Change = z.object({ noun: Noun, id: Id })
export type Change = z.infer<typeof Change>

export const EventStream = z
  .custom<ReadableStream>()
  .describe(
    'Events: `message` with `{noun, id}`; `missed` when changes may have been lost; `place`, whose id is where a new stream goes on; `ended` when the session is over.',
  )

export const streamChanges = call('streamChanges', 'GET /events', {
  access: ['admin', 'company_admin', 'employee'],
  summary: 'The records that change, as server-sent events: those that the viewer may see (V1–V4), from now on or from a place',
  /** `after`: the id of the last `place`, or `changes_place` of settings that were loaded before everything on screen; at any server. */
  query: z.object({ after: z.string().max(300).optional() }),
  reply: EventStream,
  background: true,
  extension: true,
  refuses: [429],
})
