import { z } from 'zod'
import { call } from './call.ts'
import { DocumentInfo, DocumentValue } from './documents.ts'
import { ById, FreeText, Id, ListQuery, Timestamp } from './fields.ts'

/** Who wrote: the provider's administrators, or those of the company. */
export const MessageSide = z.enum(['provider', 'company'])
export type MessageSide = z.infer<typeof MessageSide>

export const MAX_MESSAGE_DOCUMENTS = 5
export const MAX_MESSAGES_PER_HOUR = 60

export const Message = z.object({
  id: Id,
  application_id: Id,
  /** The name at that time. */
  author_name: z.string(),
  side: MessageSide,
  own: z.boolean(),
  /** Null once the person whom the application is about was erased (T63). */
  text: z.string().nullable(),
  documents: z.array(DocumentInfo),
  created_at: Timestamp,
  /** The viewer has read it, or wrote it. */
  read: z.boolean(),
  /** Somebody of the other side has read it. */
  seen: z.boolean(),
})
export type Message = z.infer<typeof Message>

export const NewMessage = z
  .object({ text: FreeText.optional(), documents: z.array(DocumentValue).max(MAX_MESSAGE_DOCUMENTS).optional() })
  .superRefine(({ text, documents = [] }, context) => {
    if (!text && documents.length === 0) context.addIssue({ code: 'custom', path: ['text'], params: { missing: true } })
  })

/** Not the person whom it is about: the thread is between company and provider. */
const READERS = ['admin', 'company_admin'] as const

export const listMessages = call('listMessages', 'GET /visa-applications/{id}/messages', {
  access: READERS,
  summary: 'What company and administrators wrote to each other about an application, newest first',
  params: ById,
  query: ListQuery.pick({ limit: true, cursor: true }),
  reply: z.array(Message),
  answers: 'list',
  extension: true,
  journal: 'application',
})

export const sendMessage = call('sendMessage', 'POST /visa-applications/{id}/messages', {
  access: READERS,
  summary: 'Write to the other side about an application: a text, files, or both. What is sent stays as it is; 60 an hour and person',
  params: ById,
  body: NewMessage,
  reply: Message,
  status: 201,
  carries_documents: true,
  idempotent: true,
  extension: true,
  journal: 'application',
  touches: ['message', 'application'],
  refuses: [429],
})

export const ReadMark = z.object({ application_id: Id, read_at: Timestamp })

export const readMessages = call('readMessages', 'PUT /visa-applications/{id}/messages/read', {
  access: READERS,
  summary: 'Mark the messages up to one of them as read by the viewer, and the notices of them; a mark never moves back',
  params: ById,
  body: z.object({ up_to: Id }),
  reply: ReadMark,
  background: true,
  extension: true,
  touches: ['message', 'notice'],
})
