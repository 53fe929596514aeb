import { z } from 'zod'
import { call } from './call.ts'
import { ById, FreeText, Id, ListQuery, Timestamp } from './fields.ts'

/** Of the administrators among themselves; no reply to anybody else has one. */
export const InternalNote = z.object({
  id: Id,
  application_id: Id,
  /** The name at that time. */
  author_name: z.string(),
  /** Null once the person whom the application is about was erased (T63). */
  text: z.string().nullable(),
  created_at: Timestamp,
})
export type InternalNote = z.infer<typeof InternalNote>

export const listNotes = call('listNotes', 'GET /visa-applications/{id}/notes', {
  access: ['admin'],
  summary: 'What administrators noted about an application for themselves, newest first',
  params: ById,
  query: ListQuery.pick({ limit: true, cursor: true }),
  reply: z.array(InternalNote),
  answers: 'list',
  extension: true,
  journal: 'application',
})

export const addNote = call('addNote', 'POST /visa-applications/{id}/notes', {
  access: ['admin'],
  summary: 'Note something about an application that only administrators read',
  params: ById,
  body: z.object({ text: FreeText.min(1) }),
  reply: InternalNote,
  status: 201,
  idempotent: true,
  extension: true,
  journal: 'application',
  touches: ['note'],
})
