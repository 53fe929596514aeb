import { z } from 'zod'
import { call, Noun } from './call.ts'
import { Id } from './fields.ts'

/** A record that somebody changed. Its content is asked for by the calls that may show it. */
export const Change = z.object({ noun: Noun, id: Id })
export type Change = z.infer<typeof Change>

/** The reply of a call that answers with a stream of server-sent events. */
export const EventStream = z.custom<ReadableStream>()

/** Events: `message` with a Change as data; `missed` when changes may have been lost, at the start too; `ended` when the session is over. */
export const streamChanges = call('streamChanges', 'GET /events', {
  access: ['admin', 'company_admin', 'employee'],
  summary: 'The records that change, as server-sent events: those that the viewer may see (V1–V4), from now on or from a place',
  /** `after`: the `changes_place` of the settings that were asked for before anything that is shown. */
  query: z.object({ after: z.string().max(100).optional() }),
  reply: EventStream,
  background: true,
  extension: true,
})
